import { deepEqual, equal } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { FrontSource } from '../../src/elements/front.ts'
import { readFront } from '../../src/node/front-app.ts'
import { openX11Front } from '../../src/node/front/x11.ts'
import { makeFolder } from '../support/providers-folder.ts'
import { type Program, type Screen, startScreen, until } from '../support/x-screen.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

/** A managed screen with a folder for descriptors, and a host in this process. */
async function desk(): Promise<{ screen: Screen; folder: string }> {
  const made = makeFolder()
  undo.push(made.remove)
  const screen = await startScreen()
  undo.push(screen.stop)
  await screen.manage()
  return { screen, folder: made.path }
}

function watch(display: string): FrontSource {
  const source = openX11Front({ display })
  undo.push(source.close)
  return source
}

async function focus(screen: Screen, app: Program): Promise<void> {
  app.tell('focus')
  await until(() => screen.active().includes(`0x${app.hello.window.toString(16)}`))
}

const HOST = [
  new URL('../support/in-front-host.ts', import.meta.url).pathname,
  new URL('../../dist/node/index.js', import.meta.url).href,
]

/** A terminal in which a host runs, started by another command where one is given. */
async function terminalIn(screen: Screen, folder: string, by: readonly string[] = []) {
  const runs = [...by, process.execPath, ...HOST, folder]
  const terminal = await screen.openApp({ folder, title: 'Terminal', offers: false, runs })
  equal((await terminal.said()).kind, 'ready')
  return terminal
}

verifies('EL-9.2-front-app', 'the app in front is read, and none but that', async () => {
  const { screen, folder } = await desk()
  const one = await screen.openApp({ folder, title: 'One' })
  const two = await screen.openApp({ folder, title: 'Two' })
  const source = watch(screen.display)
  for (const [app, title] of [
    [one, 'One'],
    [two, 'Two'],
    [one, 'One'],
  ] as const) {
    await focus(screen, app)
    const outcome = await readFront(source, { folder, timeoutMs: 5000 })
    deepEqual(outcome.kind === 'answer' && [outcome.root.title, outcome.by, outcome.app.descriptor.pid], [
      title,
      'now',
      app.hello.pid,
    ])
  }
})

verifies('FR-45', 'finding and reading the app in front moves neither it nor the keyboard', async () => {
  const { screen, folder } = await desk()
  const one = await screen.openApp({ folder, title: 'One' })
  await screen.openApp({ folder, title: 'Two' })
  await focus(screen, one)
  const source = watch(screen.display)
  const before = [screen.active(), screen.keyboard()]
  for (let at = 0; at < 20; at++) equal((await readFront(source, { folder, timeoutMs: 5000 })).kind, 'answer')
  deepEqual([screen.active(), screen.keyboard()], before)
})

verifies(
  'D-27',
  'from its terminal a host reads the app that was in front before and still runs',
  async () => {
    const { screen, folder } = await desk()
    const one = await screen.openApp({ folder, title: 'One' })
    const two = await screen.openApp({ folder, title: 'Two' })
    const terminal = await terminalIn(screen, folder)
    await focus(screen, one)
    deepEqual(await terminal.ask('read'), { kind: 'answer', by: 'now', title: 'One' })
    await focus(screen, two)
    await focus(screen, terminal)
    deepEqual(await terminal.ask('read'), { kind: 'answer', by: 'before', title: 'Two' })
    await two.quit()
    await focus(screen, terminal)
    deepEqual(await terminal.ask('read'), { kind: 'answer', by: 'before', title: 'One' })
    await one.quit()
    await focus(screen, terminal)
    deepEqual(await terminal.ask('read'), { kind: 'unknown-front', why: 'own-only' })
  },
)

const hasTmux = spawnSync('tmux', ['-V']).status === 0

verifies('D-27', 'from tmux too, whose server descends from no terminal', async () => {
  if (!hasTmux) return
  const { screen, folder } = await desk()
  const made = makeFolder()
  undo.push(made.remove)
  const [socket, orders, answers] = ['tmux', 'orders', 'answers'].map(name => join(made.path, name))
  made.write('orders', '')
  const tmux = ['tmux', '-f', '/dev/null', '-S', socket ?? '']
  undo.push(() => void spawnSync('tmux', [...tmux.slice(1), 'kill-server']))
  const host = `tail -f ${orders} | ${process.execPath} ${HOST.join(' ')} ${folder} > ${answers}`
  const shell = `env -u TMUX TERM=xterm ${tmux.join(' ')} new-session '${host}'`
  const lines = () =>
    readFileSync(answers ?? '', 'utf8')
      .split('\n')
      .slice(0, -1)
  const one = await screen.openApp({ folder, title: 'One' })
  const runs = ['script', '-qc', shell, '/dev/null']
  const terminal = await screen.openApp({ folder, title: 'Terminal', runs })
  await until(() => lines().length === 1)
  await focus(screen, one)
  await focus(screen, terminal)
  appendFileSync(orders ?? '', '\n')
  await until(() => lines().length === 2)
  deepEqual(JSON.parse(lines()[1] ?? ''), { kind: 'answer', by: 'before', title: 'One' })
})

