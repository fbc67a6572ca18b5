/** Runs an example in Python as its checks need it: with its driver for the kit, and with a user at its prompt. */
import { equal } from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { renderReport } from '@copane/conformance'
import { type DriverProcess, type PeerReport, startDriver } from '@copane/conformance/node'

/** Types a line at the prompt and gives the line that the app prints to it. */
export type Prompt = (line: string) => Promise<string>

/** Gives an example a providers folder of its own, in which nothing is left behind; ends 1 without a Python. */
export async function withPython(use: (providers: string) => Promise<void>): Promise<void> {
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 10))'
  if (spawnSync('python3', ['-c', isNewEnough]).status !== 0) {
    console.error('This example needs python3, 3.10 or newer. To add it: apt-get install -y python3')
    process.exit(1)
  }
  const home = mkdtempSync(join(tmpdir(), 'copane-python-'))
  const providers = join(home, 'providers')
  process.env.COPANE_PROVIDERS_DIR = providers
  process.env.COPANE_CONFIG_DIR = join(home, 'config')
  try {
    await use(providers)
    equal(readdirSync(providers).length, 0, 'no descriptor is left behind')
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** Starts the driver of an example and stops it after use. */
export async function withDriver(
  script: string,
  use: (process: DriverProcess) => Promise<void>,
): Promise<void> {
  const started = await startDriver({ command: 'python3', args: [script, '--driver'] })
  if (started.kind === 'refused') throw new Error(started.reason)
  try {
    await use(started.process)
  } finally {
    await started.process.stop()
  }
}

/** Starts an example with a user at its prompt, and asks it to end after use. */
export async function withPrompt(
  args: readonly string[],
  use: (prompt: Prompt) => Promise<void>,
): Promise<void> {
  const app = spawn('python3', ['-u', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(app, 'exit')
  const lines = createInterface({ input: app.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  try {
    equal((await next()).endsWith('can be found.'), true)
    await use(line => {
      app.stdin.write(`${line}\n`)
      return next()
    })
  } finally {
    app.kill('SIGTERM')
    const [code] = await ended
    equal(code, 0, 'it ends when it is asked to')
  }
}

/** Prints a report of the kit, and wants nothing failed and nothing left out, in both eras of MCP. */
export function sayPassed(what: string, report: PeerReport): void {
  const told = renderReport(report)
  console.log(`${what.padEnd(10)}${told.at(-1)} (${report.eras.join(', ')})`)
  equal(report.ok, true, told.join('\n'))
  equal(report.eras.join(), 'legacy,modern')
}
