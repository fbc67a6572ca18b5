/** The sessions of legacy clients on one path: found by id, bounded in number, told what they subscribed to (D-02). */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ServerObject } from './era.js'
import { type EventStream, openEventStream, type StreamEnd } from './event-stream.js'
import { type LegacyLink, linkLegacy } from './legacy-link.js'
import type { Change } from './listen.js'

/** One legacy client. */
export type Session = {
  id: string
  link: LegacyLink
  /** The name that its client gave. */
  client(): string | undefined
  /** Opens one more stream for what the server says by itself; only the newest is spoken to. */
  stream(response: ServerResponse): void
}

/** The sessions of a path. */
export type Sessions = {
  /** The session of an id, which counts as a use of it. */
  find(id: string): Session | undefined
  /** A new session; undefined where there is no room for one. */
  open(): Promise<Session | undefined>
  end(id: string): Promise<void>
  /** Tells each session that listens: of tools every one, of a resource those that subscribed (D-40). */
  tell(change: Change): void
  beat(now: number, stallMs: number): void
  close(): Promise<void>
  size(): number
}

/** What sessions need. */
export type SessionsOptions = {
  serve: () => ServerObject
  maxSessions: number
  onEnd: (end: StreamEnd | 'evicted') => void
}

/** A client that loses its stream opens another before the first is known to be dead. */
const MAX_STREAMS = 4

type Entry = Session & { served: ServerObject; streams: EventStream[] }

/**
 * Keeps sessions.
 *
 * Shape   at the limit the least recently used one goes that neither listens nor waits for an answer; where each does,
 *         there is no room. What a session that is not listening should have heard is lost: it reads again when it
 *         comes back (GB §8.2), so no event carries an id and `Last-Event-ID` asks for nothing.
 */
export function createSessions({ serve, maxSessions, onEnd }: SessionsOptions): Sessions {
  /** In the order of their last use. */
  const sessions = new Map<string, Entry>()
  let opening = 0

  const end = async (entry: Entry) => {
    sessions.delete(entry.id)
    for (const stream of entry.streams) stream.end()
    await entry.link.close()
    await entry.served.server.close()
  }

  const hasRoom = (): boolean => {
    if (sessions.size + opening < maxSessions) return true
    for (const entry of sessions.values())
      if (entry.streams.length === 0 && entry.link.busy() === 0) {
        end(entry).catch(() => {})
        onEnd('evicted')
        return true
      }
    return false
  }

  return {
    find(id) {
      const entry = sessions.get(id)
      if (!entry) return undefined
      sessions.delete(id)
      sessions.set(id, entry)
      return entry
    },
    async open() {
      if (!hasRoom()) return undefined
      opening++
      const id = randomUUID()
      const streams: EventStream[] = []
      const served = serve()
      const link = await linkLegacy(served.server, id)
      opening--
      const entry: Entry = {
        id,
        link,
        client: () => served.server.getClientVersion()?.name,
        served,
        streams,
        stream(response) {
          if (streams.length >= MAX_STREAMS) streams.shift()?.end()
          const stream = openEventStream(response, { 'mcp-session-id': id }, reason => {
            const at = streams.indexOf(stream)
            if (at >= 0) streams.splice(at, 1)
            onEnd(reason)
          })
          streams.push(stream)
        },
      }
      sessions.set(id, entry)
      return entry
    },
    async end(id) {
      const entry = sessions.get(id)
      if (entry) await end(entry)
    },
    tell(change) {
      const [key, data] = noticeOf(change)
      for (const { served, streams } of sessions.values())
        if (change.kind === 'tools' || served.isSubscribed()) streams.at(-1)?.send(key, data)
    },
    beat(now, stallMs) {
      for (const { streams } of sessions.values()) for (const stream of streams) stream.beat(now, stallMs)
    },
    async close() {
      await Promise.all([...sessions.values()].map(end))
    },
    size: () => sessions.size,
  }
}

/** Nothing of it differs between sessions, so it is written once. */
function noticeOf(change: Change): [key: string, data: string] {
  const [method, params] =
    change.kind === 'tools'
      ? ['notifications/tools/list_changed', {}]
      : ['notifications/resources/updated', { uri: change.uri }]
  return [method, JSON.stringify({ jsonrpc: '2.0', method, params })]
}
