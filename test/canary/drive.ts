/** Drives the canary app through every success and every error, in both eras, and keeps each byte it sends. */
import { isRecord } from '@copane/protocol/findings'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type RawAnswer, send } from '../../packages/provider/test/support/http.js'
import type { Secrets } from './secrets.js'

/** Where the app is reached. */
export type Endpoint = { endpoint: string; token: string }

/** A client that keeps what comes in. */
type Ear = {
  client: Client
  call: (action: string, args?: object) => Promise<unknown>
  close: () => Promise<void>
}

/** What a drive needs of the outside. */
export type Drive = {
  secrets: Secrets
  elements: Endpoint
  bridge: Endpoint
  /** Takes what the app sent, and what a client of it threw. */
  keep: (text: string) => void
}

/** Uses the app as its clients do: reads, calls, is refused in each way that there is. */
export async function driveClient(
  { secrets, elements, bridge, keep }: Drive,
  mode: 'legacy' | 'auto',
): Promise<void> {
  const eyes = await listen(elements, mode, keep)
  const hands = await listen(bridge, mode, keep)
  const window = await windowOf(hands.client)
  const call = (action: string, args: object = {}) => hands.call(`${window}__${action}`, args)

  const isHeard = await subscribe(hands.client)
  // What is sent before a legacy client's stream is open is lost, so it is sent until it is heard.
  while (!isHeard()) await call('write', { text: secrets.argument })
  await hands.client.listTools()
  for (const uri of [
    'elements://current',
    `elements://locate/${secrets.elementId}`,
    `elements://locate/${window}`,
  ])
    await quietly(keep, () => eyes.client.readResource({ uri }))
  for (const id of [secrets.unknownId, `${secrets.unknownId}%20x`])
    await quietly(keep, () => eyes.client.readResource({ uri: `elements://locate/${id}` }))
  await quietly(keep, () => eyes.client.readResource({ uri: `elements://${secrets.unknownId}` }))

  await call('write', { text: secrets.argument })
  await call('write', { text: `${secrets.tooLong}${'x'.repeat(60)}` })
  await call('write', { text: { [secrets.oddName]: 1 } })
  await call('write', { text: secrets.staleArgument, expectedVersion: 1 })
  await call('write', { text: secrets.badVersion, expectedVersion: secrets.badVersion })
  for (const action of ['throw_early', 'throw_late', 'throw_reading', 'forget']) await call(action)
  await call(secrets.unknownAction, { text: secrets.unknownAction })
  await hands.call(`${secrets.unknownWindow}__write`, { text: secrets.unknownWindow })
  await hands.call(secrets.unknownTool, { text: secrets.unknownTool })

  await call('ask')
  await call('write', { text: secrets.blockedArgument })
  await hands.call(`${await windowOf(hands.client, 'Sure?')}__yes`, {})

  for (const broken of ['break_locate', 'break_elements']) {
    await call(broken)
    for (const uri of ['elements://current', `elements://locate/${secrets.elementId}`])
      await quietly(keep, () => eyes.client.readResource({ uri }))
  }
  await call('mend')
  await Promise.all([eyes.close(), hands.close()])
}

/** Calls the action that waits; gives the call and the way to take it back. */
export async function driveWaiting({ secrets, bridge, keep }: Drive, mode: 'legacy' | 'auto') {
  const { client, close } = await listen(bridge, mode, keep)
  const stop = new AbortController()
  const params = { name: `${await windowOf(client)}__wait`, arguments: { text: secrets.waitingArgument } }
  const call = quietly(keep, () => client.request({ method: 'tools/call', params }, { signal: stop.signal }))
  return { call, takeBack: () => stop.abort(), close }
}

/** Sends what a stranger could: no token, no JSON, too much, to places that are not there. */
export async function driveStranger({ secrets, elements, bridge, keep }: Drive): Promise<void> {
  for (const { endpoint, token } of [elements, bridge]) {
    const { port, pathname: path } = new URL(endpoint)
    const known = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const raw = (options: Partial<Parameters<typeof send>[1]>) =>
      send(Number(port), { path, headers: known, ...options }).then(
        ({ status, headers, body }: RawAnswer) => keep(JSON.stringify([status, headers, body])),
        (error: unknown) => keep(String(error)),
      )
    const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    await raw({ headers: {}, body: secrets.sent })
    await raw({ headers: { ...known, authorization: `Bearer ${secrets.wrongToken}` }, body: secrets.sent })
    await raw({ headers: { ...known, origin: `http://${secrets.sent}.example` } })
    await raw({ headers: { ...known, host: `${secrets.sent}.example` } })
    await raw({ path: `/${secrets.sent}` })
    await raw({ body: `{"${secrets.sent}": ` })
    await raw({ body: JSON.stringify([secrets.sent]) })
    await raw({ body: rpc('resources/read', { uri: `elements://locate/${secrets.sent}` }) })
    await raw({ body: rpc('tools/call', { name: secrets.sent, arguments: secrets.sent }) })
    await raw({ body: rpc('initialize', { protocolVersion: secrets.sent }) })
    await raw({ headers: { ...known, 'mcp-session-id': secrets.sent }, body: rpc('ping', {}) })
    await raw({ headers: { ...known, 'mcp-protocol-version': 'nonsense' }, body: rpc('ping', {}) })
    await raw({ body: JSON.stringify({ text: `${secrets.sent}${' '.repeat(5_000_000)}` }) })
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) await raw({ method })
  }
}

async function listen(
  { endpoint, token }: Endpoint,
  mode: 'legacy' | 'auto',
  keep: (text: string) => void,
): Promise<Ear> {
  const client = new Client({ name: 'canary', version: '1' }, { versionNegotiation: { mode } })
  const bodies: Promise<void>[] = []
  const keeping: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    keep(JSON.stringify([...response.headers]))
    bodies.push(wholeBody(response.clone()).then(keep))
    return response
  }
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit, fetch: keeping }))
  const call = (name: string, args: object = {}) =>
    quietly(keep, () => client.request({ method: 'tools/call', params: { name, arguments: { ...args } } }))
  const close = async () => {
    await client.close()
    await Promise.all(bodies)
  }
  return { client, call, close }
}

/** Asks to hear of changes; gives whether one was heard. */
async function subscribe(client: Client): Promise<() => boolean> {
  let heard = false
  client.setNotificationHandler('notifications/resources/updated', () => void (heard = true))
  const uri = 'app://windows'
  if (client.getProtocolEra() === 'modern')
    await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] })
  else await client.request({ method: 'resources/subscribe', params: { uri } })
  return () => heard
}

/** A body whole, as far as it came: the stream of notifications has no end but the client's. */
async function wholeBody({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true })
  } catch {
    // The client closed it; what came before counts.
  }
  return text
}

async function windowOf(client: Client, title?: string): Promise<string> {
  const { contents } = await client.readResource({ uri: 'app://windows' })
  const [content] = contents
  const snapshot: unknown = JSON.parse(content && 'text' in content ? content.text : '')
  const windows: unknown = isRecord(snapshot) ? snapshot.windows : []
  const found = (Array.isArray(windows) ? windows : []).find(
    window => isRecord(window) && (title === undefined || window.title === title),
  )
  return isRecord(found) && typeof found.id === 'string' ? found.id : 'none'
}

/** What a client is thrown counts as sent: it came out of an answer. */
async function quietly(keep: (text: string) => void, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    keep(error instanceof Error ? `${error.name}: ${error.message} ${JSON.stringify(error)}` : String(error))
    return undefined
  }
}
