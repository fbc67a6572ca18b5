/** A page without a browser: lets itself in, connects, and collects what it is told. */
import { request } from 'node:http'
import { WebSocket } from 'ws'
import type { FromPage, PageState, ToPage } from '../../src/page/index.js'
import { EMPTY, patched } from '../../page/src/wire/patch.js'
import type { PageServer } from '../../src/page/index.js'
import type { UserAct } from '../../src/model/index.js'

/** An answer to a plain request. */
export type Answer = {
  status: number
  headers: { [name: string]: string | string[] | undefined }
  text: string
}

/** A connected page. */
export type Tab = {
  socket: WebSocket
  mark: string
  messages: ToPage[]
  state(): PageState
  says(message: FromPage | string | Buffer): void
  does(act: UserAct): Promise<ToPage & { kind: 'outcome' }>
  /** The next message that fits, or one that came already and was not taken yet. */
  next<Kind extends ToPage['kind']>(kind: Kind): Promise<Extract<ToPage, { kind: Kind }>>
  /** The code with which the connection ended. */
  closed: Promise<number>
}

/** Sends one request with any headers. */
export function ask(
  address: string,
  headers: { [name: string]: string } = {},
  method = 'GET',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(address, { method, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
  })
  sent.on('error', reject).end()
  return promise
}

/** What lets a page in: the cookie of its browser, and its pass. */
export type Access = { cookie: string; pass: string }

/** Exchanges an address that works once. */
export async function accessOf(url: string): Promise<Access> {
  const { headers } = await ask(url)
  return {
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    pass: String(headers.location).split('#')[1] ?? '',
  }
}

/** Where a page connects, and what it sends along. */
export const originOf = ({ url }: PageServer): string => new URL(url).origin

/** Begins to connect as a page would. */
export function connects(page: PageServer, { cookie, pass }: Access, query = ''): WebSocket {
  const origin = originOf(page)
  const address = `${origin.replace('http', 'ws')}/socket${query}`
  return new WebSocket(address, ['desk', pass], { origin, headers: { cookie } })
}

/** The status of an answer that is no connection; undefined when there is a connection. */
export const refusalOf = (socket: WebSocket): Promise<number | undefined> =>
  new Promise(resolve =>
    socket
      .on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      .on('open', () => resolve(undefined)),
  )

/** Connects as a page would; waits until it was greeted. */
export async function openTab(page: PageServer, access: Access, query = ''): Promise<Tab> {
  const socket = connects(page, access, query)
  const messages: ToPage[] = []
  const taken = new Set<ToPage>()
  let state = EMPTY
  let lastAct = 0
  let notify = () => {}
  socket.on('message', data => {
    const message: ToPage = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')
    messages.push(message)
    if (message.kind === 'hello' || message.kind === 'patch') state = patched(state, message.patch)
    notify()
  })
  socket.on('error', () => {})
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  const next: Tab['next'] = async kind => {
    for (;;) {
      const found = messages.find(message => message.kind === kind && !taken.has(message))
      if (found && isOfKind(found, kind)) {
        taken.add(found)
        return found
      }
      await new Promise<void>(resolve => (notify = resolve))
    }
  }
  const says: Tab['says'] = message =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  const { mark } = await next('hello')
  return {
    socket,
    mark,
    messages,
    closed,
    next,
    says,
    state: () => state,
    does(act) {
      says({ kind: 'act', id: ++lastAct, act })
      return next('outcome')
    },
  }
}

const isOfKind = <Kind extends ToPage['kind']>(
  message: ToPage,
  kind: Kind,
): message is Extract<ToPage, { kind: Kind }> => message.kind === kind
