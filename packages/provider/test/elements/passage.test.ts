import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { movePassage, movePassages, type Splice, spliceBetween } from '../../src/elements/passage.js'

const BEFORE = 'Say what it shows, not how.'
const WORDS = 'what it shows'
const rows = [
  ['typed before it', 'Please say: Say what it shows, not how.', WORDS],
  ['typed after it', 'Say what it shows, not how. Ever.', WORDS],
  ['typed right at its start', 'Say just what it shows, not how.', WORDS],
  ['typed right at its end', 'Say what it shows best, not how.', WORDS],
  ['typed inside it', 'Say what it really shows, not how.', 'what it really shows'],
  ['its first word deleted', 'Say it shows, not how.', 'it shows'],
  ['its last word deleted', 'Say what it, not how.', 'what it'],
  ['a cut across its start', 'it shows, not how.', 'it shows'],
  ['a cut across its end', 'Say what', 'what'],
  ['all of it deleted', 'Say , not how.', undefined],
  ['all of it replaced', 'Say XYZ, not how.', undefined],
  ['everything deleted', '', undefined],
] as const

for (const [title, after, words] of rows)
  verifies('EL-9.1-passage', title, () => {
    const start = BEFORE.indexOf(WORDS)
    const moved = movePassage({ start, end: start + WORDS.length }, spliceBetween(BEFORE, after))
    equal(moved && after.slice(moved.start, moved.end), words)
  })

verifies(
  'EL-9.1-passage',
  'an edit outside leaves the words as they are, wherever and whatever it is',
  () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    fc.assert(
      fc.property(text, text, text, text, (left, right, newLeft, newRight) => {
        const before = `${left}«passage»${right}`
        const after = `${newLeft}«passage»${right}`
        const passage = { start: left.length, end: left.length + 9 }
        const moved = movePassage(passage, { at: 0, removed: left.length, inserted: newLeft.length })
        equal(moved && after.slice(moved.start, moved.end), '«passage»')
        const tail = { at: before.length - right.length, removed: right.length, inserted: newRight.length }
        deepEqual(movePassage(passage, tail), passage)
      }),
    )
  },
)

verifies('EL-9.1-passage', 'the splice between two texts turns one into the other', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (before, after) => {
      const { at, removed, inserted } = spliceBetween(before, after)
      equal(before.slice(0, at) + after.slice(at, at + inserted) + before.slice(at + removed), after)
    }),
  )
})

verifies('FR-47', 'no splice cuts an emoji in two, so a passage that moved holds whole characters', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '😁', '🙂'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { at, removed, inserted } = spliceBetween(before, after)
      const cut = [before.slice(0, at), before.slice(at + removed), after.slice(at, at + inserted)]
      ok(cut.every(part => part.isWellFormed()))
    }),
  )
})

const several: readonly (readonly [string, readonly Splice[], string | undefined])[] = [
  [
    'both ends cut',
    [
      { at: 0, removed: 6, inserted: 0 },
      { at: 15, removed: 12, inserted: 0 },
    ],
    'at it sho',
  ],
  [
    'its two halves taken one by one',
    [
      { at: 4, removed: 6, inserted: 0 },
      { at: 10, removed: 7, inserted: 1 },
    ],
    undefined,
  ],
  [
    'told in any order',
    [
      { at: 17, removed: 0, inserted: 3 },
      { at: 0, removed: 0, inserted: 2 },
    ],
    WORDS,
  ],
  ['nothing', [], WORDS],
]
for (const [title, splices, words] of several)
  verifies('EL-9.1-passage', `many splices in one change: ${title}`, () => {
    let after = BEFORE
    for (const { at, removed, inserted } of splices.toSorted((a, b) => b.at - a.at))
      after = after.slice(0, at) + '+'.repeat(inserted) + after.slice(at + removed)
    const start = BEFORE.indexOf(WORDS)
    const moved = movePassages({ start, end: start + WORDS.length }, splices)
    equal(moved && after.slice(moved.start, moved.end), words)
  })
