import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.ts'
import { createEraser } from '../../src/consent/erase.ts'

const rows: [title: string, passages: string[], text: string, want: string][] = [
  ['nothing to take out', [], 'all of it', 'all of it'],
  ['the whole text', ['all of it'], ' all of it\n', '█'],
  ['in the middle', ['secret'], 'a secret word', 'a █ word'],
  ['each time', ['key'], 'key, key and keys', '█, █ and █s'],
  ['passages that touch', ['abc', 'def'], 'abcdef!', '█!'],
  ['passages that overlap', ['abcd', 'cdef'], '-abcdef-', '-█-'],
  ['one inside the other', ['a long one', 'long'], 'a long one, so long', '█, so █'],
  [
    'a line of a longer passage',
    ['first line\nsecond line\nthird line'],
    'x\n  second line  \ny',
    'x\n  █  \ny',
  ],
  ['its first line after other words', ['end of one\nstart of two'], 'the end of one', 'the █'],
  ['its last line before other words', ['end of one\nstart of two'], 'start of two goes on', '█ goes on'],
  ['line ends of another kind', ['first line\nsecond line'], 'first line\r\nsecond line', '█\r\n█'],
  ['one letter as a whole text', ['e'], 'e', ''],
  ['one letter inside words', ['e'], 'the tree', 'the tree'],
  ['a passage of spaces', ['  '], 'a  b', 'a  b'],
]
for (const [title, passages, text, want] of rows)
  verifies('EL-9.2-show-remove', `taking out a passage: ${title}`, () => {
    equal(createEraser(passages)(text).text, want)
  })

const cuts: [shown: number, want: string, missing: number][] = [
  [100, 'before █ after', 0],
  [16, 'before █ af', 3],
  [14, 'before █ ', 5],
  [13, 'before █', 6],
  [9, 'before █', 6],
  [7, 'before ', 12],
  [3, 'bef', 16],
]
for (const [shown, want, missing] of cuts)
  verifies(
    'EL-9.2-show-remove',
    `of a text of which ${shown} are shown, nothing more comes into sight`,
    () => {
      const { text, missing: hidden } = createEraser(['secret'])('before secret after', shown)
      deepEqual([text, hidden], [want, missing])
    },
  )

verifies('EL-9.2-show-remove', 'a thousand passages are taken out one by one, and nothing else', () => {
  const erase = createEraser(Array.from({ length: 1000 }, (_, at) => `Order ${at} of the list`))
  equal(erase('see Order 7 of the list, or Order 999 of the list').text, 'see █, or █')
  equal(erase('see Order 1000 of the list').text, 'see Order 1000 of the list')
})

verifies(
  'EL-9.2-show-remove',
  'a text too long to look through for very many passages is taken out whole',
  () => {
    const erase = createEraser(Array.from({ length: 500 }, (_, at) => `${at} `.repeat(at + 1)))
    equal(erase('x'.repeat(1_000_000)).text, '█')
  },
)

verifies('EL-9.2-show-remove', 'no passage of three characters or more is left in any text', () => {
  const word = fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀'),
  })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 4 }),
      word,
      word,
      fc.nat(30),
      (passages, before, after, shown) => {
        const erase = createEraser(passages)
        for (const passage of passages) {
          if (passage.trim().length < 3) continue
          const { text } = erase(before + passage + after, shown)
          ok(!text.includes(passage.trim()))
        }
      },
    ),
    { numRuns: 2000 },
  )
})

verifies('EL-9.2-show-remove', 'four megabytes of text take no time to speak of', () => {
  const text = 'a line of a long document\n'.repeat(160_000)
  const before = performance.now()
  const erase = createEraser(Array.from({ length: 20 }, (_, at) => `passage ${at}\nof two lines`))
  equal(erase(text).isBlotted, false)
  const tookMs = performance.now() - before
  ok(tookMs < 4000, `${tookMs} ms`)
})
