/** Which part of a long list is on the screen. */
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { Box } from '../../src/dom/live/appearance.ts'
import { spanMeeting } from '../../src/dom/live/sibling-window.ts'

const row = (top: number): Box => ({ left: 0, right: 100, top, bottom: top + 20 })
const screen = { left: 0, right: 100, top: 0, bottom: 600 }

/** Asks for the span and counts how many rows were measured. */
function ask(count: number, boxAt: (index: number) => Box | undefined) {
  let measured = 0
  const span = spanMeeting(
    count,
    index => {
      measured++
      return boxAt(index)
    },
    screen,
  )
  return { span, measured }
}

const scrolls = [
  ['at the beginning', 0],
  ['in the middle', 50_000],
  ['at the end', 99_970],
] as const

for (const [title, first] of scrolls)
  verifies('FR-4', `100,000 rows scrolled to ${title}: found by measuring a few`, () => {
    const { span, measured } = ask(100_000, index => row((index - first) * 20))
    expect(span?.from).toBeLessThanOrEqual(first)
    expect(span?.from).toBeGreaterThan(first - 20)
    expect(span?.to).toBeGreaterThanOrEqual(first + 30)
    expect(span?.to).toBeLessThan(first + 60)
    expect(measured).toBeLessThan(50)
  })

verifies('FR-4', 'rows without a box are passed over', () => {
  const { span } = ask(1000, index => (index % 3 === 0 ? undefined : row(index * 20)))
  expect(span?.from).toBe(0)
  expect(span?.to).toBeGreaterThanOrEqual(30)
})

verifies('FR-4', 'cells beside each other', () => {
  expect(ask(1000, index => row(Math.floor(index / 10) * 20)).span?.to).toBeGreaterThanOrEqual(300)
})

const others = [
  ['from bottom to top', (index: number) => row(-index * 20)],
  ['without any box', () => undefined],
] as const

for (const [title, boxAt] of others)
  verifies('FR-4', `a list ${title} has to be measured row by row`, () =>
    expect(ask(1000, boxAt).span).toBeUndefined(),
  )
