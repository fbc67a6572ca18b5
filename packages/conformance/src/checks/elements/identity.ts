/** Checks of what an answer says of its provider and its run (elements §4.1, §5.4). */
import {
  CURRENT_URI,
  ELEMENTS_EXTENSION,
  printLine,
  type ReadAnswer,
  type TreeElement,
  type Visit,
  walk,
} from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import { declarationOf, type ElementsTarget, type Reading, treeNeed } from '../../elements-target.js'
import { fault, notRun, outcomeOf, outcomeOfEach, together, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { cacheable } from '../../wire/caching.js'
import { parse } from '../../wire/era.js'
import { judgeReuse } from './lifetimes.js'

/** The checks of versions, runs and ids. */
export const IDENTITY_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'D-04',
    level: 'must',
    title: 'current is one text content of JSON, and nothing may be cached',
    run: async target =>
      outcomeOfEach(
        await target.readings(),
        'EL-8-endpoint',
        async ({ face, wrong }) => wrong ?? cacheable(face, ASKS),
      ),
  },
  {
    id: 'EL-4.1-protocol-everywhere',
    level: 'must',
    title: 'answer, extension declaration and descriptor name one protocol version',
    async run(target) {
      const readings = await target.readings()
      const inDescriptor = fieldOf(parse(target.descriptor?.text ?? ''), 'protocol')
      const outcome = await outcomeOfEach(answered(readings), treeNeed(readings), reading =>
        versionFault(reading, inDescriptor),
      )
      return outcome.kind === 'passed' && inDescriptor === undefined ? notRun('descriptor') : outcome
    },
  },
  {
    id: 'EL-4.1-instance',
    level: 'must',
    title: 'every answer of a run carries the instance of the descriptor, and every run its own',
    stage: 'ends',
    async run(target) {
      const readings = await target.readings()
      const first = answered(readings)
      if (first.length === 0) return notRun(treeNeed(readings))
      const again: Reading[] = []
      for (const { face } of first) again.push(await target.readAgain(face))
      const inDescriptor = fieldOf(parse(target.descriptor?.text ?? ''), 'instance')
      const expected = inDescriptor ?? fieldOf(first[0]?.value, 'instance')
      const outcome = outcomeOf(
        [...first, ...answered(again)].map(reading => instanceFault(reading, expected)),
      )
      if (outcome.kind !== 'passed') return outcome
      const later = await laterInstance(target, expected)
      return inDescriptor === undefined ? together(later, notRun('descriptor')) : later
    },
  },
  {
    id: 'EL-9.1-id-stable',
    level: 'must',
    title: 'what did not change keeps its id, and no id ever names two things',
    needs: ['EL-5.1-id-unique'],
    stage: 'moves',
    async run(target) {
      const readings = await target.readings()
      const readable = readings.filter(({ read }) => read?.kind === 'answer')
      const atRest = await outcomeOfEach(readable, treeNeed(readings), reading => judgeIds(target, reading))
      return atRest.kind === 'passed' ? judgeReuse(target) : atRest
    },
  },
]

/** A new run has a new instance, the same in answer and descriptor. */
async function laterInstance(target: ElementsTarget, before: unknown): Promise<CheckOutcome> {
  const life = await target.nextLife()
  if (life.kind === 'cannot') return notRun('driver step restart')
  if (life.kind === 'never') return vacuous('the app never starts again')
  const inDescriptor = fieldOf(parse(life.descriptor?.text ?? ''), 'instance')
  const readings = answered(life.readings)
  const expected = inDescriptor ?? fieldOf(readings[0]?.value, 'instance')
  return outcomeOf([
    expected === before
      ? fault(
          'after restart',
          'the instance of the run before',
          'a random value minted at each start',
          'mint it at the start, and store it nowhere',
        )
      : undefined,
    ...readings.map(reading => instanceFault(reading, expected)),
  ])
}

/** Twice in a row, since the user may be at work: what came instead of a thing has its own id. */
async function judgeIds(target: ElementsTarget, { era, face }: Reading): Promise<Fault | undefined> {
  const reads: ReadAnswer[] = []
  for (let turn = 0; turn < 3; turn++) {
    const { read } = await target.readAgain(face)
    if (read) reads.push(read)
  }
  const [first, second, third] = reads.flatMap(read => (read.kind === 'answer' ? [read.root] : []))
  if (!first || !second || !third || !renamed(first, second)) return undefined
  const place = renamed(second, third)
  if (!place) return undefined
  return fault(
    `${era} ${place}`,
    'another id in each reading of one and the same tree',
    'an id names one thing for the whole run',
    'mint an id when a thing first appears, and keep it',
  )
}

const ASKS = [['resources/list'], ['resources/templates/list'], ['resources/read', CURRENT_URI]] as const

const answered = (readings: readonly Reading[]): Reading[] => readings.filter(({ value }) => isRecord(value))

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

function versionFault({ era, face, value }: Reading, inDescriptor: unknown): Fault | undefined {
  const declared = declarationOf(face)
  const inAnswer = fieldOf(value, 'protocol')
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(at, saw, 'one version in answer, extension declaration and descriptor', remedy)
  if (!declared)
    return wrong(
      `${era} $.capabilities.extensions`,
      'no declaration of the elements extension',
      `declare ${ELEMENTS_EXTENSION} with { protocol, locate }`,
    )
  if (declared.protocol !== inAnswer)
    return wrong(
      `${era} $.capabilities.extensions`,
      'another version than in the answer',
      'send the same in both',
    )
  if (inDescriptor !== undefined && inDescriptor !== inAnswer)
    return wrong('descriptor', `another version than in the ${era} answer`, 'write the same into the file')
  return undefined
}

const instanceFault = ({ era, value }: Reading, expected: unknown): Fault | undefined =>
  fieldOf(value, 'instance') === expected
    ? undefined
    : fault(
        `${era} $.instance`,
        'not the instance of this run',
        'the value minted at the start, in every answer and in the descriptor',
        'mint it once, at the start',
      )

/** The place of the first id that differs between two trees of one shape; undefined when the shapes differ. */
function renamed(before: TreeElement, after: TreeElement): string | undefined {
  const [first, second] = [[...walk(before)], [...walk(after)]]
  if (first.map(lineOf).join('\n') !== second.map(lineOf).join('\n')) return undefined
  const at = first.findIndex(({ element }, index) => element.id !== second[index]?.element.id)
  return at < 0 ? undefined : `element ${at + 1} of ${first.length}`
}

const lineOf = ({ element, depth }: Visit): string => `${depth} ${printLine({ ...element, id: '' })}`
