import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { isMultiplexer, parseTerminalFacts } from '../../src/elements/terminal.ts'
import { helperAncestors, helperListeners } from '../../src/node/helpers.ts'
import { ownProcesses } from '../../src/node/own-processes.ts'
import { lineageOf } from '../../src/node/system-facts.ts'
import { makeFolder } from '../support/providers-folder.ts'
import { startApp } from '../support/programs.ts'
import { until } from '../support/x-screen.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

verifies('D-27', 'this process and all that it descends from are its own, and no other', async () => {
  const { ancestors } = lineageOf(process.pid)
  deepEqual([...(await ownProcesses())], [process.pid, ...ancestors])
  const child = spawn('sleep', ['60'])
  undo.push(() => child.kill('SIGKILL'))
  equal((await ownProcesses()).has(child.pid ?? 0), false)
})

const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A server of tmux of this test alone; `show` gives it a terminal, as the window of a terminal program does. */
function multiplexer() {
  const folder = makeFolder()
  undo.push(folder.remove)
  const tmux = ['-f', '/dev/null', '-S', join(folder.path, 'socket')]
  const { TMUX: _, ...env } = process.env
  const run = (...args: string[]) => execFileSync('tmux', [...tmux, ...args], { env })
  undo.push(() => spawnSync('tmux', [...tmux, 'kill-server'], { env }))
  const said = join(folder.path, 'own.json')
  const own = new URL('../support/in-own.ts', import.meta.url).pathname
  const module = new URL('../../dist/node/own-processes.js', import.meta.url).href
  return {
    start: () => run('new-session', '-d', '-s', 'work', `${process.execPath} ${own} ${module} ${said}`),
    again: () => run('respawn-pane', '-k', '-t', 'work', `${process.execPath} ${own} ${module} ${said}2`),
    show: async (): Promise<ChildProcess> => {
      const before = Number(run('list-clients').toString().split('\n').length)
      const terminal = spawn('script', ['-qc', `tmux ${tmux.join(' ')} attach -t work`, '/dev/null'], {
        env: { ...env, TERM: 'xterm' },
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      undo.push(() => terminal.kill('SIGKILL'))
      await until(() => run('list-clients').toString().split('\n').length > before)
      return terminal
    },
    own: async (suffix = ''): Promise<number[]> => {
      await until(() => existsSync(said + suffix))
      const pids: number[] = JSON.parse(readFileSync(said + suffix, 'utf8'))
      return pids
    },
  }
}

verifies('D-27', 'in tmux, the terminals that show it are its own; before one does, none is', async () => {
  if (!hasTmux) return
  const server = multiplexer()
  server.start()
  const other = spawn('script', ['-qc', 'sleep 60', '/dev/null'], { stdio: ['pipe', 'ignore', 'ignore'] })
  undo.push(() => other.kill('SIGKILL'))
  equal((await server.own()).includes(process.pid), false)
  const terminals = [await server.show(), await server.show()]
  server.again()
  const own = await server.own('2')
  for (const { pid = 0 } of terminals) ok(own.includes(pid))
  equal(own.includes(other.pid ?? 0), false)
})

const names: [name: string, want: boolean][] = [
  ['tmux: server', true],
  ['screen', true],
  ['SCREEN', true],
  ['zsh', false],
  ['screenshot', false],
  ['gnome-terminal-', false],
]
for (const [name, want] of names)
  verifies('D-27', `${name} is ${want ? 'a' : 'no'} multiplexer`, () => {
    const facts = parseTerminalFacts(`7 (${name}) S 1 7 7 0 -1 4194560 0`)
    equal(facts && isMultiplexer(facts), want)
  })

verifies('D-27', 'a name with brackets and spaces hides no terminal; nonsense is none', () => {
  deepEqual(parseTerminalFacts('7 (a) S 9 9 9 (b)) R 3 7 7 34817 -1 0'), {
    name: 'a) S 9 9 9 (b)',
    parent: 3,
    terminal: 34_817,
  })
  equal(parseTerminalFacts('7 tmux S 1'), undefined)
})

verifies(
  'EL-8-listener-check',
  'the package pid-port tells who listens: the app, another one, nobody',
  async () => {
    const folder = makeFolder()
    undo.push(folder.remove)
    const app = await startApp({ folder: folder.path })
    undo.push(app.kill)
    deepEqual(await helperListeners(app.pid, app.port), {
      kind: 'sockets',
      sockets: [{ reach: 'loopback', isHeld: true }],
    })
    deepEqual(await helperListeners(process.pid, app.port), {
      kind: 'sockets',
      sockets: [{ reach: 'loopback', isHeld: false }],
    })
    await app.kill()
    deepEqual(await helperListeners(app.pid, app.port), { kind: 'unknown' })
  },
)

verifies('D-27', 'the package ps-list tells the same ancestors as the kernel', async () => {
  deepEqual(await helperAncestors(process.pid), lineageOf(process.pid).ancestors)
})
