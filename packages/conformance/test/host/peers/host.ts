/** A small host of the elements protocol that shares no code with ours, and can be wrong in one way. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { HostDriver } from '@copane/conformance/node'

/** The ways in which this host can be wrong. */
export type Flaw =
  | 'timer'
  | 'at-start'
  | 'all-apps'
  | 'first-of-name'
  | 'no-token-to-locate'
  | 'token-of-another'
  | 'follows-redirects'
  | 'origin'
  | 'own-path'
  | 'any-address'
  | 'dead'
  | 'bundle'
  | 'listener'
  | 'any-version'
  | 'older-version'
  | 'exact-version'
  | 'any-instance'
  | 'any-answer-version'
  | 'waits'
  | 'takes-errors'
  | 'lower-case'
  | 'shortens'
  | 'last-app'
  | 'tells-instance'
  | 'tells-token'
  | 'any-run'
  | 'keeps-places'
  | 'places-what-is-gone'
  | 'takes-late'
  | 'hover'
  | 'locates-all'
  | 'reads-to-locate'
  | 'obeys-text'
  | 'trusts-later'
  | 'asks-unknown'
  | 'trips'
  | 'waits-to-locate'

type Json = { [name: string]: unknown }
type Descriptor = {
  protocol: string
  bundleId: string
  instance: string
  endpoint: string
  token: string
  pid: number
}
type Reference = { app: Descriptor; id: string }

const DEADLINE_MS = 1500

/** Makes the host; it looks for apps in the folder. */
export function createHost(folder: string, flaw?: Flaw): HostDriver {
  const is = (...names: Flaw[]) => flaw !== undefined && names.includes(flaw)
  const known = new Map<string, Reference>()
  const places = new Map<string, string>()
  const met = new Set<string>()
  const trusted = new Set<string>()
  let last: Descriptor | undefined
  let timer: NodeJS.Timeout | undefined
  if (is('at-start'))
    timer = setInterval(() => {
      if (!existsSync(folder)) return clearInterval(timer)
      for (const app of descriptors().filter(isUsable))
        if (app.bundleId === 'org.example.notes' && !met.has(app.token)) {
          met.add(app.token)
          void read(app, 'elements://current')
        }
    }, 60).unref()

  const descriptors = (): Descriptor[] => {
    const found: Descriptor[] = []
    for (const name of readdirSync(folder).filter(each => each.endsWith('.json'))) {
      const app = descriptorIn(join(folder, name))
      if (app) found.push(app)
      else if (is('trips')) return []
    }
    return found
  }

  const isUsable = (app: Descriptor): boolean => {
    const [, host, port] = /^http:\/\/([^/]+):(\d+)(?:\/|$)/.exec(app.endpoint) ?? []
    const isVersion = is('exact-version')
      ? app.protocol === '0.2.0'
      : /^0\.2\.\d+$/.test(app.protocol) ||
        is('any-version') ||
        (is('older-version') && app.protocol === '0.1.0')
    if (!isVersion) return false
    if (host !== '127.0.0.1' && !is('any-address')) return false
    if (!isAlive(app.pid)) return is('dead')
    if (!is('listener') && host === '127.0.0.1' && !listens(app.pid, Number(port))) return false
    return is('bundle') || bundleOf(app.pid) === app.bundleId
  }

  /** Reads a resource; undefined for anything but an answer in time. */
  async function read(app: Descriptor, uri: string): Promise<Json | undefined> {
    const { hostname, port } = new URL(app.endpoint)
    const raw = app.endpoint.slice(app.endpoint.indexOf(port) + port.length)
    const path = is('own-path') ? '/elements' : raw
    const isToken = !(is('no-token-to-locate') && uri !== 'elements://current')
    const token = is('token-of-another')
      ? (descriptors().find(other => other.pid !== app.pid) ?? app).token
      : app.token
    const text = await post(
      { host: is('any-address') ? '127.0.0.1' : hostname, port, path },
      {
        ...(isToken ? { authorization: `Bearer ${token}` } : {}),
        ...(is('origin') ? { origin: 'http://127.0.0.1' } : {}),
      },
      uri,
      {
        deadlineMs:
          is('waits') || (is('waits-to-locate') && uri !== 'elements://current') ? undefined : DEADLINE_MS,
        follows: is('follows-redirects'),
      },
    )
    try {
      return JSON.parse(text ?? '')
    } catch {
      return undefined
    }
  }

  async function act(front: { pid: number; bundleId: string }, remove: boolean) {
    if (is('timer')) clearInterval(timer)
    const apps = descriptors().filter(isUsable)
    if (is('all-apps')) await Promise.all(apps.map(app => read(app, 'elements://current')))
    const app =
      (is('first-of-name')
        ? apps.find(each => each.pid !== front.pid && each.bundleId === front.bundleId)
        : undefined) ?? apps.find(each => each.pid === front.pid)
    if (!app) return []
    met.add(app.token)
    const answer = await read(app, 'elements://current')
    if (is('timer')) timer = setInterval(() => void read(app, 'elements://current'), 60).unref()
    const isInstance = is('any-instance') || answer?.instance === app.instance
    const isProtocol = is('any-answer-version') || answer?.protocol === app.protocol
    if (!answer && is('takes-errors')) return [{ app: app.bundleId, text: 'canary' }]
    const isTrusted = is('trusts-later') && trusted.has(app.token)
    if (isInstance) trusted.add(app.token)
    if (!answer || !(isInstance || isTrusted) || !isProtocol) return []
    if (remove && !is('takes-late')) return []
    const lines: string[] = []
    for (const element of elementsIn(answer.root)) {
      const id = String(element.id)
      known.set(id, { app, id })
      const isShown = element.selected || element.focused || (is('hover') && element.hovered)
      lines.push(
        `${is('shortens') ? id.slice(0, 64) : id} ${isShown ? JSON.stringify(element.content ?? '') : ''}`,
      )
      if (is('locates-all')) await read(app, `elements://locate/${id}`)
    }
    last = app
    const [, order] = /elements:\/\/locate\/([\w-]+)/.exec(JSON.stringify(answer)) ?? []
    if (is('obeys-text') && order !== undefined) await read(app, `elements://locate/${order}`)
    if (is('tells-instance')) lines.push(app.instance)
    if (is('tells-token')) lines.push(app.token)
    return [{ app: app.bundleId, text: lines.join('\n') }]
  }

  async function locate(id: string): Promise<string> {
    if (is('timer')) clearInterval(timer)
    const reference = known.get(id) ?? (is('asks-unknown') && last ? { app: last, id } : undefined)
    if (!reference) return 'unknown'
    const key = `${reference.app.instance} ${id}`
    const kept = places.get(key)
    if (is('keeps-places') && kept !== undefined) return kept
    const run = descriptors().find(app =>
      is('any-run') ? app.bundleId === reference.app.bundleId : app.instance === reference.app.instance,
    )
    if (!run) return is('places-what-is-gone') ? 'visible' : 'gone'
    const app = is('last-app') && last ? last : run
    if (is('reads-to-locate')) await read(app, 'elements://current')
    const place = await read(app, `elements://locate/${is('lower-case') ? id.toLowerCase() : id}`)
    const state = typeof place?.state === 'string' ? place.state : 'unknown'
    places.set(key, state)
    return state
  }

  return async order => {
    if (order.do === 'act') return { done: true, collected: await act(order.front, order.remove === true) }
    if (order.do === 'locate') return { done: true, state: await locate(order.id) }
    return { never: 'this is no client of the bridge' }
  }
}

