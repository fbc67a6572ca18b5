/** `subscriptions/listen`, the one long request of the modern era: who asked for what, and telling them (D-40). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord } from '@copane/protocol/findings'
import {
  type JSONRPCRequest,
  SERVER_INFO_META_KEY,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server'
import type { AppIdentity } from './era.js'
import { type EventStream, openEventStream, type StreamEnd } from './event-stream.js'
import { replyError } from './reply.js'

/** What can be heard on a path. */
export type Hearable = { toolsListChanged: boolean; resources: readonly string[] }

/** What one reader asked for and gets. */
type Filter = { toolsListChanged?: true; resourceSubscriptions?: string[] }

/** The open listen streams of a path. */
export type Listeners = {
  serve(message: JSONRPCRequest, request: IncomingMessage, response: ServerResponse): void
  /** Tells each reader that asked for it. */
  tell(change: Change): void
  beat(now: number, stallMs: number): void
  close(): void
  size(): number
}

/** What can have changed. */
export type Change = { kind: 'tools' } | { kind: 'resource'; uri: string }

/** What listening needs. */
export type ListenOptions = {
  app: AppIdentity
  hearable: Hearable
  maxStreams: number
  onEnd: (end: StreamEnd) => void
}

/**
 * Keeps the listen streams of a path.
 *
 * Shape   a stream that asked for nothing that can be heard is ended at once, after it was told so.
 * Source  MCP 2026-07-28, subscriptions · GB-10.1-broadcast · D-02
 */
export function createListeners({ app, hearable, maxStreams, onEnd }: ListenOptions): Listeners {
  const open = new Map<EventStream, { id: string | number; filter: Filter }>()
  const goodbye = (id: string | number) => ({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      _meta: { [SUBSCRIPTION_ID_META_KEY]: id, [SERVER_INFO_META_KEY]: identityOf(app) },
    },
  })

  return {
    serve({ id, params }, request, response) {
      if (
        request.headers['mcp-protocol-version'] === undefined ||
        request.headers['mcp-method'] === undefined
      )
        return replyError(response, 400, -32020, id)
      const filter = filterOf(params?.notifications, hearable)
      if (!filter) return replyError(response, 200, -32602, id)
      if (open.size >= maxStreams) return replyError(response, 200, -32603, id)
      const stream = openEventStream(response, {}, end => {
        open.delete(stream)
        onEnd(end)
      })
      stream.send(
        'acknowledged',
        notice('notifications/subscriptions/acknowledged', { notifications: filter }, id),
      )
      if (Object.keys(filter).length === 0) return stream.end(JSON.stringify(goodbye(id)))
      open.set(stream, { id, filter })
    },
    tell(change) {
      for (const [stream, { id, filter }] of open)
        if (change.kind === 'tools') {
          if (filter.toolsListChanged)
            stream.send('tools', notice('notifications/tools/list_changed', {}, id))
        } else if (filter.resourceSubscriptions?.includes(change.uri))
          stream.send(
            `resource ${change.uri}`,
            notice('notifications/resources/updated', { uri: change.uri }, id),
          )
    },
    beat(now, stallMs) {
      for (const stream of open.keys()) stream.beat(now, stallMs)
    },
    close() {
      for (const [stream, { id }] of open) stream.end(JSON.stringify(goodbye(id)))
      open.clear()
    },
    size: () => open.size,
  }
}

const identityOf = ({ name, version }: AppIdentity): AppIdentity => ({ name, version })

const notice = (method: string, params: object, id: string | number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method,
    params: { ...params, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
  })

const KINDS = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const

/** What of a wish can be heard here; undefined where the wish is malformed. */
function filterOf(asked: unknown, hearable: Hearable): Filter | undefined {
  if (!isRecord(asked)) return undefined
  if (KINDS.some(kind => asked[kind] !== undefined && typeof asked[kind] !== 'boolean')) return undefined
  const uris: unknown = asked.resourceSubscriptions ?? []
  if (!Array.isArray(uris) || !uris.every(uri => typeof uri === 'string')) return undefined
  const heard = hearable.resources.filter(uri => uris.includes(uri))
  return {
    ...(asked.toolsListChanged === true && hearable.toolsListChanged ? { toolsListChanged: true } : {}),
    ...(heard.length > 0 ? { resourceSubscriptions: heard } : {}),
  }
}
