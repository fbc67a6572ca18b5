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
}

/** Measures a part. */
export type Part = (options: { quick: boolean }) => Promise<Measured>

/** A figure that should not be more than another one. */
export function atMost(most: number, figure: number): Goal {
  const measured = rounded(figure)
  return { goal: `<= ${most}`, measured, met: measured <= most }
}

/** The value in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Three decimals are more than any clock here is worth. */
export const rounded = (figure: number): number => Math.round(figure * 1000) / 1000

/** What it was measured on. */
export const machine = (): { [name: string]: string | number } => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cpus: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  os: release(),
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
