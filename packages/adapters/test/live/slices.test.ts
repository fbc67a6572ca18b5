/** Work in slices (FR-3). */
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { createClock } from '../../src/dom/live/slices.ts'

/** Works on nodes that each take some time; how long the slice was. */
function slice(nodeMs: number): number {
  let time = 0
  const clock = createClock(5, () => time)
  for (let n = 0; n < 1e6 && !clock.isOver(); n++) time += nodeMs
  return time
}

const speeds = [
  ['quick nodes', 0.001, 5.1],
  ['nodes of a tenth of a millisecond', 0.1, 6],
  ['nodes slower than a slice', 7, 14],
] as const

for (const [title, nodeMs, most] of speeds)
  verifies('FR-3', `a slice of 5 ms of ${title}`, () => expect(slice(nodeMs)).toBeLessThanOrEqual(most))

verifies('FR-3', 'nodes that turn slow while the clock is trusted', () => {
  let time = 0
  const clock = createClock(5, () => time)
  for (let n = 0; n < 100; n++) {
    clock.isOver()
    time += 0.001
  }
  let slow = 0
  while (!clock.isOver()) {
    slow++
    time += 5
  }
  expect(slow).toBeLessThanOrEqual(16)
})

verifies('FR-3', 'past a time, as of the last look', () => {
  let time = 0
  const clock = createClock(5, () => time)
  time = 100
  clock.isOver()
  expect([clock.isPast(99), clock.isPast(101)]).toEqual([true, false])
})
