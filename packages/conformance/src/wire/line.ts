/** One endpoint of the peer under test: raw exchanges with it, and a conversation in each era it offers. */
import { WINDOWS_URI } from '@copane/protocol/bridge'
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
import type { Bound } from '../run-checks.js'
import { createEar, type Ear, type Wants } from './ear.js'
import { once } from './once.js'
import type { OpenStream, RawAnswer, RawRequest, Send } from './raw.js'

/** A conversation in one era; `capabilities` and `opening` are as the peer sent them. */
export type Face = {
  era: Era
  opening: Fields
  capabilities: Fields
  instructions: unknown
  /** Units: `timeMs` in place of the limit that all requests have. */
  ask(method: string, params?: Fields, timeMs?: number): Promise<Reply>
  /** A request of this conversation, to be sent with other headers. */
  message(id: number, method: string): Message
}

/** A conversation of its own, which others can be held against. */
export type Connection = {
  face: Face
  /** Listens for what the server sends; a reason where it sends nothing. */
  listen(wants: Wants): Promise<{ kind: 'ear'; ear: Ear } | { kind: 'deaf'; saw: string }>
  close(): Promise<void>
}

/** Effects that a line is made with. Shape: `eras` are those that are tried; both when not given. */
export type Edges = { send: Send; openStream: OpenStream; bound: Bound; eras?: readonly Era[] | undefined }

/** What opening an era came to. */
export type Opened = { kind: 'open'; era: Era; face: Face } | { kind: 'closed'; era: Era; saw: string }

/** Whether nobody was there: no era opened, and none got as far as an answer. */
export const isUnreached = (opened: readonly Opened[]): boolean =>
  opened.every(one => one.kind === 'closed' && one.saw.startsWith(NOBODY))

/** What an exchange without a connection is told as. */
const NOBODY = 'no connection'

/** Where an endpoint is. */
export type Place = { address: string; port: number; path: string }

/** An endpoint with its token. */
export type Line = {
  name: 'elements' | 'bridge'
  endpoint: string
  token: string | undefined
  /** Undefined for an endpoint of wrong form, and for a program on stdio: nothing is ever sent there. */
  place: Place | undefined
  /** False for a program on stdio, which has one client. */
  isShared: boolean
  /** One exchange with exactly the headers given; no token of its own accord. */
  raw(request: Pick<RawRequest, 'method' | 'headers'> & Partial<RawRequest>): Promise<RawAnswer>
  /** What each era's opening gave; asked once. */
  open(): Promise<readonly Opened[]>
  /** The conversations that opened. */
  faces(): Promise<readonly Face[]>
  /** Opens one more conversation; undefined where that era does not open. */
  connect(era: Era): Promise<Connection | undefined>
  /** Looks for a text in everything that comes from now on; tells whether it came. */
  watch(text: string): () => boolean
  close(): Promise<void>
}

