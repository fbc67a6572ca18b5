/** One endpoint of the peer under test: raw exchanges with it, and a conversation in each era it offers. */
import { parseEndpoint } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import {
  type Era,
  ERAS,
  type Fields,
  legacyHeaders,
  type Message,
  messageIn,
  messageOf,
  openingMessage,
  readyMessage,
  type Reply,
  replyOf,
  replySaw,
  type Session,
} from './era.js'
import { once } from './once.js'
import type { RawAnswer, RawRequest, Send } from './raw.js'

/** A conversation in one era; `capabilities` and `opening` are as the peer sent them. */
export type Face = {
  era: Era
  opening: Fields
  capabilities: Fields
  instructions: unknown
  ask(method: string, params?: Fields): Promise<Reply>
  /** A request of this conversation, to be sent with other headers. */
  message(id: number, method: string): Message
}

/** What opening an era came to. */
export type Opened = { kind: 'open'; era: Era; face: Face } | { kind: 'closed'; era: Era; saw: string }

/** Where an endpoint is. */
export type Place = { address: string; port: number; path: string }

/** An endpoint with its token. */
export type Line = {
  name: 'elements' | 'bridge'
  endpoint: string
  token: string | undefined
  /** Undefined for an endpoint of wrong form: nothing is ever sent there. */
  place: Place | undefined
  /** One exchange with exactly the headers given; no token of its own accord. */
  raw(request: Pick<RawRequest, 'method' | 'headers'> & Partial<RawRequest>): Promise<RawAnswer>
  /** What each era's opening gave; asked once. */
  open(): Promise<readonly Opened[]>
  /** The conversations that opened. */
  faces(): Promise<readonly Face[]>
  close(): Promise<void>
}

/** Makes the line to an endpoint; nothing is sent before it is asked for something. */
export function createLine(
  name: Line['name'],
  { endpoint, token }: { endpoint: string; token?: string },
  send: Send,
): Line {
  const place = name === 'elements' ? loopbackPlace(endpoint) : httpPlace(endpoint)
  const sessions: Session[] = []
  let lastId = 0
  const raw: Line['raw'] = request => {
    if (!place) return Promise.resolve({ kind: 'none', why: 'no connection' })
    const headers = { host: `${place.address}:${place.port}`, ...request.headers }
    return send({ ...place, ...request, headers })
  }
  const post = ({ headers, body }: Message, id: number): Promise<RawAnswer> =>
    raw({
      method: 'POST',
      headers: { ...headers, ...bearer(token) },
      body,
      enough: text => messageIn(text, id) !== undefined,
    })
  const openEra = async (era: Era): Promise<Opened> => {
    const id = ++lastId
    const answer = await post(openingMessage(era, id), id)
    const reply = replyOf(answer, id)
    if (reply.kind !== 'result') return { kind: 'closed', era, saw: replySaw(reply) }
    const session = era === 'legacy' ? sessionOf(reply.result, answer) : undefined
    const { capabilities, instructions } = reply.result
    const isSpoken = era === 'legacy' ? session !== undefined : speaksModern(reply.result)
    if (!isSpoken || !isRecord(capabilities))
      return { kind: 'closed', era, saw: 'a result without version or capabilities' }
    if (session) {
      sessions.push(session)
      await post(readyMessage(session), 0)
    }
    const ask: Face['ask'] = async (method, params = {}) => {
      const next = ++lastId
      return replyOf(await post(messageOf(session, next, method, params), next), next)
    }
    const message: Face['message'] = (other, method) => messageOf(session, other, method, {})
    const face = { era, opening: reply.result, capabilities, instructions, ask, message }
    return { kind: 'open', era, face }
  }
  const open = once(async () => {
    const opened: Opened[] = []
    for (const era of ERAS) opened.push(await openEra(era))
    return opened
  })
  return {
    name,
    endpoint,
    token,
    place,
    raw,
    open,
    faces: async () => (await open()).flatMap(opened => (opened.kind === 'open' ? [opened.face] : [])),
    async close() {
      for (const session of sessions)
        if (session.id !== undefined)
          await raw({ method: 'DELETE', headers: { ...legacyHeaders(session), ...bearer(token) } })
    },
  }
}

/** The header that carries a token. */
export const bearer = (token: string | undefined): { authorization?: string } =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** A token of elements goes to this machine only (EL-8-endpoint). */
function loopbackPlace(endpoint: string): Place | undefined {
  const place = parseEndpoint(endpoint)
  return place && { address: '127.0.0.1', ...place }
}

/** A bridge without a descriptor is reached by any http address (D-10). */
function httpPlace(endpoint: string): Place | undefined {
  const match = /^http:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:]+\])(?::([1-9]\d{0,4}))?(\/[^\s#]*)$/.exec(endpoint)
  const [, address = '', port = '80', path = ''] = match ?? []
  return match ? { address: address.replace(/^\[|\]$/g, ''), port: Number(port), path } : undefined
}

function sessionOf(result: Fields, answer: RawAnswer): Session | undefined {
  const { protocolVersion: version } = result
  if (typeof version !== 'string') return undefined
  const id = answer.kind === 'answer' ? answer.headers['mcp-session-id'] : undefined
  return { version, ...(id === undefined ? {} : { id }) }
}

const speaksModern = ({ supportedVersions }: Fields): boolean =>
  Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28')
