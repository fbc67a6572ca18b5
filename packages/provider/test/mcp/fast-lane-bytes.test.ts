import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.js'
import { createKeptBytes } from '../../src/mcp/fast-lane-bytes.js'

const together = (blocks: readonly Uint8Array[]): string => Buffer.concat(blocks).toString('utf8')

const part = fc.oneof(
  fc.constantFrom('', ',', 'ü', '🙂', 'x'.repeat(20_000), 'y'.repeat(40_000)),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)

verifies('D-02', 'whatever parts come after each other, the bytes are those of the text', () => {
  fc.assert(
    fc.property(fc.array(fc.array(part, { maxLength: 12 }), { maxLength: 6 }), texts => {
      const bytesOf = createKeptBytes()
      for (const parts of texts) equal(together(bytesOf(parts)), parts.join(''))
    }),
    { numRuns: 300 },
  )
})

const rows = Array.from({ length: 2000 }, (_, at) => `,row ${at} ${'x'.repeat(300)}`)
const edits: [title: string, edit: (rows: string[]) => string[], most: number][] = [
  ['nothing', all => all, 0],
  ['one changed', all => all.with(1234, ',another'), 2],
  ['one put in first', all => [',new', ...all], 1],
  ['one put in the middle', all => all.toSpliced(777, 0, ',new'), 3],
  ['one taken out', all => all.toSpliced(777, 1), 2],
  ['two far apart', all => all.with(5, 'a').with(1995, 'b'), 4],
]
for (const [title, edit, most] of edits)
  verifies('D-02', `${title}: ${most} blocks at most are written anew`, () => {
    const bytesOf = createKeptBytes()
    const before = new Set(bytesOf(rows))
    const after = edit([...rows])
    const blocks = bytesOf(after)
    equal(together(blocks), after.join(''))
    ok(blocks.filter(block => !before.has(block)).length <= most)
  })

verifies('D-02', 'what is not part of the text any more is forgotten', () => {
  const bytesOf = createKeptBytes()
  const first = bytesOf(rows)
  bytesOf(['something else'])
  const again = bytesOf(rows)
  deepEqual(together(again), together(first))
  ok(again.every(block => !first.includes(block)))
})
