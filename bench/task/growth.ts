/** How the cost of the work grows with the rows of the page, for each system. */
import { type Slopes, slopesOf } from '../lib/growth.ts'
import { plotSvg, type Series } from '../lib/plot.ts'
import { median, rounded } from '../lib/report.ts'
import { type Figures, msIn, type Row, tokensIn } from './goals.ts'

/** Slopes by system, and two plots. */
export type TaskGrowth = {
  slopes: { [measure: string]: { [system: string]: Slopes } }
  plots: { [name: string]: string }
}

const MEASURES: { [name: string]: { title: string; y: string; of: (run: Figures) => number } } = {
  tokens: {
    title: 'What the work costs an agent: tool list and answers',
    y: 'tokens',
    of: run => tokensIn(run),
  },
  ms: { title: 'How long the work takes', y: 'milliseconds', of: run => msIn(run) },
}

/** Of the plain list, where every row is in the page. */
export function growthOf(rows: readonly Row[]): TaskGrowth {
  const systems = Object.groupBy(
    rows.filter(({ shown }) => shown === 'plain'),
    ({ system }) => system,
  )
  const slopes: TaskGrowth['slopes'] = {}
  const plots: TaskGrowth['plots'] = {}
  for (const [measure, { title, y, of }] of Object.entries(MEASURES)) {
    const series: Series[] = []
    for (const [system, own = []] of Object.entries(systems)) {
      const points = own
        .toSorted((a, b) => a.rows - b.rows)
        .map(({ rows: size, runs }) => [size, median(runs.map(of))] as const)
      const { all, tail } = slopesOf(points)
      ;(slopes[measure] ??= {})[system] = { all: rounded(all), tail: rounded(tail) }
      series.push({
        name: `${system} · ${(Number(all.toFixed(2)) || 0).toFixed(2)}`,
        points,
        isFloor: own[0]?.kind !== 'ours',
      })
    }
    plots[`task-${measure}`] = plotSvg({
      title,
      note: 'Ours in colour, others dashed; both axes are logarithmic; behind each name its slope: 0 does not grow, 1 is linear.',
      x: 'rows in the page',
      y,
      series,
    })
  }
  return { slopes, plots }
}
