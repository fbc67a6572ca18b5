/** A small client of the bridge protocol that shares no code with ours, and can be wrong in one way. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostDriver } from '@copane/conformance/node'

/** The ways in which this client can be wrong. */
export type Flaw =
  | 'deaf-to-updated'
  | 'deaf-to-list-changed'
  | 'stays-cut'
  | 'no-realign'
  | 'by-position'
  | 'wants-windows'
  | 'known-blocks'
  | 'no-token-to-call'
  | 'origin'
  | 'no-version'
  | 'renames-codes'
  | 'retries-all'
  | 'takes-the-version-of-the-error'
  | 'same-again'
  | 'endless'
  | 'retries-undecided'
  | 'reads-text'
  | 'ignores-is-error'
  | 'no-focus'
  | 'focus-after'
  | 'by-owner'
  | 'any-window'
  | 'names-the-owner'
  | 'leading-edge'
  | 'reopens-once'
  | 'keeps-highest'
  | 'keeps-operable'
  | 'obeys'

type Json = { [name: string]: unknown }
type AppWindow = {
  id: string
  modal: boolean
  ownerId: string | null
  version: number
  blocks: { type?: string }[]
}
type Snapshot = { operableWindowIds: string[]; windows: AppWindow[] }
type Outcome = { outcome: string; code?: string; by?: string[] }

