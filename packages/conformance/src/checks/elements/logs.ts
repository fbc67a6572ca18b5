/** The check that neither a token nor anything from an answer is in a log (concepts "Security"). */
import { selectedElements, type TreeElement, walk } from '@copane/protocol/elements'
import type { ElementsTarget } from '../../elements-target.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'

/** The check of logs. */
export const LOG_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'EL-sec-no-log',
    level: 'must',
    title: 'no log holds a token, or a word of an answer',
    stage: 'moves',
    async run(target) {
      const roots = (await target.readings()).flatMap(({ read }) =>
        read?.kind === 'answer' ? [read.root] : [],
      )
      const story = await target.story()
      const selected = story?.episodes.filter(({ step }) => step === 'select-words') ?? []
      const outcome = await target.order('name-logs')
      if (outcome.kind === 'never') return vacuous('the app writes no log')
      if (outcome.kind === 'cannot') return notRun('driver step name-logs')
      const { files, log } = outcome.facts
      const names: unknown[] = Array.isArray(files) ? files : []
      const texts = names.map(name => (typeof name === 'string' ? target.logOf(name) : undefined))
      if (texts.includes(undefined)) return notRun('driver step name-logs')
      const logs = [...texts, log].filter(text => typeof text === 'string')
      const all = [...roots, ...selected.map(({ after }) => after)]
      return outcomeOf([
        ...logs.map(text => holds(text, [target.elements.token, target.bridge?.token], 'a token')),
        ...logs.map(text => holds(text, all.flatMap(selectedTexts), 'words that were selected')),
        ...logs.map(text => mild(holds(text, all.flatMap(titles), 'a title of an element'))),
      ])
    },
  },
]

/** Shorter words are in any log. */
const MIN_LENGTH = 8

function holds(log: string, words: readonly (string | undefined)[], what: string): Fault | undefined {
  const found = words.some(word => word !== undefined && word.length >= MIN_LENGTH && log.includes(word))
  return found
    ? fault(
        'a log',
        what,
        'a log without tokens and without anything from an answer',
        'log names of steps and durations',
      )
    : undefined
}

/** An app may log a title for reasons of its own. */
const mild = (found: Fault | undefined): Fault | undefined => found && { ...found, level: 'should' }

const selectedTexts = (root: TreeElement): string[] =>
  selectedElements(root).flatMap(({ content = [] }) =>
    content.flatMap(block => (block.type === 'text' ? [block.text] : [])),
  )

const titles = (root: TreeElement): string[] =>
  [...walk(root)].flatMap(({ element }) =>
    element === root || element.title === undefined ? [] : [element.title],
  )
