/** How many orders each month brought, as bars. */
import type { ReactNode } from 'react'
import type { ReportFigures } from '../../../src/data/types.js'

const WIDTH = 600
const HEIGHT = 150
const FOOT = 18
const HEAD = 16

/** The bars, and the same in words. */
export function MonthBars({ figures }: { figures: ReportFigures }): ReactNode {
  const counts = new Map<string, number>()
  for (const { month, count } of figures.byMonth) counts.set(month, (counts.get(month) ?? 0) + count)
  const months = [...counts]
  const highest = Math.max(1, ...counts.values())
  const step = WIDTH / Math.max(1, months.length)
  const words = months.map(([month, count]) => `${month} ${count}`).join(', ')
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Bar chart of orders by month: ${words}.`}
      data-copane-subrole="chart"
    >
      {months.map(([month, count], at) => {
        const height = ((HEIGHT - HEAD - FOOT) * count) / highest
        const middle = at * step + step / 2
        const top = HEIGHT - FOOT - height
        return (
          <g key={month}>
            <rect x={at * step + step * 0.16} y={top} width={step * 0.68} height={height} rx="2" />
            <text x={middle} y={top - 4}>
              {count}
            </text>
            <text className="axis" x={middle} y={HEIGHT - 5}>
              {months.length > 14 ? month.slice(2) : monthName(month)}
            </text>
          </g>
        )
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
    </svg>
  )
}

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthName = (month: string): string => NAMES[Number(month.slice(5)) - 1] ?? month
