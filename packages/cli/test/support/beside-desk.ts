/** A desk that runs as a process of its own, with folders of its own, and the built command beside it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../bin/copane.js', import.meta.url))

/** What one command line did. */
export type Done = { code: number | null; out: string; err: string }

/** A command that still runs. */
export type Running = {
  child: ChildProcessWithoutNullStreams
  /** Resolves when what was written so far fits. */
  writes: (pattern: RegExp) => Promise<string>
  done: Promise<Done>
}

/** A home of its own. */
export type Home = {
  path: string
  start: (args: readonly string[], env?: { [name: string]: string }) => Running
  copane: (...args: string[]) => Promise<Done>
  /** Starts a desk, of which its user has selected a passage; `types` are words at its prompt. */
  desk: () => Promise<{ running: Running; types: (line: string) => void }>
  close: () => Promise<void>
}

/** Makes the home. */
export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'copane-'))
  const all: Running[] = []
  const start: Home['start'] = (args, more = {}) => {
    const running = run(args, {
      ...process.env,
      HOME: path,
      COPANE_CONFIG_DIR: join(path, 'config'),
      COPANE_STATE_DIR: join(path, 'state'),
      COPANE_PROVIDERS_DIR: join(path, 'providers'),
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      XDG_SESSION_TYPE: '',
      ...more,
    })
    all.push(running)
    return running
  }
  return {
    path,
    start,
    copane: async (...args) => {
      const { child, done } = start(args)
      child.stdin.end()
      return done
    },
    desk: async () => {
      const running = start(['demo'])
      await running.writes(/desk> /)
      const types = (line: string) => void running.child.stdin.write(`${line}\n`)
      types('open threads')
      types('select what it shows')
      types('tree')
      await running.writes(/Text selected = "what it shows"/)
      return { running, types }
    },
    close: async () => {
      for (const { child } of all) if (child.exitCode === null) child.kill('SIGKILL')
      await Promise.all(all.map(({ done }) => done))
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [BIN, ...args], { env })
  let [out, err] = ['', '']
  const heard = new Set<() => void>()
  const hear = () => {
    for (const each of heard) each()
  }
  child.stdout.on('data', chunk => {
    out += String(chunk)
    hear()
  })
  child.stderr.on('data', chunk => {
    err += String(chunk)
    hear()
  })
  child.stdin.on('error', () => {})
  const done = once(child, 'close').then(([code]): Done => ({ code, out, err }))
  const writes = async (pattern: RegExp): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      if (pattern.test(out + err)) resolve(out + err)
    }
    heard.add(look)
    look()
    void done.then(() => reject(new Error(`ended before it wrote ${pattern}: ${out}${err}`)))
    return promise.finally(() => heard.delete(look))
  }
  return { child, writes, done }
}