/** Makes the line to an endpoint; nothing is sent before it is asked for something. */
export function createLine(
  name: Line['name'],
  { endpoint, token }: { endpoint: string; token?: string },
  { send, openStream, bound, eras = ERAS }: Edges,
): Line {
  const place = name === 'elements' ? loopbackPlace(endpoint) : httpPlace(endpoint)
  const sessions = new Set<Session>()
  const watched = new Map<string, boolean>()
  let lastId = 0
  const hear = (body: string) => {
    for (const text of watched.keys()) if (body.includes(text)) watched.set(text, true)
  }
  const raw: Line['raw'] = async request => {
    if (!place) return { kind: 'none', why: 'no connection' }
    const headers = { host: `${place.address}:${place.port}`, ...request.headers }
    const answer = await send({ ...place, ...request, headers })
    if (answer.kind === 'answer') hear(answer.body)
    return answer
  }
  const post = ({ headers, body }: Message, id: number, timeMs?: number): Promise<RawAnswer> =>
    raw({
      method: 'POST',
      headers: { ...headers, ...bearer(token) },
      body,
      enough: text => messageIn(text, id) !== undefined,
      ...(timeMs === undefined ? {} : { timeMs }),
    })
  const openEra = async (era: Era): Promise<{ opened: Opened; session: Session | undefined }> => {
    const closed = (saw: string) => ({ opened: { kind: 'closed' as const, era, saw }, session: undefined })
    const id = ++lastId
    const answer = await post(openingMessage(era, id), id)
    const reply = replyOf(answer, id)
    if (reply.kind !== 'result') return closed(replySaw(reply))
    const session = era === 'legacy' ? sessionOf(reply.result, answer) : undefined
    const { capabilities, instructions } = reply.result
    const isSpoken = era === 'legacy' ? session !== undefined : speaksModern(reply.result)
    if (!isSpoken || !isRecord(capabilities)) return closed('a result without version or capabilities')
    if (session) {
      sessions.add(session)
      await post(readyMessage(session), 0)
    }
    const ask: Face['ask'] = async (method, params = {}, timeMs) => {
      const next = ++lastId
      return replyOf(await post(messageOf(session, next, method, params), next, timeMs), next)
    }
    const message: Face['message'] = (other, method) => messageOf(session, other, method, {})
    const face = { era, opening: reply.result, capabilities, instructions, ask, message }
    return { opened: { kind: 'open', era, face }, session }
  }
  const end = async (session: Session) => {
    sessions.delete(session)
    if (session.id !== undefined)
      await raw({ method: 'DELETE', headers: { ...legacyHeaders(session), ...bearer(token) } })
  }
  const open = once(async () => {
    const opened: Opened[] = []
    for (const era of eras) opened.push((await openEra(era)).opened)
    return opened
  })
  const stream = async (
    request: Pick<RawRequest, 'method' | 'headers' | 'body'>,
  ): ReturnType<Connection['listen']> => {
    if (!place) return { kind: 'deaf', saw: 'no connection' }
    const { feed, ear } = createEar(bound)
    const headers = {
      host: `${place.address}:${place.port}`,
      ...request.headers,
      ...bearer(token),
      accept: 'text/event-stream, application/json',
    }
    const opened = await openStream({ ...place, ...request, headers }, text => {
      hear(text)
      feed(text)
    })
    return opened.kind === 'open'
      ? { kind: 'ear', ear: ear(opened.close) }
      : { kind: 'deaf', saw: opened.saw }
  }
  const listenIn =
    (face: Face, session: Session | undefined): Connection['listen'] =>
    async wants => {
      if (!session) {
        const { headers, body } = messageOf(undefined, ++lastId, 'subscriptions/listen', {
          notifications: {
            ...(wants.updated ? { resourceSubscriptions: [WINDOWS_URI] } : {}),
            ...(wants.listChanged ? { toolsListChanged: true } : {}),
          },
        })
        return stream({ method: 'POST', headers, body })
      }
      const { 'content-type': _, ...headers } = legacyHeaders(session)
      const opened = await stream({ method: 'GET', headers })
      if (opened.kind === 'ear' && wants.updated) await face.ask('resources/subscribe', { uri: WINDOWS_URI })
      return opened
    }
  return {
    name,
    endpoint,
    token,
    place,
    isShared: true,
    raw,
    open,
    faces: async () => (await open()).flatMap(opened => (opened.kind === 'open' ? [opened.face] : [])),
    async connect(era) {
      const { opened, session } = await openEra(era)
      if (opened.kind !== 'open') return undefined
      const ears: Ear[] = []
      const listen = listenIn(opened.face, session)
      return {
        face: opened.face,
        async listen(wants) {
          const heard = await listen(wants)
          if (heard.kind === 'ear') ears.push(heard.ear)
          return heard
        },
        async close() {
          for (const ear of ears) ear.close()
          if (session) await end(session)
        },
      }
    },
    watch(text) {
      watched.set(text, false)
      return () => watched.get(text) === true
    },
    async close() {
      for (const session of sessions) await end(session)
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

/** Whether a result of `server/discover` names the version that we speak. */
export const speaksModern = ({ supportedVersions }: Fields): boolean =>
  Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28')
