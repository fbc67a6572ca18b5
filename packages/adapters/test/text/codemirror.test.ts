import { deepEqual, equal } from 'node:assert/strict'
import { history, undo } from '@codemirror/commands'
import { ChangeSet, EditorState, Text, type TransactionSpec } from '@codemirror/state'
import { createIds, createPassages } from '@copane/provider'
import fc from 'fast-check'
import { cellsOf, insideOf, replaced } from '../../../../test/support/marked-text.js'
import { verifies } from '../../../../test/support/verifies.js'
import { splicesOf } from '../../src/codemirror/index.js'

const WORDS = 'what it shows'
const BEFORE = `Say ${WORDS}, not how.`
const START = BEFORE.indexOf(WORDS)
const END = START + WORDS.length

/** A CodeMirror document with one passage in it. */
function open(text: string, passage: { start: number; end: number }) {
  let state = EditorState.create({ doc: text, extensions: [history()] })
  const passages = createPassages({ ids: createIds('zonul') })
  const id = passages.name('doc', passage) ?? ''
  const take = (transaction: { state: EditorState; changes: ChangeSet }) => {
    state = transaction.state
    passages.edit('doc', splicesOf(transaction.changes))
  }
  return {
    change: (changes: TransactionSpec['changes']) => take(state.update({ changes: changes ?? [] })),
    undo: () => undo({ state, dispatch: take }),
    words() {
      const found = passages.find(id)
      return found.kind === 'live'
        ? state.doc.sliceString(found.passage.start, found.passage.end)
        : found.kind
    },
    text: () => state.doc.toString(),
  }
}

const rows: readonly (readonly [string, TransactionSpec['changes'], string])[] = [
  ['typed at its start', { from: START, insert: 'just ' }, WORDS],
  ['typed at its end', { from: END, insert: ' best' }, WORDS],
  ['typed inside it', { from: START + 8, insert: 'really ' }, 'what it really shows'],
  ['a deletion that touches its start', { from: 0, to: START }, WORDS],
  ['a deletion that touches its end', { from: END }, WORDS],
  ['a deletion over its start', { from: 0, to: START + 5 }, 'it shows'],
  ['its first word replaced', { from: START, to: START + 4, insert: 'all' }, ' it shows'],
  ['its last word replaced', { from: END - 5, to: END, insert: 'is' }, 'what it '],
  ['exactly it replaced', { from: START, to: END, insert: 'XYZ' }, 'gone'],
  ['exactly it deleted', { from: START, to: END }, 'gone'],
  [
    'many changes at once',
    [
      { from: 0, to: 4, insert: 'Tell ' },
      { from: START + 4, to: START + 7 },
      { from: END + 1, insert: '…' },
    ],
    'what shows',
  ],
  ['an emoji typed before it', { from: 0, insert: '👩‍👩‍👧' }, WORDS],
  ['a line break typed inside it', { from: START + 4, insert: '\r\n' }, 'what\n it shows'],
]
for (const [title, changes, words] of rows)
  verifies('EL-9.1-passage', `CodeMirror: ${title}`, () => {
    const editor = open(BEFORE, { start: START, end: END })
    editor.change(changes)
    equal(editor.words(), words)
  })

verifies(
  'EL-9.1-passage',
  'CodeMirror: undo of a deletion brings back the text, not a passage that was gone',
  () => {
    const partly = open(BEFORE, { start: START, end: END })
    partly.change({ from: START + 4, to: START + 7 })
    partly.undo()
    deepEqual([partly.text(), partly.words()], [BEFORE, WORDS])
    const wholly = open(BEFORE, { start: START, end: END })
    wholly.change({ from: START, to: END })
    wholly.undo()
    deepEqual([wholly.text(), wholly.words()], [BEFORE, 'gone'])
  },
)

const edit = fc.record({
  at: fc.nat(60),
  removed: fc.nat(9),
  typed: fc.string({ unit: fc.constantFrom('x', 'e\u0301', '😀', '\n', 'ש'), maxLength: 4 }),
})

verifies(
  'EL-9.1-passage',
  'CodeMirror: whatever is typed and undone, a passage says what is left between its ends',
  () => {
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 15 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 12 }),
        (edits, start, length) => {
          const passage = { start, end: start + length }
          const text = 'The words 😀 of a note,\nwritten by one, read by all.'
          const editor = open(text, passage)
          let cells = cellsOf(text, passage)
          for (const { at, removed, typed } of edits) {
            const from = Math.min(at, cells.length)
            const to = Math.min(from + removed, cells.length)
            editor.change({ from, to, insert: Text.of(typed.split('\n')) })
            cells = replaced(cells, from, to - from, typed)
          }
          equal(editor.text(), cells.map(cell => cell.unit).join(''))
          equal(editor.words(), insideOf(cells) || 'gone')
        },
      ),
    )
  },
)

verifies(
  'EL-9.1-passage',
  'CodeMirror: many changes in one transaction move a passage as one after another do',
  () => {
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 6 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 12 }),
        (edits, start, length) => {
          const text = 'The words of a note, written by one and read by all.'
          const passage = { start, end: start + length }
          const editor = open(text, passage)
          const changes = edits.map(({ at, removed, typed }) => ({
            from: Math.min(at, text.length),
            to: Math.min(at + removed, text.length),
            insert: typed,
          }))
          const apart: typeof changes = []
          for (const change of changes.toSorted((a, b) => a.from - b.from))
            if (change.from > (apart.at(-1)?.to ?? -1)) apart.push(change)
          const one = ChangeSet.of(apart, text.length)
          editor.change(one)
          const cells = apart
            .toReversed()
            .reduce(
              (at, { from, to, insert }) => replaced(at, from, to - from, insert),
              cellsOf(text, passage),
            )
          equal(editor.words(), insideOf(cells) || 'gone')
        },
      ),
    )
  },
)
