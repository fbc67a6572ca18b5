/** Every broken peer of every kind in one list, for who wants to count them. */
import type { Subject } from '@copane/conformance'
import type { RuleId } from '@copane/protocol/findings'
import { BROKEN_CALLS } from './bridge/broken-calls.ts'
import { BROKEN_LATER } from './bridge/broken-later.ts'
import { BROKEN_LIVES as BROKEN_SERVERS } from './bridge/broken-lives.ts'
import { BROKEN_TOOLS } from './bridge/broken-tools.ts'
import { BROKEN_WINDOWS } from './bridge/broken-windows.ts'
import { BROKEN_CLIENTS, clientVerdicts } from './client/broken-clients.ts'
import { BROKEN_ACCESS } from './elements/broken-access.ts'
import { BROKEN_ANSWERS } from './elements/broken-answers.ts'
import { BROKEN_LIVES as BROKEN_PROVIDERS } from './elements/broken-lives.ts'
import { BROKEN_OPERATIONS } from './elements/broken-operations.ts'
import { BROKEN_HOSTS, hostVerdicts } from './host/broken-hosts.ts'
import { allVerdictsOf, type Broken, type BrokenLife, reportOn, reportOnLife, verdictsOf } from './planted.ts'

/**
 * One broken peer.
 *
 * Shape   `wanted` is everything that does not pass, the check of `id` among it; `check` gives what did not pass.
 */
export type Planted = {
  subject: Subject
  id: RuleId
  title: string
  wanted: { [id: string]: string | undefined }
  check: () => Promise<{ [id: string]: string | undefined }>
}

const still = (subject: 'elements' | 'bridge', rows: readonly Broken[]): Planted[] =>
  rows.map(({ id, title, parts, verdicts = { [id]: 'failed' } }) => ({
    subject,
    id,
    title,
    wanted: { ...verdicts },
    check: async () => ({ ...verdictsOf(await reportOn(subject, parts)) }),
  }))

const living = (subject: 'elements' | 'bridge', rows: readonly BrokenLife[]): Planted[] =>
  rows.map(({ id, title, living: life, verdicts }) => ({
    subject,
    id,
    title,
    wanted: { ...verdicts },
    check: async () => ({ ...allVerdictsOf(await reportOnLife(subject, life)) }),
  }))

/** Those that are checked over the wire, and those that are asked by a driver. */
export const PLANTED: readonly Planted[] = [
  ...still('elements', [...BROKEN_ACCESS, ...BROKEN_OPERATIONS, ...BROKEN_ANSWERS]),
  ...living('elements', BROKEN_PROVIDERS),
  ...still('bridge', [...BROKEN_WINDOWS, ...BROKEN_TOOLS, ...BROKEN_CALLS]),
  ...living('bridge', [...BROKEN_SERVERS, ...BROKEN_LATER]),
  ...BROKEN_HOSTS.map(([id, title, flaw]) => ({
    subject: 'host' as const,
    id,
    title,
    wanted: { [id]: 'failed' },
    check: () => hostVerdicts(flaw),
  })),
  ...BROKEN_CLIENTS.map(({ id, title, flaw, verdicts }) => ({
    subject: 'client' as const,
    id,
    title,
    wanted: { ...verdicts },
    check: () => clientVerdicts(flaw),
  })),
]
