/** Checks of `app://windows`: its wrapping, and one for each rule of a snapshot (GB §2, §4, §12.2). */
import type { RuleId } from '@copane/protocol/findings'
import type { BridgeTarget } from '../../bridge-target.js'
import { outcomeOf, outcomeOfEach } from '../../outcomes.js'
import type { Check, CheckOutcome, Level } from '../../types.js'
import { faultOf } from '../finding-check.js'

/** Rules that a snapshot shows by itself. */
const RULES: readonly (readonly [RuleId, Level, string])[] = [
  ['GB-4.2-window-fields', 'must', 'every window has the fields of 4.2'],
  ['GB-4.3-understandable', 'should', 'every window has a summary'],
  ['GB-2-three-states', 'must', 'every window is in one of the three states'],
  ['GB-2-operable-set', 'must', 'the operable windows are tops of modal chains and unblocked windows'],
  ['GB-4.4-flat-blocks', 'must', 'every block is an object with a type'],
  ['GB-4.4-seven-blocks', 'must', 'every block is one of the seven, with its fields'],
  ['GB-4.4-table-rows', 'must', 'every row has one value per column'],
  ['GB-4.4-media-url', 'must', 'media is at an https, file or data address'],
  ['GB-B-truncated-total', 'must', 'what is cut says how much there is'],
]

/** The checks of a snapshot. */
export const WINDOWS_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-12.2-wrapping',
    level: 'must',
    title: 'a read is one text content of JSON that holds operableWindowIds and windows',
    run: async target =>
      outcomeOfEach(
        await target.readings(),
        'GB-3-capabilities',
        ({ era, read, wrong }) => wrong ?? faultOf(read?.findings ?? [], era, isOfNoOtherCheck),
      ),
  },
  ...RULES.map(
    ([id, level, title]): Check<BridgeTarget> => ({
      id,
      level,
      title,
      stage: 'moves',
      run: target => judgeRule(target, id),
    }),
  ),
]

/** A rule holds at rest, and after everything that happens: most are only put to the test by a dialog. */
async function judgeRule(target: BridgeTarget, id: RuleId): Promise<CheckOutcome> {
  const isMine = ({ requirement }: { requirement: RuleId }) => requirement === id
  const readings = (await target.readings()).filter(({ text }) => text !== undefined)
  const atRest = await outcomeOfEach(readings, 'GB-12.2-wrapping', ({ era, read }) =>
    faultOf(read?.findings ?? [], era, isMine),
  )
  if (atRest.kind !== 'passed') return atRest
  const episodes = (await target.stories()).flatMap(story => story.episodes)
  return outcomeOf(episodes.map(({ era, step, after }) => faultOf(after.findings, era, isMine, step)))
}

/** D-16 binds us only; which ids a window may have is told with the tools that carry them. */
const OTHERS = new Set<RuleId>([
  ...RULES.map(([id]) => id),
  'GB-4.5-sensitive',
  'GB-10.3-never-reused',
  'GB-12.4-one-win-id',
  'D-30',
  'D-16',
])
const isOfNoOtherCheck = ({ requirement }: { requirement: RuleId }): boolean => !OTHERS.has(requirement)