function elementsIn(root: unknown): Json[] {
  const element: Json = JSON.parse(JSON.stringify(root ?? {}))
  const children: unknown[] = Array.isArray(element.children) ? element.children : []
  return [element, ...children.flatMap(elementsIn)]
}

function post(
  target: { host: string; port: string; path: string },
  headers: { [name: string]: string },
  uri: string,
  { deadlineMs, follows }: { deadlineMs: number | undefined; follows: boolean },
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const signal = deadlineMs === undefined ? {} : { signal: AbortSignal.timeout(deadlineMs) }
  const asked = request({
    ...target,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'resources/read',
      'mcp-name': uri,
    },
    ...signal,
  })
  asked.on('error', () => resolve(undefined))
  asked.on('response', response => {
    const { location } = response.headers
    if (location !== undefined) {
      response.resume()
      if (!follows) return resolve(undefined)
      const { hostname, port, pathname } = new URL(location)
      return void post({ host: hostname, port, path: pathname }, headers, uri, {
        deadlineMs,
        follows: false,
      }).then(resolve)
    }
    let body = ''
    response.setEncoding('utf8').on('data', (text: string) => (body += text))
    response.on('error', () => resolve(undefined))
    response.on('end', () => {
      try {
        resolve(JSON.parse(body).result.contents[0].text)
      } catch {
        resolve(undefined)
      }
    })
  })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'small', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri, _meta: meta } }))
  return promise
}

/** A descriptor, if a file holds one. */
function descriptorIn(path: string): Descriptor | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'))
    return typeof value?.endpoint === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The app that the system launched a process as. */
function bundleOf(pid: number): string | undefined {
  const environ = readFileSync(`/proc/${pid}/environ`, 'utf8')
  return /GIO_LAUNCHED_DESKTOP_FILE=[^\0]*\/([^/\0]+)\.desktop/.exec(environ)?.[1]
}

function listens(pid: number, port: number): boolean {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const row = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .find(fields => fields[1] === local && fields[3] === '0A')
  return readdirSync(`/proc/${pid}/fd`).some(name => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`) === `socket:[${row?.[9]}]`
    } catch {
      return false
    }
  })
}
