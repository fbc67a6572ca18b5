import { deepEqual, equal } from 'node:assert/strict'
import { find, textOf } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.js'
import { memoryDesk, type TestDesk } from '../support/desks.js'

const WORDS = 'what it shows'

/** A desk whose user selected words in Ada's comment on the launch plan. */
function selecting(words = WORDS) {
  const desk = memoryDesk()
  desk.does({ act: 'open', what: 'threads' })
  const window = desk.last('threads').id
  const text = desk.data.threads.get(1)?.comments[1]?.text ?? ''
  const start = text.indexOf(words)
  desk.does({ act: 'selectText', window, pane: 'left', comment: 2, start, end: start + words.length })
  const [passage] = desk.state().passages
  return { desk, window, text, id: passage?.id ?? '' }
}

const edited = (desk: TestDesk, text: string) =>
  desk.act({ act: 'editComment', window: desk.last('threads').id, pane: 'left', comment: 2, text })

/** What an id names in the tree now. */
function named(desk: TestDesk, id: string): string | undefined {
  const visit = find(desk.elements(), element => element.id === id)
  return visit && textOf(visit.element)
}

const edits: readonly (readonly [
  where: string,
  edit: (text: string) => string,
  words: string | undefined,
])[] = [
  ['above it', text => `PS. ${text}`, WORDS],
  ['below it', text => `${text} Yes!`, WORDS],
  ['inside it', text => text.replace('it', 'the page'), 'what the page shows'],
  ['over its end', text => text.replace('shows decides', 'means'), 'what it '],
  ['over its begin', text => text.replace('so what it', 'it'), 'it shows'],
  ['over all of it', text => text.replace('so what it shows decides', 'it'), undefined],
  ['to another text altogether', () => 'Never mind.', undefined],
]
for (const [where, edit, words] of edits)
  verifies('EL-9.1-passage', `after an edit ${where} the id names ${words ?? 'nothing, for good'}`, () => {
    const { desk, text, id } = selecting()
    equal(edited(desk, edit(text)).kind, 'done')
    equal(named(desk, id), words)
    equal(edited(desk, text).kind === 'done' && words === undefined ? named(desk, id) : undefined, undefined)
  })

verifies(
  'EL-9.1-passage',
  'an id keeps naming its words after the user selects others, which get another id',
  () => {
    const { desk, window, id } = selecting()
    desk.does({ act: 'selectText', window, pane: 'left', comment: 1, start: 0, end: 3 })
    const [first, second] = desk.state().passages
    deepEqual(
      [first?.selected, second?.selected, named(desk, id), first?.id === second?.id],
      [false, true, WORDS, false],
    )
  },
)

verifies(
  'EL-9.1-id-stable',
  'the same words selected again have the same id, those in the other pane another',
  () => {
    const { desk, window, text, id } = selecting()
    const range = { comment: 2, start: text.indexOf(WORDS), end: text.indexOf(WORDS) + WORDS.length }
    desk.does({ act: 'selectText', window, pane: 'left', comment: 2, start: 0, end: 0 })
    deepEqual(
      desk.state().passages.map(({ selected }) => selected),
      [false],
    )
    desk.does({ act: 'selectText', window, pane: 'left', ...range })
    deepEqual(
      desk.state().passages.map(passage => [passage.id, passage.selected]),
      [[id, true]],
    )
    desk.does({ act: 'show', window, pane: 'right', thread: 1 })
    desk.does({ act: 'selectText', window, pane: 'right', ...range })
    deepEqual(new Set(desk.state().passages.map(passage => passage.id)).size, 2)
  },
)

verifies(
  'FR-14',
  'an edit by an agent moves the words in every window, and undoing it moves them back',
  async () => {
    const { desk, window, text, id } = selecting()
    await desk.calls(`${window}__edit_comment`, { pane: 'left', comment: 2, text: `Note. ${text}` })
    deepEqual([named(desk, id), desk.state().passages[0]?.start], [WORDS, text.indexOf(WORDS) + 6])
    desk.does({ act: 'undo' })
    deepEqual([named(desk, id), desk.state().passages[0]?.start], [WORDS, text.indexOf(WORDS)])
  },
)

verifies('FR-13', 'an edit that began before another one is refused', () => {
  const { desk, window, text } = selecting()
  edited(desk, `${text} One.`)
  const late = { act: 'editComment', window, pane: 'left', comment: 2, text: 'Two.', revision: 1 }
  equal(desk.act(late).kind, 'unavailable')
})

verifies('FR-47', 'a selection never cuts a character in two', () => {
  const { desk, window, text, id } = selecting()
  edited(desk, `a😀b ${text}`)
  desk.does({ act: 'selectText', window, pane: 'left', comment: 2, start: 2, end: 4 })
  const emoji = desk.state().passages.at(-1)?.id ?? ''
  desk.does({ act: 'selectText', window, pane: 'left', comment: 2, start: 1, end: 2 })
  const alone = desk.state().passages.at(-1)?.id ?? ''
  deepEqual([named(desk, emoji), named(desk, alone), named(desk, id)], ['😀b', '😀', WORDS])
  edited(desk, `a😁b ${text}`)
  deepEqual([named(desk, emoji), named(desk, alone), named(desk, id)], ['b', undefined, WORDS])
})

verifies('EL-4.2-gone', 'a passage is gone with its window, and its id is not given out again', () => {
  const { desk, window, id } = selecting()
  desk.does({ act: 'close', window })
  deepEqual([desk.state().passages, named(desk, id)], [[], undefined])
  desk.does({ act: 'open', what: 'threads' })
  desk.does({
    act: 'selectText',
    window: desk.last('threads').id,
    pane: 'left',
    comment: 2,
    start: 0,
    end: 3,
  })
  equal(
    desk.state().passages.some(passage => passage.id === id),
    false,
  )
})

verifies('EL-5.3-reachable', 'showing another thread deselects what was selected in that pane only', () => {
  const { desk, window } = selecting()
  desk.does({ act: 'show', window, pane: 'right', thread: 7 })
  equal(desk.state().passages[0]?.selected, true)
  desk.does({ act: 'show', window, pane: 'left', thread: 7 })
  equal(desk.state().passages[0]?.selected, false)
})
