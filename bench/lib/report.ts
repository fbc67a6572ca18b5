/** What a measurement tells, and how it is printed. */
import { cpus, loadavg, release, totalmem } from 'node:os'

/** A figure that has a goal, as text such as `<= 3`. */
export type Goal = { goal: string; measured: number; met: boolean }

/** What came of measuring a part. */
export type Measured = {
  goals: { [name: string]: Goal }
  versions: { [name: string]: string }
  /** Everything that was measured, in the units that the names say. */
  raw: { [name: string]: unknown }
  /** Pictures of the figures for the docs, SVG by name. */
  plots?: { [name: string]: string }
}

/** What came of a part of a measurement. */
export type Section = Pick<Measured, 'goals' | 'raw'>

/** What it was measured on; `load` is the load average when it was asked. */
export type Machine = { cpu: string; cores: number; memoryGb: number; kernel: string; load: number }

/** Measures a part. */
export type Part = (options: { quick: boolean }) => Promise<Measured>

/** A figure that should not be more than another one. */
export function atMost(most: number, figure: number): Goal {
  const measured = rounded(figure)
  return { goal: `<= ${most}`, measured, met: measured <= most }
}

/** A figure that should not be less than another one. */
export function atLeast(least: number, figure: number): Goal {
  const measured = rounded(figure)
  return { goal: `>= ${least}`, measured, met: measured >= least }
}

/** The value below which so much of all values lie. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The middle of all values, and what nineteen of twenty lie below. */
export const spread = (values: readonly number[]): { median: number; p95: number } => ({
  median: rounded(median(values)),
  p95: rounded(quantile(values, 0.95)),
})

/** The value in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The mean of all values; what steps of a coarse clock hide in each is right in all. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Three decimals are more than any clock here is worth. */
export const rounded = (figure: number): number => Math.round(figure * 1000) / 1000

/** What it is measured on now. */
export const machine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  kernel: release().split('-')[0] ?? '',
  load: rounded(loadavg()[0] ?? 0),
})

/** One line a goal, then the figures behind them. */
export function render({ goals, raw }: Measured): string {
  const goalLines = Object.entries(goals).map(
    ([name, { goal, measured, met }]) =>
      `${met ? 'met   ' : 'MISSED'} ${name.padEnd(20)} ${String(measured).padStart(9)}  ${goal}`,
  )
  const rawLines = Object.entries(raw).map(([name, value]) => `       ${name}: ${JSON.stringify(value)}`)
  return [...goalLines, ...rawLines].join('\n')
}
