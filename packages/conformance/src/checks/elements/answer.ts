/** Checks of the answer to `current`: one for each rule of a tree (elements §4.1, §5). */
import { isRecord, type RuleId } from '@copane/protocol/findings'
import type { ElementsTarget, Reading } from '../../elements-target.js'
import { fault, notRun, outcomeOf, outcomeOfEach } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault, Level } from '../../types.js'
import { parse } from '../../wire/era.js'
import { faultOf } from '../finding-check.js'

/** Rules that a tree shows by itself. */
const RULES: readonly (readonly [RuleId, Level, string])[] = [
  ['EL-10-compatible', 'must', 'the answer follows a version that works with 0.2.0'],
  ['EL-5.2-root-application', 'must', 'the root is the one Application'],
  ['EL-5.1-id-form', 'must', 'every id is of legal form'],
  ['EL-5.1-id-unique', 'must', 'no id is used twice'],
  ['EL-5.1-fields', 'must', 'every field has its type'],
  ['EL-5.1-title-line', 'must', 'every title is one line'],
  ['EL-5.1-children', 'must', 'children are elements, and an empty list is not sent'],
  ['EL-5.2-role-words', 'should', 'every role is one of the thirteen words'],
  ['EL-5.1-selected-text', 'should', 'selected text is inside what it was selected in'],
  ['EL-5.2-rows-of-cells', 'should', 'a table is rows of cells'],
  ['EL-5.3-only-true', 'must', 'states are sent only when true'],
  ['EL-5.3-visible-differs', 'should', "visible is sent only where it differs from the parent's"],
  ['EL-5.3-focus-path', 'must', 'focus is one path without gaps'],
  ['EL-5.3-one-hover', 'must', 'at most one element is hovered'],
  ['EL-5.3-reachable', 'must', 'every selected or focused element is inside the tree'],
  ['EL-5.3-state-once', 'must', 'no state is repeated in attributes'],
  ['EL-5.5-content-blocks', 'must', 'every content block is one that MCP defines'],
  ['EL-5.5-block-by-kind', 'should', 'a text element sends its text'],
  ['EL-5.5-small', 'should', 'content is small'],
  ['EL-5.6-author', 'must', 'attributes.author is a string'],
  ['EL-5.6-related', 'must', 'attributes.related holds relations to elements and addresses'],
  ['EL-rfc1-removed-fields', 'should', 'no field of version 0.1 is sent'],
]

/** What other checks need is looked at before anything happens. */
const NEEDED = new Set<RuleId>(['EL-5.1-id-form', 'EL-5.1-id-unique'])

/** The checks of an answer. */
export const ANSWER_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'EL-4.1-three-fields',
    level: 'must',
    title: 'the answer is exactly { protocol, instance, root }',
    run: target =>
      eachAnswer(target, ({ era, read }) => faultOf(read?.findings ?? [], era, isOfNoOtherCheck)),
  },
  ...RULES.map(
    ([id, level, title]): Check<ElementsTarget> => ({
      id,
      level,
      title,
      ...(NEEDED.has(id) ? {} : { stage: 'moves' }),
      run: target => judgeRule(target, id),
    }),
  ),
  {
    id: 'EL-4.1-app-name',
    level: 'must',
    title: "the root's title is the app's name, and the bundle identifier is not in the answer",
    async run(target) {
      const untitled = await eachAnswer(target, ({ era, read }) =>
        faultOf(read?.findings ?? [], era, f => f.requirement === 'EL-4.1-app-name'),
      )
      if (untitled.kind !== 'passed') return untitled
      const bundleId = bundleIdOf(target.descriptor?.text)
      if (bundleId === undefined) return notRun('descriptor')
      return outcomeOf((await target.readings()).map(reading => bundleFault(reading, bundleId)))
    },
  },
]

/** What a rule says at rest holds after everything that the user does. */
async function judgeRule(target: ElementsTarget, id: RuleId): Promise<CheckOutcome> {
  const isMine = ({ requirement }: { requirement: RuleId }) => requirement === id
  const atRest = await eachAnswer(target, ({ era, read }) => faultOf(read?.findings ?? [], era, isMine))
  if (atRest.kind !== 'passed' || NEEDED.has(id)) return atRest
  const { episodes = [] } = (await target.story()) ?? {}
  return outcomeOf(episodes.map(({ era, step, findings }) => faultOf(findings, era, isMine, step)))
}

/** A finding that no other check tells is told by the first; D-16 binds us only, unknown fields may be sent (D-22). */
const OTHERS = new Set<RuleId>([
  ...RULES.map(([id]) => id),
  'EL-4.1-app-name',
  'EL-10-unknown-fields',
  'D-16',
])
const isOfNoOtherCheck = ({ requirement }: { requirement: RuleId }): boolean => !OTHERS.has(requirement)

/** Judges each era's answer; without one, what D-04 says of the reading has to be mended first. */
async function eachAnswer(target: ElementsTarget, judge: (reading: Reading) => Fault | undefined) {
  const readings = (await target.readings()).filter(({ text }) => text !== undefined)
  return outcomeOfEach(readings, 'D-04', judge)
}

function bundleIdOf(text: string | undefined): string | undefined {
  const value = parse(text ?? '')
  return isRecord(value) && typeof value.bundleId === 'string' ? value.bundleId : undefined
}

/** What the user wrote may name any app; what the provider says of its elements may not. */
function bundleFault({ era, value }: Reading, bundleId: string): Fault | undefined {
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (next === bundleId)
      return fault(
        `${era} $.root`,
        'the bundle identifier somewhere in the answer',
        "the app's name as the root's title, and no bundle identifier",
        'leave it out; it stands in the descriptor',
      )
    if (typeof next !== 'object' || next === null) continue
    for (const [name, item] of Object.entries(next)) if (name !== 'content') stack.push(item)
  }
  return undefined
}
