/** A screen of its own for one test, with a window manager and programs that end with it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import type { WindowAppOptions } from './in-window-app.ts'

/** A program that is told things and answers in lines of JSON. */
export type Program = {
  child: ChildProcess
  hello: { pid: number; window: number; port: number }
  tell: (line: string) => void
  /** The next line it says. */
  said: () => Promise<Said>
  /** Tells it a line and waits for the line it says then. */
  ask: (line: string) => Promise<Said>
  quit: () => Promise<void>
}

/** What the host in a process of its own says. */
export type Said = { kind: string; by?: string; why?: string; title?: string }

/** A screen. */
export type Screen = {
  display: string
  server: ChildProcess
  /** Starts a window manager and waits until it manages. */
  manage: () => Promise<void>
  /** Ends the window manager at once. */
  unmanage: () => void
  openApp: (options: WindowAppOptions, wrap?: string[]) => Promise<Program>
  /** The active window as the window manager says. */
  active: () => string
  /** The window that gets what is typed, as the server says. */
  keyboard: () => string
  stop: () => void
}

/** Starts an X server; a number instead of a free one where a test wants it back. */
export async function startScreen(wanted?: string): Promise<Screen> {
  const started: ChildProcess[] = []
  const numbered = wanted === undefined ? [] : [wanted]
  const size = ['-screen', '0', '800x600x24', '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', [...numbered, '-displayfd', '1', ...size], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(server)
  const display = `:${(await firstLine(server)).trim()}`
  const env = { ...process.env, DISPLAY: display }
  const managers: ChildProcess[] = []
  const shell = (command: string, args: string[]) => execFileSync(command, args, { env, encoding: 'utf8' })
  return {
    display,
    server,
    keyboard: () => shell('xdotool', ['getwindowfocus']),
    active: () => shell('xprop', ['-root', '_NET_ACTIVE_WINDOW']),
    manage: async () => {
      const manager = spawn('openbox', ['--sm-disable'], { env, stdio: 'ignore' })
      started.push(manager)
      managers.push(manager)
      await until(() => /window id/.test(shell('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'])))
    },
    unmanage: () => void managers.pop()?.kill('SIGKILL'),
    openApp: async (options, wrap = []) => {
      const script = new URL('./in-window-app.ts', import.meta.url).pathname
      const [command, ...args] = [...wrap, process.execPath, script, JSON.stringify(options)]
      const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
      started.push(child)
      return programOf(child)
    },
    stop: () => {
      for (const child of started.toReversed()) child.kill('SIGKILL')
    },
  }
}

async function programOf(child: ChildProcess): Promise<Program> {
  if (!child.stdout || !child.stdin) throw new Error('no pipes')
  const { stdin } = child
  const lines = linesOf(createInterface({ input: child.stdout }))
  const hello: Program['hello'] = JSON.parse(await lines())
  const tell = (line: string) => void stdin.write(`${line}\n`)
  const said = async () => {
    const line: Said = JSON.parse(await lines())
    return line
  }
  return {
    child,
    hello,
    tell,
    said,
    ask: line => {
      tell(line)
      return said()
    },
    quit: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      tell('quit')
      await ended
    },
  }
}

/** Gives the next line each time. */
function linesOf(reader: Interface): () => Promise<string> {
  const said: string[] = []
  let wake = () => {}
  reader.on('line', line => {
    said.push(line)
    wake()
  })
  return async () => {
    while (said.length === 0) await new Promise<void>(resolve => (wake = resolve))
    return said.shift() ?? ''
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no pipe')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('said nothing')
}

/** Waits until something is so, ten seconds at most. */
export async function until(test: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 10_000; ; ) {
    if (await (async () => test())().catch(() => false)) return
    if (performance.now() > end) throw new Error('waited for ten seconds')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
