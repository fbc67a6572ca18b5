/** The bar chart of a report: how many orders each month brought. */
import type { ReportFigures } from '../data/index.js'
import { encodePng } from './png.js'

/** A chart as a picture, and in words. */
export type Chart = { mimeType: 'image/png'; base64: string; alt: string }

/** The chart of some figures; the same figures give the same chart, drawn once. */
export function chartOf(figures: ReportFigures): Chart {
  const known = charts.get(figures)
  if (known) return known
  const months = ordersByMonth(figures)
  const chart: Chart = {
    mimeType: 'image/png',
    base64: drawn(months.map(({ count }) => count)),
    alt: altOf(months),
  }
  charts.set(figures, chart)
  return chart
}

type Month = { month: string; count: number }

const charts = new WeakMap<ReportFigures, Chart>()

function ordersByMonth({ byMonth }: ReportFigures): Month[] {
  const counts = new Map<string, number>()
  for (const { month, count } of byMonth) counts.set(month, (counts.get(month) ?? 0) + count)
  return [...counts].map(([month, count]) => ({ month, count }))
}

function altOf(months: readonly Month[]): string {
  if (months.length === 0) return 'Bar chart of orders by month; there are none.'
  const words = months.map(({ month, count }) => `${month} ${count}`).join(', ')
  return `Bar chart of orders by month: ${words}.`
}

const BAR = 16
const GAP = 4
const HEIGHT = 96
const COLOURS = [
  [255, 255, 255],
  [60, 90, 160],
  [200, 200, 200],
] as const

function drawn(counts: readonly number[]): string {
  const width = Math.max(1, counts.length) * (BAR + GAP) + GAP
  const pixels = new Uint8Array(width * HEIGHT)
  const highest = Math.max(1, ...counts)
  counts.forEach((count, at) => {
    const left = GAP + at * (BAR + GAP)
    const top = HEIGHT - 1 - Math.round(((HEIGHT - 8) * count) / highest)
    for (let y = top; y < HEIGHT - 1; y++) pixels.fill(1, y * width + left, y * width + left + BAR)
  })
  pixels.fill(2, (HEIGHT - 1) * width)
  return encodePng({ width, height: HEIGHT, colours: COLOURS, pixels }).toString('base64')
}
