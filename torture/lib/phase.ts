/** What a phase tells, and how it is printed. */
import { atMost, type Goal } from '../../bench/lib/report.ts'

/** How large a run is; `seconds` sizes the hostile phase alone. */
export type Size = { quick: boolean; seconds: number; seed: number }

/** What came of a phase. */
export type PhaseResult = {
  /** What was done, for a person: one line each, figures with units. */
  lines: string[]
  goals: { [name: string]: Goal }
  /** The goals that no slow machine excuses. */
  musts: string[]
  /** Everything that was counted, in the units that the names say. */
  counts: { [name: string]: unknown }
}

/** Runs one phase. */
export type Phase = (size: Size) => Promise<PhaseResult>

/** A count that must be nothing. */
export const none = (count: number): Goal => atMost(0, count)

/** A number with its thousands apart. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Units: bytes in, kibibytes or mebibytes as text out. */
export const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`
export const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`

/** Units: milliseconds. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** The phase in lines: what was done, then its goals. */
export function renderPhase(name: string, { lines, goals, musts }: PhaseResult, seconds: number): string {
  const indent = ' '.repeat(10)
  const [first = '', ...others] = lines
  const goalLines = Object.entries(goals).map(
    ([goal, { goal: wanted, measured, met }]) =>
      `${met ? 'met' : musts.includes(goal) ? 'FAILED' : 'missed'}`.padEnd(7) +
      `${goal.padEnd(30)} ${String(measured).padStart(9)}  ${wanted}`,
  )
  return [
    `${name.padEnd(9)} ${first}`,
    ...[...others, ...goalLines, `${seconds.toFixed(1)} s`].map(line => indent + line),
  ].join('\n')
}
