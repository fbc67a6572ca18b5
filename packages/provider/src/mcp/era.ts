/** What differs between MCP's two eras on the serving side; nothing else knows (D-02, D-04, D-07). */
import { type JSONRPCMessage, ProtocolError, type Server } from '@modelcontextprotocol/server'
import { INTERNAL, NOT_FOUND, UNKNOWN_TOOL } from './words.js'

/** `legacy`: 2024-11-05 to 2025-11-25. `modern`: 2026-07-28. */
export type Era = 'legacy' | 'modern'

/** The revision that the modern era speaks. */
export const MODERN_REVISION = '2026-07-28'

/** Who serves. */
export type AppIdentity = { name: string; version: string }

/** A server object for one request or one connection, with what its legacy client subscribed to. */
export type ServerObject = { server: Server; isSubscribed: () => boolean }

/** What a modern result says of its keeping: nobody may (D-04). */
export const FRESH = { ttlMs: 0, cacheScope: 'private' } as const

/** In the modern era every cacheable result says that it must not be cached (D-04). */
export const CACHE_HINTS = {
  'resources/list': FRESH,
  'resources/templates/list': FRESH,
  'resources/read': FRESH,
  'tools/list': FRESH,
  'server/discover': FRESH,
} as const

/** The error for a resource that is not there; it says nothing of what was asked for (D-07, D-08). */
export const notFound = (): ProtocolError => new ProtocolError(-32602, NOT_FOUND)

/** The error for a tool name without `__` (D-47). */
export const unknownTool = (): ProtocolError => new ProtocolError(-32602, UNKNOWN_TOOL)

/** What an app threw while it was read stays inside (D-08). */
export function failed(): never {
  throw new ProtocolError(-32603, INTERNAL)
}

/**
 * Makes a server object speak the era it serves.
 *
 * The SDK turns `-32002` into `-32602` for everyone; legacy clients expect the former, so it is put back where
 * messages leave (D-07).
 */
export function speak(server: Server, era: Era): Server {
  if (era === 'modern') return server
  const connect = server.connect.bind(server)
  server.connect = transport => {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(legacyMessage(message), options)
    return connect(transport)
  }
  return server
}

const legacyMessage = (message: JSONRPCMessage): JSONRPCMessage =>
  'error' in message && message.error.message === NOT_FOUND
    ? { ...message, error: { ...message.error, code: -32002 } }
    : message
