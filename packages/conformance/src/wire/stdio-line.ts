/** The line to a program on stdio: one run of it an era, and one client, as MCP has it (GB §3). */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { Bound } from '../run-checks.js'
import type { Channel, StartChannel } from './channel.js'
import { createEar } from './ear.js'
import {
  type Era,
  ERAS,
  type Message,
  messageIn,
  messageOf,
  openingMessage,
  parse,
  readyMessage,
  type Reply,
  replyOf,
  replySaw,
  type Session,
} from './era.js'
import { type Connection, type Face, type Line, type Opened, speaksModern } from './line.js'
import { once } from './once.js'

/** What such a line is made with. Units: milliseconds for one request. */
export type StdioEdges = {
  start: StartChannel
  bound: Bound
  askMs: number
  eras?: readonly Era[] | undefined
}

/**
 * Makes the line; nothing is started before it is asked for something.
 *
 * Shape   every connection of an era is the one conversation with the run of that era, since a second run would be
 *         another server. There is no HTTP: `raw` reaches nobody.
 */
export function createStdioLine({ start, bound, askMs, eras = ERAS }: StdioEdges): Line {
  const talks = new Map<Era, Promise<Talk>>()
  const watched = new Map<string, boolean>()
  const hear = (line: string) => {
    for (const text of watched.keys()) if (line.includes(text)) watched.set(text, true)
  }
  const talkIn = (era: Era): Promise<Talk> => {
    const known = talks.get(era)
    if (known) return known
    const talk = openTalk(start(), era, { bound, askMs, hear })
    talks.set(era, talk)
    return talk
  }
  const open = once(async () => {
    const opened: Opened[] = []
    for (const era of eras) opened.push((await talkIn(era)).opened)
    return opened
  })
  return {
    name: 'bridge',
    endpoint: '',
    token: undefined,
    place: undefined,
    isShared: false,
    raw: () => Promise.resolve({ kind: 'none', why: 'no connection' }),
    open,
    faces: async () => (await open()).flatMap(opened => (opened.kind === 'open' ? [opened.face] : [])),
    connect: async era => (await talkIn(era)).connection,
    watch(text) {
      watched.set(text, false)
      return () => watched.get(text) === true
    },
    async close() {
      for (const talk of talks.values()) await (await talk).end()
    },
  }
}

/** One run of the program, and what it was opened with. */
type Talk = { opened: Opened; connection: Connection | undefined; end(): Promise<void> }

type TalkEdges = { bound: Bound; askMs: number; hear(line: string): void }

async function openTalk(channel: Channel, era: Era, { bound, askMs, hear }: TalkEdges): Promise<Talk> {
  const waiting = new Map<number, (line: string) => void>()
  const listeners = new Set<(line: string) => void>()
  let lastId = 0
  channel.onLine(line => {
    hear(line)
    for (const [id, answer] of waiting) if (messageIn(line, id)) answer(line)
    for (const listener of listeners) listener(line)
  })
  const gone = channel.ended.then(() => 'gone' as const)
  const exchange = async ({ body }: Message, id: number, timeMs = askMs): Promise<Reply> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.set(id, resolve)
    channel.send(body)
    const came = await bound(Promise.race([promise.then(line => ({ line })), gone]), timeMs)
    waiting.delete(id)
    if (came === 'late') return { kind: 'broken', saw: 'no answer in time' }
    if (came === 'gone') return { kind: 'broken', saw: 'no connection to a program that runs' }
    return replyOf({ kind: 'answer', status: 200, headers: {}, body: came.line }, id)
  }
  const closed = (saw: string): Talk => ({
    opened: { kind: 'closed', era, saw },
    connection: undefined,
    end: channel.close,
  })
  const first = await exchange(openingMessage(era, ++lastId), lastId)
  if (first.kind !== 'result') return closed(replySaw(first))
  const { capabilities, instructions, protocolVersion } = first.result
  const session: Session | undefined =
    era === 'legacy' && typeof protocolVersion === 'string' ? { version: protocolVersion } : undefined
  const isSpoken = era === 'legacy' ? session !== undefined : speaksModern(first.result)
  if (!isSpoken || !isRecord(capabilities)) return closed('a result without version or capabilities')
  if (session) channel.send(readyMessage(session).body)
  const face: Face = {
    era,
    opening: first.result,
    capabilities,
    instructions,
    ask: (method, params = {}, timeMs) => {
      const id = ++lastId
      return exchange(messageOf(session, id, method, params), id, timeMs)
    },
    message: (id, method) => messageOf(session, id, method, {}),
  }
  const listen: Connection['listen'] = async wants => {
    const { feed, ear } = createEar(bound)
    const listener = (line: string) => feed(`data: ${line}\n\n`)
    listeners.add(listener)
    const deaf = await (session ? subscribe(face, wants.updated) : listenModern())
    if (deaf === undefined) return { kind: 'ear', ear: ear(() => void listeners.delete(listener)) }
    listeners.delete(listener)
    return { kind: 'deaf', saw: deaf }

    async function listenModern(): Promise<string | undefined> {
      const heard = Promise.withResolvers<undefined>()
      const acknowledged = (line: string) => {
        if (isAcknowledgement(parse(line))) heard.resolve(undefined)
      }
      listeners.add(acknowledged)
      const notifications = {
        ...(wants.updated ? { resourceSubscriptions: [WINDOWS_URI] } : {}),
        ...(wants.listChanged ? { toolsListChanged: true } : {}),
      }
      const answered = face.ask('subscriptions/listen', { notifications }, LISTEN_MS)
      const refused = answered.then(reply => (reply.kind === 'error' ? replySaw(reply) : undefined))
      const saw = await bound(Promise.race([heard.promise, refused]), askMs)
      listeners.delete(acknowledged)
      return saw === 'late' ? undefined : saw
    }
  }
  const connection = { face, listen, close: () => Promise.resolve() }
  return { opened: { kind: 'open', era, face }, connection, end: channel.close }
}

/** A stream stays open; its request is answered when it ends. Units: milliseconds. */
const LISTEN_MS = 2 ** 31 - 1

const isAcknowledgement = (message: unknown): boolean =>
  isRecord(message) && message.method === 'notifications/subscriptions/acknowledged'

async function subscribe(face: Face, updated: boolean): Promise<string | undefined> {
  if (updated) await face.ask('resources/subscribe', { uri: WINDOWS_URI })
  return undefined
}
