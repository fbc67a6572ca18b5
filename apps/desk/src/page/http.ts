/** The page over HTTP: who may have it, in which order refusals come, and the headers that keep it to itself. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BuiltPage } from './built-page.js'
import type { Entry } from './entry.js'
import { PASS_HEADER, SUBPROTOCOL } from './protocol.js'

/** What requests are judged by; `hint` says how a person gets a new address. */
export type Door = {
  port: number
  entry: Entry
  files: BuiltPage
  hint: string
  orders: (offset: number, limit: number) => readonly unknown[]
}

/**
 * Answers one request.
 *
 * Shape   a wrong Host, a foreign Origin, anything but GET and HEAD, no cookie: 403 with a page that says how to
 *         open the desk. A key is exchanged for the cookie and the pass; one that was used before leads a browser that
 *         is known to the page, without the pass. A page that was turned away asks with the pass whether it is the
 *         right one.
 */
export function answerRequest(door: Door, request: IncomingMessage, response: ServerResponse): void {
  const { port, entry, files } = door
  const { host, origin, cookie, [PASS_HEADER]: pass } = request.headers
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (host !== hostOf(port)) return refuse(door, response, `The address must begin with ${ownOrigin(port)}.`)
  if (!isRead || (origin !== undefined && origin !== ownOrigin(port)))
    return refuse(door, response, 'Only the page of the desk itself can ask for this.')
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const key = path === '/' ? new URLSearchParams(query).get('key') : null
  const isKnown = entry.isKnown(cookie, port)
  const isTaken = key !== null && request.method === 'GET' && entry.takeKey(key)
  if (isTaken || (key !== null && isKnown)) {
    response.writeHead(303, {
      ...HEADERS,
      location: isTaken ? `/#${entry.pass}` : '/',
      ...(isKnown ? {} : { 'set-cookie': entry.cookie(port) }),
    })
    response.end()
    return
  }
  if (!isKnown)
    return refuse(
      door,
      response,
      key === null ? 'This browser was not let in yet.' : 'This address was used before.',
    )
  if (pass !== undefined && !entry.isPass(String(pass)))
    return refuse(door, response, 'This page was not let in yet.')
  if (path === '/orders.json' && request.method === 'GET') {
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/json' })
    const wanted = new URLSearchParams(query)
    const [offset, limit] = ['offset', 'limit'].map(name => countIn(wanted.get(name)))
    response.end(JSON.stringify(door.orders(offset ?? 0, limit ?? MOST_ROWS)))
    return
  }
  const file = files.get(path)
  if (!file) return refuse(door, response, 'There is no such page.', 404)
  response.writeHead(200, {
    ...HEADERS,
    ...policy(port),
    'content-type': file.type,
    'content-length': file.body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : file.body)
}

const MOST_ROWS = 100_000

const countIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined

/** What came of a page that wants to connect; `mark` is the one it was given before, if it comes back. */
export type Visit = { kind: 'page'; mark: string | undefined } | { kind: 'stranger' }

/** Judges a page that wants to connect: it names our subprotocol, and its pass as another one. */
export function visitOf({ port, entry }: Door, { url = '', headers }: IncomingMessage): Visit {
  const isOurs = headers.host === hostOf(port) && headers.origin === ownOrigin(port)
  const match = /^\/socket(?:\?mark=([a-z0-9]{1,32}))?$/.exec(url)
  const [name, pass = '', ...others] = (headers['sec-websocket-protocol'] ?? '').split(/ *, */)
  const hasPass = name === SUBPROTOCOL && others.length === 0 && entry.isPass(pass)
  return isOurs && match && entry.isKnown(headers.cookie, port) && hasPass
    ? { kind: 'page', mark: match[1] }
    : { kind: 'stranger' }
}

/** Turns away a connection that never became one. */
export function refuseUpgrade(socket: Duplex, status: 403 | 503): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

/** What addresses of a desk begin with. */
export const ownOrigin = (port: number): string => `http://${hostOf(port)}`

const hostOf = (port: number): string => `127.0.0.1:${port}`

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Scripts, styles and connections from here alone, and no frame around or inside. */
const policy = (port: number) => ({
  'content-security-policy': [
    "default-src 'self'",
    `connect-src 'self' ws://${hostOf(port)}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
})

const REFUSAL_STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:34em;margin:18vh auto;padding:0 1em;color-scheme:light dark}h1{font-size:1.25em}'

const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(REFUSAL_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function refuse(door: Door, response: ServerResponse, reason: string, status = 403): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-security-policy': REFUSAL_POLICY,
    connection: 'close',
    'content-type': 'text/html; charset=utf-8',
  })
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Desk</title>
<style>${REFUSAL_STYLE}</style>
<h1>The desk did not open</h1>
<p>${reason}</p>
<p>${door.hint}</p>
</html>
`)
}
