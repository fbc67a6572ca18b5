/** Runs MCP's conformance suite against a server. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const SUITE = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

/** The revisions whose requirements are run: the last of each era. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const

/** How a run ended, what it said, and how many checks of each scenario passed. */
export type SuiteRun = {
  code: number | null
  said: string
  rows: { scenario: string; passed: number; failed: number }[]
}

/** `baseline`: a file of failures that are expected; `into`: a folder for every check of every scenario. */
export type SuiteOptions = { baseline?: string; into?: string }

/** Runs what a revision requires of a server. */
export function runSuite(
  url: string,
  revision: string,
  { baseline, into }: SuiteOptions = {},
): Promise<SuiteRun> {
  const { promise, resolve } = Promise.withResolvers<SuiteRun>()
  const args = ['server', '--url', url, '--requirements', revision]
  if (baseline !== undefined) args.push('--expected-failures', baseline)
  if (into !== undefined) args.push('--output-dir', into)
  const child = spawn(process.execPath, [SUITE, ...args])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('close', code => {
    const rows = [...said.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)].map(
      ([, scenario = '', passed, failed]) => ({ scenario, passed: Number(passed), failed: Number(failed) }),
    )
    resolve({ code, said, rows })
  })
  return promise
}
