/** Measures a read, from the host's call to the validated value, against what bare HTTP and JSON.parse cost. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Measured, median, rounded, spread } from '../lib/report.ts'
import { versions } from '../lib/versions.ts'
import type { Figures } from './in-client.ts'

const run = promisify(execFile)

/** How often each size is read, and the most that a read of kept parts may cost. */
const TREES = [
  { size: 100, rounds: 300, quick: true, kept: 2 },
  { size: 1000, rounds: 300, quick: false, kept: 2 },
  { size: 10_000, rounds: 120, quick: true, kept: 1.7 },
  { size: 50_000, rounds: 40, quick: false, kept: 2 },
] as const
const WINDOWS = [
  { size: 3, rounds: 300, quick: true, kept: 2 },
  { size: 100, rounds: 300, quick: false, kept: 2 },
  { size: 1000, rounds: 120, quick: true, kept: 2 },
] as const
const FIRST = 3.5
const RE_READ = { size: 10_000, most: 0.15 }
const QUICK = 3

/**
 * Measures each size in a process of its own, with a server each for the floor, for answers written anew (`first`)
 * and for answers of kept parts (`kept`), read in turn.
 */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const goals: Measured['goals'] = {}
  const raw: Measured['raw'] = {}
  const folder = mkdtempSync(join(tmpdir(), 'copane-floor-'))
  try {
    for (const [what, sizes] of Object.entries({ current: TREES, windows: WINDOWS }))
      for (const { size, rounds, kept, ...row } of sizes) {
        if (quick && !row.quick) continue
        const figures = await figuresOf(what, size, quick ? Math.ceil(rounds / QUICK) : rounds, folder)
        goals[`${what}-kept-${size}`] = atMost(kept, ratio(figures, 'kept'))
        if (figures.ms.first) goals[`${what}-first-${size}`] = atMost(FIRST, ratio(figures, 'first'))
        if (what === 'current' && size === RE_READ.size)
          goals['server-re-read'] = atMost(
            RE_READ.most,
            (figures.cpuMs.kept?.server ?? 0) / (figures.cpuMs.first?.server ?? 0),
          )
        raw[`${what}-${size}`] = summary(figures)
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { goals, versions: versions('server', 'client'), raw }
}

/** Reads one size so often, in turn with the floor. */
export async function figuresOf(
  what: string,
  size: number,
  rounds: number,
  folder: string,
): Promise<Figures> {
  const script = `${import.meta.dirname}/in-client.ts`
  const given = ['--expose-gc', script, what, String(size), String(rounds), join(folder, 'providers')]
  const { stdout } = await run(process.execPath, given, { maxBuffer: 16 * 1024 * 1024 })
  const figures: Figures = JSON.parse(stdout)
  return figures
}

/** Each round is held against the floor of that round. */
const ratios = ({ ms }: Figures, role: 'first' | 'kept'): number[] =>
  (ms[role] ?? []).map((time, at) => time / (ms.floor?.[at] ?? Number.NaN))

const ratio = (figures: Figures, role: 'first' | 'kept'): number => median(ratios(figures, role))

function summary(figures: Figures): { [name: string]: unknown } {
  const { bytes, ms, cpuMs } = figures
  const lists = { ...ms, 'first/floor': ratios(figures, 'first'), 'kept/floor': ratios(figures, 'kept') }
  return {
    bytes,
    rounds: ms.floor?.length,
    ...Object.fromEntries(
      Object.entries(lists).flatMap(([name, values]) => (values.length > 0 ? [[name, spread(values)]] : [])),
    ),
    cpuMs: Object.fromEntries(
      Object.entries(cpuMs).map(([role, { client, server }]) => [
        role,
        { client: rounded(client), server: rounded(server) },
      ]),
    ),
  }
}
