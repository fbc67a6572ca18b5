/** Measures an act of the user: find, check and read the front app among many descriptors, against the least it can be. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Measured, quantile, rounded } from '../lib/report.ts'
import type { HostFigures } from './in-host.ts'

const run = promisify(execFile)

const ROUNDS = 600
const HUNG_ROUNDS = 10
const QUICK = 4
const MOST = { p50: 2, p99: 3, hungMs: 20 }

/** Reads in turn with the floor, in a process of its own. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'copane-bench-'))
  try {
    const rounds = quick ? ROUNDS / QUICK : ROUNDS
    const script = `${import.meta.dirname}/in-host.ts`
    const given = ['--expose-gc', script, join(folder, 'providers'), String(rounds), String(HUNG_ROUNDS)]
    const { stdout } = await run(process.execPath, given, { maxBuffer: 16 * 1024 * 1024 })
    const { files, hostMs, floorMs, hungMs }: HostFigures = JSON.parse(stdout)
    const at = (share: number) => quantile(hostMs, share) / quantile(floorMs, share)
    return {
      goals: {
        'front-p50': atMost(MOST.p50, at(0.5)),
        'front-p99': atMost(MOST.p99, at(0.99)),
        'hung-over-ms': atMost(MOST.hungMs, quantile(hungMs, 1)),
      },
      versions: { node: process.versions.node, v8: process.versions.v8 },
      raw: { files, rounds, host: tenths(hostMs), floor: tenths(floorMs), hungOverMs: hungMs.map(rounded) },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tenths = (values: readonly number[]): { [name: string]: number } =>
  Object.fromEntries([0.5, 0.9, 0.99].map(share => [`p${share * 100}`, rounded(quantile(values, share))]))
