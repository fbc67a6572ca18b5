import { deepEqual, equal } from 'node:assert/strict'
import { createIds, createPassages } from '@copane/provider'
import fc from 'fast-check'
import { history, undo } from 'prosemirror-history'
import { Schema } from 'prosemirror-model'
import { EditorState, type Transaction } from 'prosemirror-state'
import { Transform } from 'prosemirror-transform'
import { cellsOf, insideOf, replaced } from '../../../../test/support/marked-text.js'
import { verifies } from '../../../../test/support/verifies.js'
import { changesOf, wordsOf } from '../../src/prosemirror/index.js'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*' },
    quote: { content: 'paragraph+' },
    text: {},
  },
  marks: { strong: {} },
})

const WORDS = 'what it shows'
const BEFORE = `Say ${WORDS}, not how.`
/** Positions count the border of the paragraph. */
const START = BEFORE.indexOf(WORDS) + 1
const END = START + WORDS.length

/** A ProseMirror document with one passage in it. */
function open(text: string, passage: { start: number; end: number }) {
  const paragraph = schema.node('paragraph', undefined, [schema.text(text)])
  let state = EditorState.create({ doc: schema.node('doc', undefined, [paragraph]), plugins: [history()] })
  const passages = createPassages({ ids: createIds('zonul') })
  const id = passages.name('doc', passage) ?? ''
  const take = (transaction: Transaction) => {
    state = state.apply(transaction)
    passages.edit('doc', ...changesOf(transaction.mapping))
  }
  return {
    change(edit: (transaction: Transaction) => Transaction) {
      take(edit(state.tr))
    },
    undo: () => undo(state, take),
    words() {
      const found = passages.find(id)
      return found.kind === 'live' ? wordsOf(state.doc, found.passage) : found.kind
    },
    text: () => state.doc.textBetween(0, state.doc.content.size, '\n'),
  }
}

const rows: readonly (readonly [string, (transaction: Transaction) => Transaction, string])[] = [
  ['typed at its start', tr => tr.insertText('just ', START), WORDS],
  ['typed at its end', tr => tr.insertText(' best', END), WORDS],
  ['typed inside it', tr => tr.insertText('really ', START + 8), 'what it really shows'],
  ['a deletion that touches its start', tr => tr.delete(1, START), WORDS],
  ['a deletion that touches its end', tr => tr.delete(END, BEFORE.length + 1), WORDS],
  ['a deletion over its end', tr => tr.delete(END - 6, BEFORE.length + 1), 'what it'],
  ['its first word replaced', tr => tr.insertText('all', START, START + 4), ' it shows'],
  ['its last word replaced', tr => tr.insertText('is', END - 5, END), 'what it '],
  ['exactly it replaced', tr => tr.insertText('XYZ', START, END), 'gone'],
  ['exactly it deleted', tr => tr.delete(START, END), 'gone'],
  [
    'many steps in one transaction',
    tr =>
      tr
        .insertText('Please: ', 1)
        .delete(START + 8 + 4, START + 8 + 7)
        .insertText('!', 1),
    'what shows',
  ],
  ['its paragraph split inside it', tr => tr.split(START + 4), 'what\n it shows'],
  ['its paragraph split before it', tr => tr.split(START), WORDS],
  ['a part of it made bold', tr => tr.addMark(START, START + 4, schema.mark('strong')), WORDS],
  ['an emoji typed before it', tr => tr.insertText('👩‍👩‍👧', 1), WORDS],
]
for (const [title, edit, words] of rows)
  verifies('EL-9.1-passage', `ProseMirror: ${title}`, () => {
    const editor = open(BEFORE, { start: START, end: END })
    editor.change(edit)
    equal(editor.words(), words)
  })

verifies(
  'EL-9.1-passage',
  'ProseMirror: undo of a deletion brings back the text, not a passage that was gone',
  () => {
    const partly = open(BEFORE, { start: START, end: END })
    partly.change(tr => tr.delete(START + 4, START + 7))
    partly.undo()
    deepEqual([partly.text(), partly.words()], [BEFORE, WORDS])
    const wholly = open(BEFORE, { start: START, end: END })
    wholly.change(tr => tr.delete(START, END))
    wholly.undo()
    deepEqual([wholly.text(), wholly.words()], [BEFORE, 'gone'])
  },
)

verifies(
  'EL-9.1-passage',
  'ProseMirror: whatever is typed, a passage says what is left between its ends',
  () => {
    const edit = fc.record({
      at: fc.nat(60),
      removed: fc.nat(9),
      typed: fc.string({ unit: fc.constantFrom('x', 'e\u0301', '😀', 'ש'), maxLength: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 6 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 12 }),
        (transactions, start, length) => {
          const text = 'The words 😀 of a note, written by one, read by all.'
          const editor = open(text, { start: start + 1, end: start + length + 1 })
          let cells = cellsOf(text, { start, end: start + length })
          for (const edits of transactions)
            editor.change(tr => {
              for (const { at, removed, typed } of edits) {
                const from = Math.min(at, cells.length)
                const to = Math.min(from + removed, cells.length)
                if (from === to && typed === '') continue
                tr.replaceWith(from + 1, to + 1, typed === '' ? [] : schema.text(typed))
                cells = replaced(cells, from, to - from, typed)
              }
              return tr
            })
          equal(editor.text(), cells.map(cell => cell.unit).join(''))
          equal(editor.words(), insideOf(cells) || 'gone')
        },
      ),
    )
  },
)

verifies(
  'FR-47',
  'ProseMirror: positions count the borders of nodes, and words are told without them',
  () => {
    const paragraphs = ['One é😀', 'two'].map(text =>
      schema.node('paragraph', undefined, [schema.text(text)]),
    )
    const transform = new Transform(schema.node('doc', undefined, paragraphs))
    const passage = { start: 5, end: 12 }
    equal(wordsOf(transform.doc, passage), 'é😀\ntw')
    transform.delete(1, 5).delete(4, 6)
    deepEqual(changesOf(transform.mapping), [
      [{ at: 1, removed: 4, inserted: 0 }],
      [{ at: 4, removed: 2, inserted: 0 }],
    ])
    equal(wordsOf(transform.doc, { start: 1, end: 6 }), 'é😀tw')
    equal(wordsOf(transform.doc, { start: 0, end: 1 }), '')
  },
)
