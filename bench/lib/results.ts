/** Keeps what a benchmark found, so that a figure in the docs has a file behind it and a command that makes it anew. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine, Measured } from './report.ts'

/** One file of `bench/results`. */
export type Results = {
  /** What makes the file anew. */
  command: string
  /** When the benchmark began, ISO 8601. */
  date: string
  machine: Machine
  versions: Measured['versions']
  goals: Measured['goals']
  raw: Measured['raw']
}

/** What a run has to say of itself: its name, the words it was started with, and what it ran on, noted at its start. */
export type Run = { name: string; options: readonly string[]; date: Date; machine: Machine }

const root = join(import.meta.dirname, '../..')

/** What goes into the file of a run. */
export const resultsOf = (run: Run, { versions, goals, raw }: Measured): Results => ({
  command: ['npm run -s bench --', run.name, ...run.options].join(' '),
  date: run.date.toISOString(),
  machine: run.machine,
  versions,
  goals,
  raw,
})

/**
 * Writes `bench/results/<name>.json`, and each plot as `docs/plots/<plot>.svg`.
 *
 * Shape   gives the paths that were written, below the root of the project.
 */
export function saveResults(run: Run, measured: Measured): string[] {
  const plots = Object.entries(measured.plots ?? {}).map(([plot, svg]) => [`docs/plots/${plot}.svg`, svg])
  const text = `${JSON.stringify(resultsOf(run, measured), undefined, 2)}\n`
  return [[`bench/results/${run.name}.json`, text], ...plots].map(([path = '', content = '']) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content)
    return path
  })
}