/** Makes the client. */
export function createClient(flaw?: Flaw): HostDriver {
  const is = (...names: Flaw[]) => flaw !== undefined && names.includes(flaw)
  let place = { endpoint: '', token: '' }
  let snapshot: Snapshot | undefined
  let positions: string[] = []
  let reading: Promise<unknown> = Promise.resolve()
  let stream: ClientRequest | undefined
  let isOpen = false
  let lastId = 0
  let heardAt = -Infinity
  let opened = 0
  const highest = new Map<string, number>()

  const ask = async (method: string, params: Json): Promise<Json> => {
    const response = await send(method, params)
    let body = ''
    for await (const chunk of response) body += String(chunk)
    return JSON.parse(body).result ?? {}
  }

  function send(method: string, params: Json): Promise<IncomingMessage> {
    const { hostname, port, pathname } = new URL(place.endpoint)
    const hasToken = !(is('no-token-to-call') && method === 'tools/call')
    const name = params.uri ?? params.name
    const asked = request({
      host: hostname,
      port,
      path: pathname,
      method: 'POST',
      agent: false,
      headers: {
        ...(hasToken ? { authorization: `Bearer ${place.token}` } : {}),
        ...(is('origin') ? { origin: 'null' } : {}),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      },
    })
    if (method === 'subscriptions/listen') stream = asked
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    asked.on('response', resolve).on('error', reject)
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'small', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    asked.end(JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta } }))
    return promise
  }

  async function read(): Promise<Snapshot> {
    const { contents } = await ask('resources/read', { uri: 'app://windows' })
    const [{ text }] = JSON.parse(JSON.stringify(contents))
    const next: Snapshot = JSON.parse(text)
    if (is('wants-windows') && next.windows.length === 0)
      next.windows = [{ id: 'app', modal: false, ownerId: null, version: 0, blocks: [] }]
    if (is('known-blocks'))
      next.windows = next.windows.filter(({ blocks }) => blocks.every(({ type }) => type === 'text'))
    if (positions.length === 0) positions = next.windows.map(({ id }) => id)
    for (const window of next.windows) {
      const known = Math.max(window.version, highest.get(window.id) ?? 0)
      highest.set(window.id, known)
      if (is('keeps-highest')) window.version = known
    }
    if (is('keeps-operable') && snapshot) next.operableWindowIds = snapshot.operableWindowIds
    snapshot = next
    return next
  }

  /** Listens, reads when something is told, and when the stream is open again. */
  async function listen(): Promise<void> {
    while (isOpen) {
      try {
        const filter = { toolsListChanged: true, resourceSubscriptions: ['app://windows'] }
        const response = await send('subscriptions/listen', { notifications: filter })
        if (!is('no-realign')) reading = read().catch(() => {})
        for await (const chunk of response) {
          const text = String(chunk)
          const isHeard =
            (text.includes('resources/updated') && !is('deaf-to-updated')) ||
            (text.includes('tools/list_changed') && !is('deaf-to-list-changed'))
          const isEcho = is('leading-edge') && performance.now() - heardAt < 1500
          if (isHeard) heardAt = performance.now()
          if (isHeard && !isEcho) reading = read().catch(() => {})
        }
      } catch {
        // Opened again below.
      }
      if (is('stays-cut') || (is('reopens-once') && ++opened > 1)) return
      await pause(30)
    }
  }

  async function callOnce(
    window: string,
    action: string,
    args: Json,
    version: number | undefined,
  ): Promise<Outcome> {
    const name = `${window}__${action}`
    const sent = version === undefined ? args : { ...args, expectedVersion: version }
    const result = await ask('tools/call', { name, arguments: sent })
    const [text] = JSON.parse(JSON.stringify(result.content ?? []))
    const content: Json = is('reads-text')
      ? JSON.parse(text.text)
      : JSON.parse(JSON.stringify(result.structuredContent))
    const isError = is('reads-text')
      ? content.code !== undefined
      : result.isError === true && !is('ignores-is-error')
    const [, order] = /call (\w+-\w+__\w+) now/.exec(String(content.message)) ?? []
    if (is('obeys') && order !== undefined) await ask('tools/call', { name: order, arguments: {} })
    if (!isError) return { outcome: 'done' }
    const code = is('renames-codes') && content.code === 'window_not_found' ? 'error' : String(content.code)
    return { outcome: 'failed', code }
  }

  async function call(window: string, action: string, args: Json, again: Json | undefined): Promise<Outcome> {
    const seen = snapshot ?? (await read())
    const chainOf = (id: string): AppWindow[] => seen.windows.filter(({ ownerId }) => ownerId === id)
    const isBlocked = is('by-owner') ? chainOf(window).length > 0 : !seen.operableWindowIds.includes(window)
    if (isBlocked && !is('any-window')) {
      let top = window
      for (let next = chainOf(top)[0]; next; next = chainOf(top)[0]) top = next.id
      const by = is('names-the-owner') ? (chainOf(window)[0]?.id ?? window) : top
      return { outcome: 'blocked', code: 'blocked_by_modal', by: [by] }
    }
    const { tools } = await ask('tools/list', {})
    const names = JSON.stringify(tools)
    const focus = async () => {
      if (names.includes(`"${window}__focus"`) && !is('no-focus'))
        await callOnce(window, 'focus', {}, undefined)
    }
    if (!is('focus-after')) await focus()
    const versionOf = (from: Snapshot): number | undefined => {
      if (is('no-version')) return undefined
      const at = from.windows.findIndex(({ id }) => id === window)
      return is('by-position') ? from.windows[positions.indexOf(window)]?.version : from.windows[at]?.version
    }
    let outcome = await callOnce(window, action, args, versionOf(seen))
    for (let turn = 0; turn < (is('endless') ? 30 : 3); turn++) {
      const isStale = outcome.code === 'stale_state' || (is('retries-all') && outcome.outcome === 'failed')
      if (!isStale || (!again && !is('retries-undecided'))) break
      const fresh = is('takes-the-version-of-the-error') ? undefined : await read()
      const next = is('same-again') ? args : (again ?? args)
      outcome = await callOnce(window, action, next, fresh ? versionOf(fresh) : 8)
    }
    if (is('focus-after')) await focus()
    return outcome
  }

  return async order => {
    switch (order.do) {
      case 'connect':
        place = order
        snapshot = undefined
        positions = []
        opened = 0
        heardAt = -Infinity
        highest.clear()
        isOpen = true
        void listen()
        return { done: true }
      case 'windows':
        await reading
        return { done: true, windows: (snapshot ?? (await read())).windows }
      case 'call':
        await reading
        return {
          done: true,
          ...(await call(
            order.window,
            order.action,
            { ...order.arguments },
            order.again && { ...order.again },
          )),
        }
      case 'disconnect':
        isOpen = false
        stream?.destroy()
        return { done: true }
      case 'act':
      case 'locate':
        return { never: 'this is no host of elements' }
      default:
        return order satisfies never
    }
  }
}
