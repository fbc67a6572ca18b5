import { deepEqual, equal, match } from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, test } from 'vitest'
import { verifies } from '../support/verifies.js'

const RUN = fileURLToPath(new URL('../../torture/run.ts', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const env = (): NodeJS.ProcessEnv => ({ ...process.env, TMPDIR: folder })

/** Waits for a condition, asking often; a test's own time limit ends it. */
async function until<Value>(wanted: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const value = wanted()
    if (value !== undefined && value !== false) return value
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGKILL', null],
] as const)
  verifies('FR-56', `${signal} in the middle of a run leaves no process of it`, async () => {
    const run = spawn(process.execPath, [RUN, 'lives', '--quick'], { env: env(), stdio: 'ignore' })
    const file = await until(() => globSync(join(folder, 'copane-torture-*/providers/*.json'))[0])
    const pid = Number.parseInt(basename(file), 10)
    const exit = once(run, 'exit')
    run.kill(signal)
    equal((await exit)[0], code)
    await until(() => !isRunning(pid))
    if (signal === 'SIGINT') deepEqual(readdirSync(folder), [])
  })

test('the last line of a run is its goals as JSON, and nothing is left in the folder for temporary files', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [RUN, 'history', '--quick', '--json', '--gate', '--seed', '1'],
    {
      env: env(),
      encoding: 'utf8',
    },
  )
  const last: { goals: { [name: string]: { met: boolean } } } = JSON.parse(
    stdout.trimEnd().split('\n').at(-1) ?? '',
  )
  deepEqual([status, last.goals['history-lost-updates']?.met, readdirSync(folder)], [0, true, []])
})

for (const args of [['nothing'], ['--seconds', '0'], ['--seed', 'x'], ['--fast']])
  test(`wrong use: ${args.join(' ')} says what works, and exits 2`, () => {
    const { stderr, status } = spawnSync(process.execPath, [RUN, ...args], { env: env(), encoding: 'utf8' })
    match(stderr, /usage: npm run -s torture/)
    deepEqual([status, readdirSync(folder)], [2, []])
  })
