/** The set of requirements of each protocol version, which never changes once it is written. */
import { checksOf, type ListedCheck } from '@copane/conformance'
import type { Requirement } from '@copane/protocol/findings'
import { BRIDGE_PROTOCOL } from '../../packages/protocol/dist/bridge/binding.js'
import { ELEMENTS_PROTOCOL } from '../../packages/protocol/dist/elements/binding.js'

/** A file that is frozen, by its path, and what it should say. */
export type Frozen = { path: string; value: object }

/** What is asked for, row by row, and by which checks the kit sees it. */
export const frozenSets = (rows: readonly Requirement[]): Frozen[] => [
  {
    path: `spec/frozen/elements-${ELEMENTS_PROTOCOL}.json`,
    value: {
      protocol: 'elements',
      version: ELEMENTS_PROTOCOL,
      requirements: rows.filter(({ protocol }) => protocol === 'elements').map(rowOf),
      checks: { elements: checksOf('elements').map(checkOf), host: checksOf('host').map(checkOf) },
    },
  },
  {
    path: `spec/frozen/bridge-${BRIDGE_PROTOCOL}.json`,
    value: {
      protocol: 'bridge',
      version: BRIDGE_PROTOCOL,
      requirements: rows.filter(({ protocol }) => protocol === 'bridge').map(rowOf),
      checks: { bridge: checksOf('bridge').map(checkOf), client: checksOf('client').map(checkOf) },
    },
  },
]

/** What became of a frozen file. */
export type FrozenState = 'same' | 'missing' | 'changed'

/** Compares what is written with what should be; `written` is undefined where there is no file. */
export function stateOf(written: string | undefined, text: string): FrozenState {
  if (written === undefined) return 'missing'
  return written === text ? 'same' : 'changed'
}

const rowOf = ({ id, side, level, section, text }: Requirement) => ({ id, side, level, section, text })

const checkOf = ({ id, level }: ListedCheck) => ({ id, level })
