import { doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { type Behaviour, type RunningApp, startApp } from './support/running-app.ts'

const BIN = fileURLToPath(new URL('../bin/copane.js', import.meta.url))
const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function start(behaviour?: Behaviour): Promise<RunningApp> {
  const app = await startApp(behaviour)
  open.push(app)
  return app
}

function copane(
  app: RunningApp,
  args: string[],
): Promise<{ code: number | null; out: string; err: string; ms: number }> {
  const began = performance.now()
  const env = { ...process.env, COPANE_PROVIDERS_DIR: app.folder.path }
  const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  return new Promise(resolve =>
    child.on('close', code => resolve({ code, out, err, ms: performance.now() - began })),
  )
}

test('the command finds, looks and ends by itself with its exit code', async () => {
  const app = await start()
  const looked = await copane(app, ['look', '--app', 'editor'])
  equal(
    looked.out,
    'app Application "Editor"\n  w-1 Window focused\n    sel-4 Text selected = "what it shows"\n',
  )
  equal(looked.err, '')
  equal(looked.code, 0)
  equal((await copane(app, ['where', 'nope'])).code, 1)
  equal((await copane(app, ['look', '--app', 'Mail'])).code, 2)
})

test('do and windows end by themselves too', async () => {
  const app = await start({ call: () => ({ message: 'ok' }) })
  equal((await copane(app, ['windows'])).code, 0)
  const { code, out } = await copane(app, ['do', 'w-1', 'edit', 'field=x'])
  equal(out, 'done "ok"\n')
  equal(code, 0)
})

verifies(
  'EL-9.2-never-wait',
  'an app that never answers holds the command no longer than its limit',
  async () => {
    const app = await start({ elements: { handle: () => new Promise(() => {}) } })
    const { code, err, ms } = await copane(app, ['look'])
    equal(code, 2)
    match(err, /Editor did not answer in time/)
    ok(ms < 6000, `${ms} ms`)
  },
)

test('a reader that stops early is no error', async () => {
  const app = await start()
  const env = { ...process.env, COPANE_PROVIDERS_DIR: app.folder.path }
  const child = spawn('/bin/sh', ['-c', `"$0" "$1" look --json | head -n 1`, process.execPath, BIN], { env })
  let err = ''
  child.stderr.on('data', chunk => (err += chunk))
  equal(await new Promise(resolve => child.on('close', resolve)), 0)
  equal(err, '')
})

test('listing the apps loads no MCP, which takes longer than all the rest', async () => {
  const app = await start()
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) })`
  const env = {
    ...process.env,
    COPANE_PROVIDERS_DIR: app.folder.path,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  }
  const child = spawn(process.execPath, [BIN, 'apps'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let err = ''
  child.stderr.on('data', chunk => (err += chunk))
  equal(await new Promise(resolve => child.on('close', resolve)), 0)
  match(err, /packages\/host\/dist\/discovery/)
  doesNotMatch(err, /modelcontextprotocol|zod/)
})

test('--version is that of the package', async () => {
  const app = await start()
  match((await copane(app, ['--version'])).out, /^\d+\.\d+\.\d+\n$/)
})
