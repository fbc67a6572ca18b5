/** Random acts of a user, and random arguments for whatever tools a desk lists. */
import type { ToolEntry } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import fc from 'fast-check'
import type { DeskState } from '../../src/model/index.js'

/** What every typed password holds. */
export const CANARY = 'canary-77aa'

/** One step of a run: an act with windows and comments left open, or a call of one of the tools listed then. */
export type RandomStep =
  | { kind: 'act'; act: { [name: string]: unknown }; window: number; comment: number }
  | { kind: 'call'; tool: number; picks: readonly number[] }

const TEXTS = [
  '',
  ' ',
  'x',
  'amber',
  '12.50',
  '-1',
  'what it shows',
  'two\nlines',
  '😀😁',
  'half \ud83d',
  'nul\0',
  'ö'.repeat(300),
]

const text = fc.constantFrom(...TEXTS)
const pane = fc.constantFrom('left', 'right')
const number = fc.integer({ min: 10_000, max: 10_012 })
const offset = fc.constantFrom(0, 2, 20, 40, 59, 60, -1)
const at = fc.integer({ min: 0, max: 40 })
const spot = fc.oneof(
  fc.record({ kind: fc.constant('row'), number }),
  fc.record({ kind: fc.constant('comment'), pane, comment: fc.constantFrom(1, 2, 4, 99) }),
  fc.record({ kind: fc.constant('pane'), pane }),
  fc.record({ kind: fc.constant('field'), field: fc.constantFrom('note', 'password', 'nowhere') }),
)

const act = fc.oneof(
  fc.record({ act: fc.constant('open'), what: fc.constantFrom('orders', 'report', 'threads') }),
  fc.record({ act: fc.constant('openOrder'), number }),
  fc.record({
    act: fc.constantFrom(
      'close',
      'minimise',
      'restore',
      'save',
      'revert',
      'submit',
      'confirm',
      'cancel',
      'refresh',
    ),
  }),
  fc.record({ act: fc.constantFrom('focus', 'hover'), spot }),
  fc.record({ act: fc.constant('filter'), text, status: fc.constantFrom('draft', 'shipped', 'lost') }),
  fc.record({ act: fc.constant('goTo'), offset }),
  fc.record({ act: fc.constant('selectRows'), numbers: fc.array(number, { maxLength: 4 }) }),
  fc.record({
    act: fc.constant('type'),
    field: fc.constantFrom('recipient', 'address', 'amount', 'note'),
    text,
  }),
  fc.record({ act: fc.constant('show'), pane, thread: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ act: fc.constant('comment'), pane, text }),
  fc.record({ act: fc.constant('editComment'), pane, comment: at, text }),
  fc.record({ act: fc.constant('selectText'), pane, comment: at, start: at, end: at }),
  fc.record({ act: fc.constant('scroll'), outOfView: fc.array(spot, { maxLength: 3 }) }),
  fc.record({ act: fc.constant('typeSignIn'), field: fc.constant('password'), text: fc.constant(CANARY) }),
  fc.record({
    act: fc.constant('typeSignIn'),
    field: fc.constant('user'),
    text: fc.constantFrom('ada', 'x'),
  }),
  fc.constant({ act: 'signOut' }),
  fc.constant({ act: 'undo' }),
)

/** A run of steps. */
export const randomSteps: fc.Arbitrary<RandomStep[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('act' as const),
        act,
        window: fc.nat(20),
        comment: fc.nat(9),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        tool: fc.nat(200),
        picks: fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 60 },
)

/** The act of a step on one of the windows and comments that are there now. */
export function actNow(step: RandomStep & { kind: 'act' }, state: DeskState): { [name: string]: unknown } {
  const { windows, threads } = state
  const comments = Object.values(threads).flatMap(thread => thread.comments)
  const window = windows[step.window % Math.max(1, windows.length)]?.id ?? 'none'
  const comment = comments[step.comment % Math.max(1, comments.length)]?.id ?? 0
  const needsNoWindow = ['open', 'openOrder', 'signOut', 'undo'].includes(String(step.act.act))
  return {
    ...step.act,
    ...(needsNoWindow ? {} : { window }),
    ...('comment' in step.act ? { comment } : {}),
  }
}

/** Arguments for a tool, most of which fit its schema. */
export function argumentsFor(tool: ToolEntry, picks: readonly number[]): { [name: string]: unknown } {
  const { properties } = tool.inputSchema
  const args: { [name: string]: unknown } = {}
  if (!isRecord(properties)) return args
  Object.keys(properties).forEach((name, index) => {
    const pick = picks[index % picks.length] ?? 0
    if (name !== 'expectedVersion' || pick === 7) args[name] = valueFor(name, properties[name], pick)
  })
  return args
}

function valueFor(name: string, schema: unknown, pick: number): unknown {
  if (!isRecord(schema)) return undefined
  if (name === 'password') return CANARY
  if (Array.isArray(schema.enum)) return schema.enum[pick % schema.enum.length]
  if (schema.type === 'integer') return name === 'number' ? 10_000 + pick : pick
  if (schema.type === 'array') return []
  return name === 'user' && pick % 2 === 0 ? 'ada' : TEXTS[pick % TEXTS.length]
}
