/** Descriptors that crashed, foreign and broken apps leave behind, for the agent to see through. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** No process has this number: it is above what Linux gives out by default, and above 2^22. */
const NOBODY = 4_194_305

/** Puts stale files into a folder; gives how many. */
export function plantStale(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const base = {
    protocol: '0.2.0',
    bundleId: 'dev.copane.stale',
    name: 'Stale',
    version: '1.0.0',
    instance: 'stale',
    endpoint: 'http://127.0.0.1:9/elements',
    token: 'none',
    pid: NOBODY,
  }
  const files: { [name: string]: string } = {
    'dead.json': JSON.stringify(base),
    'reused.json': JSON.stringify({ ...base, pid: process.pid, pidStart: '1' }),
    'other-version.json': JSON.stringify({ ...base, pid: process.pid, protocol: '0.3.0' }),
    'not-loopback.json': JSON.stringify({
      ...base,
      pid: process.pid,
      endpoint: 'http://192.0.2.1:80/elements',
    }),
    'not-listening.json': JSON.stringify({ ...base, pid: process.pid }),
    'half-written.json': JSON.stringify(base).slice(0, 40),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  return Object.keys(files).length
}
