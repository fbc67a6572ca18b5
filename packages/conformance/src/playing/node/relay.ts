/** A process of its own that listens and has the kit answer, so that played apps have process ids as real ones do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { isRecord } from '@copane/protocol/findings'
import type { PlayedApp } from '../app.js'
import type { PlayedReply, PlayedRequest } from '../types.js'

/**
 * A process that apps are played in.
 *
 * Shape   a request goes to the app whose token it carries, else to the one of its path.
 */
export type Relay = {
  pid: number
  port: number
  apps: Set<PlayedApp>
  stop: () => Promise<void>
}

/** What runs in the process: it hands each request to the kit, and what comes back to whoever asked. */
const PROGRAM = `
const waiting = new Map()
let last = 0
const server = require('node:http').createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', text => (body += text)).on('end', () => {
    const id = ++last
    waiting.set(id, response)
    response.on('close', () => waiting.delete(id))
    process.send({ id, method: request.method, path: request.url, headers: request.headers, body })
  })
})
process.on('message', ({ id, kind, status, headers, body }) => {
  const response = waiting.get(id)
  if (!response) return
  if (kind === 'reply') return response.writeHead(status, headers).end(body)
  response.writeHead(200, { 'content-type': 'application/json' })
  if (kind === 'cut') return response.write('{"jsonrpc":', () => response.destroy())
  if (kind === 'drip') {
    const timer = setInterval(() => response.write(' '.repeat(1000)), 20)
    return response.on('close', () => clearInterval(timer))
  }
  let left = 16
  const more = () => { while (left-- > 0 && !response.destroyed && response.write(' '.repeat(1 << 20))); }
  response.on('drain', more).on('error', () => {})
  more()
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
`

/**
 * Starts one.
 *
 * Shape   on Linux the system is told that this process was launched as the app of the bundle identifier (D-13).
 */
export async function startRelay(bundleId: string): Promise<Relay> {
  const child = launch(bundleId)
  const exited = once(child, 'exit')
  const apps = new Set<PlayedApp>()
  const ready = Promise.withResolvers<number>()
  child.on('message', (message: unknown) => {
    if (!isRecord(message)) return
    if (typeof message.port === 'number') return ready.resolve(message.port)
    const request = requestIn(message)
    const reply = replyTo(request, apps)
    if (reply.kind !== 'silence') child.send({ ...reply, id: message.id }, () => {})
  })
  void exited.then(() => ready.reject(new Error('a process to play an app in did not start')))
  const port = await ready.promise
  return {
    pid: child.pid ?? 0,
    port,
    apps,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function launch(bundleId: string): ChildProcess {
  const stdio: ('ignore' | 'ipc')[] = ['ignore', 'ignore', 'ignore', 'ipc']
  if (process.platform !== 'linux') return spawn(process.execPath, ['-e', PROGRAM], { stdio })
  const script = 'export GIO_LAUNCHED_DESKTOP_FILE_PID=$$; exec "$0" -e "$1"'
  const env = {
    ...process.env,
    GIO_LAUNCHED_DESKTOP_FILE: `/usr/share/applications/${bundleId}.desktop`,
  }
  return spawn('/bin/sh', ['-c', script, process.execPath, PROGRAM], { stdio, env })
}

function replyTo(request: PlayedRequest, apps: ReadonlySet<PlayedApp>): PlayedReply {
  const all = [...apps]
  const app =
    all.find(({ token }) => request.headers.authorization === `Bearer ${token}`) ??
    all.find(({ path }) => request.path === path)
  return (
    app?.answer(request) ?? {
      kind: 'reply',
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }
  )
}

function requestIn({ method, path, headers, body }: { [name: string]: unknown }): PlayedRequest {
  const given: { [name: string]: string | undefined } = {}
  if (isRecord(headers))
    for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given[name] = value
  return { method: String(method), path: String(path), headers: given, body: String(body) }
}
