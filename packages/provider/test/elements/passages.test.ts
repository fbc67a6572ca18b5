import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { cellsOf, insideOf, replaced } from '../../../../test/support/marked-text.js'
import { verifies } from '../../../../test/support/verifies.js'
import { createIds } from '../../src/elements/ids.js'
import { createPassages } from '../../src/elements/passages.js'

const make = (most?: number) =>
  createPassages({ ids: createIds('zonul'), ...(most === undefined ? {} : { most }) })

/** What a passage says now. */
const wordsOf = (passages: ReturnType<typeof make>, id: string | undefined, text: string) => {
  const found = passages.find(id ?? '')
  return found.kind === 'live' ? text.slice(found.passage.start, found.passage.end) : found.kind
}

verifies('EL-9.1-passage', 'a passage keeps naming its words after the user selects something else', () => {
  const passages = make()
  const first = passages.name('note', { start: 4, end: 8 })
  const second = passages.name('note', { start: 0, end: 3 })
  notEqual(first, second)
  deepEqual([wordsOf(passages, first, 'the idea'), wordsOf(passages, second, 'the idea')], ['idea', 'the'])
  equal(passages.name('note', { start: 4, end: 8 }), first)
  notEqual(passages.name('another note', { start: 4, end: 8 }), first)
})

verifies('EL-9.1-passage', 'selected again after an edit above it, it is the same passage', () => {
  const passages = make()
  const id = passages.name('note', { start: 4, end: 8 })
  passages.edit('note', [{ at: 0, removed: 0, inserted: 10 }])
  equal(passages.name('note', { start: 14, end: 18 }), id)
  notEqual(passages.name('note', { start: 4, end: 8 }), id)
})

verifies('EL-9.1-passage', 'an edit of one text moves nothing in another', () => {
  const passages = make()
  const id = passages.name('note', { start: 4, end: 8 })
  passages.edit('another', [{ at: 0, removed: 100, inserted: 0 }])
  equal(wordsOf(passages, id, 'the idea'), 'idea')
})

verifies('EL-9.1-passage', 'gone once its words are, and not back by an undo, nor by the same words', () => {
  const passages = make()
  const id = passages.name('note', { start: 4, end: 8 })
  passages.edit('note', [{ at: 4, removed: 4, inserted: 0 }], [{ at: 4, removed: 0, inserted: 4 }])
  equal(passages.find(id ?? '').kind, 'gone')
  notEqual(passages.name('note', { start: 4, end: 8 }), id)
})

verifies('EL-9.1-passage', 'gone with its text, with its place, and when the app says so', () => {
  const passages = make()
  const [a, b, c] = [0, 1, 2].map(start => passages.name(start === 0 ? 'note' : 'other', { start, end: 9 }))
  passages.dropText('note')
  passages.drop(b ?? '')
  passages.move('other', () => ({ start: 3, end: 3 }))
  deepEqual(
    [a, b, c].map(id => passages.find(id ?? '').kind),
    ['gone', 'gone', 'gone'],
  )
})

for (const passage of [
  { start: 3, end: 3 },
  { start: 5, end: 3 },
  { start: -1, end: 3 },
  { start: 0, end: Number.NaN },
  { start: 0.5, end: 3 },
])
  verifies('EL-9.1-passage', `${JSON.stringify(passage)} names nothing`, () => {
    equal(make().name('note', passage), undefined)
  })

verifies('EL-4.2-never-issued', 'what was never a passage is unknown, whatever it looks like', () => {
  const passages = make()
  passages.name('note', { start: 0, end: 1 })
  deepEqual(
    ['sel-2', 'sel-0', 'e-1', '', 'sel-'].map(id => passages.find(id).kind),
    Array(5).fill('unknown'),
  )
})

verifies('EL-9.1-passage', 'a bounded number is kept: the one named longest ago is gone first', () => {
  const passages = make(3)
  const ids = [1, 2, 3].map(end => passages.name('note', { start: 0, end }))
  passages.name('note', { start: 0, end: 1 })
  passages.name('note', { start: 0, end: 4 })
  deepEqual(
    ids.map(id => passages.find(id ?? '').kind),
    ['live', 'gone', 'live'],
  )
})

verifies(
  'FR-14',
  'while others type anywhere, each passage says its own words or is gone, never others',
  () => {
    const typed = fc.string({ unit: fc.constantFrom('x', 'é', '😀', '\r\n'), maxLength: 5 })
    const edit = fc.record({ at: fc.nat(60), removed: fc.nat(9), typed })
    const range = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), fc.array(range, { maxLength: 4 }), (edits, ranges) => {
        let text = 'The words of a note, written by one and read by all.'
        const passages = make()
        const named = ranges.map(([start, length]) => {
          const passage = { start, end: Math.min(start + length, text.length) }
          return { id: passages.name('note', passage), cells: cellsOf(text, passage) }
        })
        for (const { at, removed, typed: insert } of edits) {
          const from = Math.min(at, text.length)
          const gone = Math.min(removed, text.length - from)
          text = text.slice(0, from) + insert + text.slice(from + gone)
          passages.edit('note', [{ at: from, removed: gone, inserted: insert.length }])
          for (const each of named) each.cells = replaced(each.cells, from, gone, insert)
        }
        for (const { id, cells } of named) equal(wordsOf(passages, id, text), insideOf(cells) || 'gone')
      }),
    )
  },
)

verifies(
  'FR-47',
  'passages over emoji, combining marks, right-to-left text and \\r\\n are counted in UTF-16 code units',
  () => {
    const text = 'a😀 e\u0301 \u05e9\u05dc\u05d5\u05dd\r\nend'
    const passages = make()
    const parts = ['😀', 'e\u0301', '\u05e9\u05dc\u05d5\u05dd', 'end']
    const ids = parts.map(part => {
      const start = text.indexOf(part)
      return passages.name('note', { start, end: start + part.length })
    })
    const after = text.replace('a', '👩‍👩‍👧').replace('\r\n', '\r\n\r\n')
    const at = text.indexOf('\r\n')
    passages.edit('note', [
      { at: 0, removed: 1, inserted: 8 },
      { at, removed: 0, inserted: 2 },
    ])
    deepEqual(
      ids.map(id => wordsOf(passages, id, after)),
      parts,
    )
    ok(after.isWellFormed())
  },
)
