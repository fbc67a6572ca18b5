/** Clients that are wrong in one way. */
import { checkClient } from '@copane/conformance/node'
import type { RuleId } from '@copane/protocol/findings'
import { createClient, type Flaw } from './peers/client.ts'

/** Checks the small client, with a flaw or without; everything that did not pass. */
export async function clientVerdicts(flaw?: Flaw): Promise<{ [id: string]: string }> {
  const outcome = await checkClient({ driver: () => createClient(flaw) }, { actMs: 4000, hearMs: 800 })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { checks } = outcome.report
  return Object.fromEntries(
    checks.flatMap(({ id, verdict }) => (verdict === 'passed' ? [] : [[id, verdict]])),
  )
}

type Row = readonly [id: RuleId, verdict: 'failed' | 'warned', title: string, flaw: Flaw]

const BROKEN: readonly Row[] = [
  ['GB-6-re-read', 'warned', 'does not read after updated', 'deaf-to-updated'],
  ['GB-6-re-read', 'warned', 'does not read after list_changed', 'deaf-to-list-changed'],
  ['GB-8.2-realign', 'failed', 'does not listen again', 'stays-cut'],
  ['GB-8.2-realign', 'failed', 'listens again without a read', 'no-realign'],
  ['GB-4.2-no-order', 'failed', 'goes by the place of a window in the list', 'by-position'],
  ['GB-12.5-empty', 'failed', 'makes up a window where there is none', 'wants-windows'],
  ['D-46', 'failed', 'leaves out windows with a block it does not know', 'known-blocks'],
  ['EL-sec-bearer', 'failed', 'calls without a token', 'no-token-to-call'],
  ['EL-sec-origin', 'failed', 'sends an Origin', 'origin'],
  ['GB-11-client-carries', 'warned', 'has its own word for an error code', 'renames-codes'],
  ['GB-11-client-carries', 'warned', 'calls again whatever failed', 'retries-all'],
  [
    'GB-7.1-client-retries',
    'warned',
    'takes the version of the error instead of reading',
    'takes-the-version-of-the-error',
  ],
  ['GB-7.1-client-retries', 'warned', 'sends again what it sent', 'same-again'],
  ['GB-7.1-client-retries', 'warned', 'never gives up', 'endless'],
  ['GB-7.1-client-retries', 'warned', 'calls again without a decision', 'retries-undecided'],
  ['GB-5.4-structured-only', 'warned', 'believes the text', 'reads-text'],
  ['GB-11-focus-first', 'warned', 'does not focus', 'no-focus'],
  ['GB-11-focus-first', 'warned', 'focuses when it is done', 'focus-after'],
  ['GB-1.3-sole-authority', 'failed', 'decides by owners what is operable', 'by-owner'],
  ['GB-2-client-chain', 'failed', 'names the dialog next to a window, not the one on top', 'names-the-owner'],
]

/** What breaks a rule and, by that, another one. */
const MORE: readonly (readonly [id: RuleId, title: string, flaw: Flaw, verdicts: object])[] = [
  [
    'GB-11-client-carries',
    'carries no version',
    'no-version',
    { 'GB-11-client-carries': 'warned', 'GB-7.1-client-retries': 'warned' },
  ],
  [
    'GB-5.4-structured-only',
    'takes an error for a success',
    'ignores-is-error',
    {
      'GB-5.4-structured-only': 'warned',
      'GB-11-client-carries': 'warned',
      'GB-7.1-client-retries': 'warned',
    },
  ],
  [
    'GB-1.3-sole-authority',
    'calls windows that are not operable',
    'any-window',
    { 'GB-1.3-sole-authority': 'failed' },
  ],
]

/** Every client that is broken in one way, with all that does not pass then. */
export const BROKEN_CLIENTS: readonly { id: RuleId; title: string; flaw: Flaw; verdicts: object }[] = [
  ...BROKEN.map(([id, verdict, title, flaw]) => ({ id, title, flaw, verdicts: { [id]: verdict } })),
  ...MORE.map(([id, title, flaw, verdicts]) => ({ id, title, flaw, verdicts })),
]
