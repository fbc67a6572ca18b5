/** A passage follows the edits of its text (EL-9.1-passage). */
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { moveInText } from '../../src/dom/live/passage-text.ts'

/** Brackets mark the passage before and after; no bracket after says that it is gone. */
const rows = [
  ['an edit before', 'ab[cd]ef', 'xxab[cd]ef'],
  ['an edit after', 'ab[cd]ef', 'ab[cd]efxx'],
  ['typing within', 'ab[cd]ef', 'ab[cxd]ef'],
  ['typing at the beginning stays outside', 'ab[cd]ef', 'abx[cd]ef'],
  ['typing at the end stays outside', 'ab[cd]ef', 'ab[cd]xef'],
  ['its beginning deleted', 'ab[cd]ef', 'a[d]ef'],
  ['its end deleted', 'ab[cd]ef', 'ab[c]f'],
  ['all of it deleted', 'ab[cd]ef', 'abef'],
  ['all of it and more deleted', 'ab[cd]ef', 'af'],
  ['replaced', 'ab[cd]ef', 'abxyef'],
] as const

for (const [title, marked, expected] of rows)
  verifies('EL-9.1-passage', title, () => {
    const before = marked.replace(/[[\]]/g, '')
    const after = expected.replace(/[[\]]/g, '')
    const moved = moveInText(before, after, marked.indexOf('['), marked.indexOf(']') - 1)
    const shown =
      moved &&
      `${after.slice(0, moved.start)}[${after.slice(moved.start, moved.end)}]${after.slice(moved.end)}`
    expect(shown).toBe(expected.includes('[') ? expected : undefined)
  })

verifies('EL-9.1-passage', 'whatever is edited: within the text, and never empty', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), fc.nat(), (before, after, a, b) => {
      const start = a % (before.length + 1)
      const end = start + (b % (before.length - start + 1))
      if (end === start) return
      const moved = moveInText(before, after, start, end)
      if (!moved) return
      expect(moved.start).toBeGreaterThanOrEqual(0)
      expect(moved.end).toBeLessThanOrEqual(after.length)
      expect(moved.end).toBeGreaterThan(moved.start)
    }),
  )
})
