import { deepEqual, equal, ok } from 'node:assert/strict'
import { createIds, createPassages } from '@copane/provider'
import fc from 'fast-check'
import { applyUpdate, Doc, encodeStateAsUpdate, type Text, UndoManager } from 'yjs'
import { cellsOf, insideOf, replaced } from '../../../../test/support/marked-text.js'
import { verifies } from '../../../../test/support/verifies.js'
import { passageIn, relativePassage, splicesOf } from '../../src/yjs/index.js'

const WORDS = 'what it shows'
const BEFORE = `Say ${WORDS}, not how.`
const START = BEFORE.indexOf(WORDS)
const END = START + WORDS.length

function textWith(content: string): Text {
  const text = new Doc().getText('note')
  text.insert(0, content)
  return text
}

/** A text with one passage in it, followed in both ways: held on to its characters, and moved along the events. */
function open(content: string, passage: { start: number; end: number }) {
  const text = textWith(content)
  const relative = relativePassage(text, passage)
  const passages = createPassages({ ids: createIds('zonul') })
  const id = passages.name('note', passage) ?? ''
  text.observe(event => passages.edit('note', splicesOf(event.delta)))
  const said = (range: { start: number; end: number } | undefined) =>
    range ? text.toJSON().slice(range.start, range.end) : 'gone'
  return {
    text,
    held: () => said(passageIn(text, relative)),
    moved() {
      const found = passages.find(id)
      return said(found.kind === 'live' ? found.passage : undefined)
    },
  }
}

const rows: readonly (readonly [string, (text: Text) => void, string])[] = [
  ['typed at its start', text => text.insert(START, 'just '), WORDS],
  ['typed at its end', text => text.insert(END, ' best'), WORDS],
  ['typed inside it', text => text.insert(START + 8, 'really '), 'what it really shows'],
  ['a deletion that touches its start', text => text.delete(0, START), WORDS],
  ['a deletion that touches its end', text => text.delete(END, BEFORE.length - END), WORDS],
  ['a deletion over its start', text => text.delete(0, START + 5), 'it shows'],
  ['a deletion over its end', text => text.delete(END - 6, 12), 'what it'],
  ['exactly it deleted', text => text.delete(START, WORDS.length), 'gone'],
  ['an emoji typed before it', text => text.insert(0, '👩‍👩‍👧'), WORDS],
]
for (const [title, edit, words] of rows)
  verifies('EL-9.1-passage', `Yjs: ${title}`, () => {
    const note = open(BEFORE, { start: START, end: END })
    edit(note.text)
    deepEqual([note.held(), note.moved()], [words, words])
  })

verifies('EL-9.1-passage', 'Yjs: many edits in one transaction, by delta', () => {
  const note = open(BEFORE, { start: START, end: END })
  note.text.doc?.transact(() => {
    note.text.insert(0, 'Please: ')
    note.text.delete(START + 8 + 4, 3)
    note.text.insertEmbed(0, { picture: 'cat' })
  })
  const { start, end } = { start: START + 9, end: END + 9 - 3 }
  equal(note.text.length, BEFORE.length + 8 + 1 - 3)
  const passages = createPassages({ ids: createIds('zonul') })
  const id = passages.name('note', { start: START, end: END }) ?? ''
  passages.edit(
    'note',
    splicesOf([{ insert: [{}] }, { insert: 'Please: ' }, { retain: START + 4 }, { delete: 3 }]),
  )
  deepEqual(passages.find(id), { kind: 'live', text: 'note', passage: { start, end } })
})

verifies('EL-9.1-passage', "Yjs: another person's edits, made meanwhile, lead it nowhere else", () => {
  const note = open(BEFORE, { start: START, end: END })
  const other = new Doc()
  if (note.text.doc) applyUpdate(other, encodeStateAsUpdate(note.text.doc))
  other.getText('note').insert(0, 'Now then. ')
  other.getText('note').delete(10 + START + 4, 3)
  note.text.insert(0, 'First: ')
  if (note.text.doc) applyUpdate(note.text.doc, encodeStateAsUpdate(other))
  deepEqual([note.held(), note.moved()], ['what shows', 'what shows'])
})

verifies('EL-9.1-passage', 'Yjs: undo of a deletion inside it gives it back its words', () => {
  const note = open(BEFORE, { start: START, end: END })
  const undoing = new UndoManager(note.text)
  note.text.delete(START + 4, 3)
  undoing.undo()
  deepEqual([note.text.toJSON(), note.held(), note.moved()], [BEFORE, WORDS, WORDS])
})

verifies('EL-9.1-passage', 'Yjs: a passage of another text, or of a text in no document, is nowhere', () => {
  const text = textWith(BEFORE)
  const relative = relativePassage(text, { start: START, end: END })
  equal(passageIn(textWith(BEFORE), relative), undefined)
  equal(passageIn(text.clone(), relative), undefined)
})

verifies(
  'EL-9.1-passage',
  'Yjs: whatever is typed, both ways of following say what is left between the ends',
  () => {
    const edit = fc.record({
      at: fc.nat(60),
      removed: fc.nat(9),
      typed: fc.string({ unit: fc.constantFrom('x', 'e\u0301', '😀', 'ש'), maxLength: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 15 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 12 }),
        (edits, start, length) => {
          const content = 'The words of a note, written by one, read by all.'
          const note = open(content, { start, end: start + length })
          let cells = cellsOf(content, { start, end: start + length })
          for (const { at, removed, typed } of edits) {
            const from = whole(cells, at)
            const count = whole(cells, from + removed) - from
            note.text.doc?.transact(() => {
              note.text.delete(from, count)
              note.text.insert(from, typed)
            })
            cells = replaced(cells, from, count, typed)
          }
          equal(note.text.toJSON(), cells.map(cell => cell.unit).join(''))
          equal(note.moved(), insideOf(cells) || 'gone')
          // Held on to characters that are deleted, an end may take in what replaced them: never less.
          const held = note.held()
          ok(insideOf(cells) === '' || held.includes(insideOf(cells)))
        },
      ),
    )
  },
)

/** A place in a text that cuts no pair: Yjs makes two replacement characters of one that is cut. */
function whole(cells: readonly { unit: string }[], at: number): number {
  const place = Math.min(at, cells.length)
  return /[\udc00-\udfff]/.test(cells[place]?.unit ?? '') ? place + 1 : place
}