verifies(
  'D-27',
  'a host that starts late goes by how the windows lie on each other, and says so',
  async () => {
    const { screen, folder } = await desk()
    const one = await screen.openApp({ folder, title: 'One' })
    const two = await screen.openApp({ folder, title: 'Two' })
    await focus(screen, two)
    await focus(screen, one)
    const terminal = await terminalIn(screen, folder)
    await focus(screen, terminal)
    deepEqual(await terminal.ask('read'), { kind: 'answer', by: 'stacked', title: 'One' })
  },
)

verifies(
  'EL-9.2-front-app',
  'an app in front that is no provider is not replaced by one that is',
  async () => {
    const { screen, folder } = await desk()
    const provider = await screen.openApp({ folder, title: 'Provider' })
    const plain = await screen.openApp({ folder, title: 'Plain', offers: false })
    const source = watch(screen.display)
    await focus(screen, provider)
    await focus(screen, plain)
    deepEqual(await readFront(source, { folder, timeoutMs: 5000 }), {
      kind: 'no-provider',
      pid: plain.hello.pid,
      ignored: [],
    })
  },
)

verifies('EL-9.2-front-app', 'with no window left nothing is in front', async () => {
  const { screen, folder } = await desk()
  const app = await screen.openApp({ folder, title: 'One' })
  const source = watch(screen.display)
  await focus(screen, app)
  app.tell('close-window')
  await until(async () => (await readFront(source, { folder, timeoutMs: 5000 })).kind === 'nothing-in-front')
})

verifies('EL-9.2-front-app', 'a window that names no process is known by its connection', async () => {
  const { screen, folder } = await desk()
  const app = await screen.openApp({ folder, title: 'Quiet', pid: 'none' })
  const source = watch(screen.display)
  await focus(screen, app)
  const outcome = await readFront(source, { folder, timeoutMs: 5000 })
  equal(outcome.kind === 'answer' && outcome.root.title, 'Quiet')
})

const strangers = [
  ['names the process of another app', { pid: process.pid }, 'other-namespace'],
  ['is one of another machine', { machine: 'elsewhere.example' }, 'other-machine'],
] as const
for (const [title, claims, why] of strangers)
  verifies('EL-9.2-front-app', `a window that ${title} is unknown`, async () => {
    const { screen, folder } = await desk()
    const app = await screen.openApp({ folder, title: 'Stranger', ...claims })
    const source = watch(screen.display)
    await focus(screen, app)
    const outcome = await readFront(source, { folder, timeoutMs: 5000 })
    equal(outcome.kind === 'unknown-front' && outcome.why, why)
  })

const UNSHARED = ['unshare', '--pid', '--fork', '--kill-child']

verifies(
  'FR-23',
  'an app in a process namespace of its own is unknown, never the process of that number',
  async () => {
    if (process.getuid?.() !== 0) return
    const { screen, folder } = await desk()
    const app = await screen.openApp({ folder, title: 'Inside' }, UNSHARED)
    equal(app.hello.pid, 1)
    const source = watch(screen.display)
    await focus(screen, app)
    const outcome = await readFront(source, { folder, timeoutMs: 5000 })
    equal(outcome.kind === 'unknown-front' && outcome.why, 'other-namespace')
  },
)

verifies('FR-23', 'a host in a process namespace of its own knows no front app', async () => {
  if (process.getuid?.() !== 0) return
  const { screen, folder } = await desk()
  const app = await screen.openApp({ folder, title: 'Outside' })
  const terminal = await terminalIn(screen, folder, UNSHARED)
  await focus(screen, app)
  deepEqual(await terminal.ask('read'), { kind: 'unknown-front', why: 'other-namespace' })
})

verifies('EL-9.2-front-app', 'without a window manager nobody knows; with a new one it goes on', async () => {
  const { screen, folder } = await desk()
  const app = await screen.openApp({ folder, title: 'One' })
  const source = watch(screen.display)
  await focus(screen, app)
  equal((await source.look()).kind, 'seen')
  screen.unmanage()
  await until(async () => {
    const sight = await source.look()
    return sight.kind === 'unknown' && sight.why === 'no-window-manager'
  })
  await screen.manage()
  await until(async () => (await source.look()).kind === 'seen')
  await focus(screen, app)
  const outcome = await readFront(source, { folder, timeoutMs: 5000 })
  equal(outcome.kind === 'answer' && outcome.root.title, 'One')
})

verifies(
  'EL-9.2-front-app',
  'an X server that goes away is unknown, and one that comes back is watched',
  async () => {
    const { screen, folder } = await desk()
    const source = watch(screen.display)
    equal((await source.look()).kind, 'seen')
    const ended = new Promise(resolve => screen.server.once('exit', resolve))
    screen.server.kill('SIGKILL')
    await ended
    deepEqual(await source.look(), { kind: 'unknown', why: 'no-display' })
    const again = await startScreen(screen.display)
    undo.push(again.stop)
    await again.manage()
    const app = await again.openApp({ folder, title: 'Anew' })
    await focus(again, app)
    const outcome = await readFront(source, { folder, timeoutMs: 5000 })
    equal(outcome.kind === 'answer' && outcome.root.title, 'Anew')
  },
)
