/** How a cost grows with a size: the exponent of a power law, as the slope of a line on a log plot. */

/** A size and what it cost. */
export type Point = readonly [size: number, cost: number]

/** What grows in which power: of all points, and of the last three, where what is fixed counts least. */
export type Slopes = { all: number; tail: number }

const TAIL = 3

/** The slope by least squares; NaN for fewer than two sizes. */
export function slopeOf(points: readonly Point[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (axis: 0 | 1): number => logs.reduce((sum, log) => sum + log[axis], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const over = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0)
  return over / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0)
}

/** Both slopes; the sizes ascend. */
export const slopesOf = (points: readonly Point[]): Slopes => ({
  all: slopeOf(points),
  tail: slopeOf(points.slice(-TAIL)),
})
