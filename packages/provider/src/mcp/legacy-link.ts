/** A server object of the legacy era with nothing but messages around it: the wire is somebody else's. */
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server'
import { ownMessage } from './words.js'

/** What connects a server object to a wire. */
export type LegacyLink = {
  /** Hands messages over; the answers to its requests, in their order. Undefined when an id is in use already. */
  exchange(messages: readonly JSONRPCMessage[]): Promise<JSONRPCMessage[]> | undefined
  /** How many requests are under way. */
  busy(): number
  close(): Promise<void>
}

/**
 * Connects a server object.
 *
 * Shape   what is no answer goes nowhere: what a session is told by itself takes another way, and ours ask for
 *         nothing. A link that closes answers what is under way with nothing.
 */
export async function linkLegacy(server: Server, sessionId?: string): Promise<LegacyLink> {
  const waiting = new Map<string | number, (answer: JSONRPCMessage | undefined) => void>()
  let isOpen = true
  const transport: Transport = {
    ...(sessionId === undefined ? {} : { sessionId }),
    start: async () => {},
    async send(message) {
      if ('method' in message || message.id === undefined) return
      const take = waiting.get(message.id)
      waiting.delete(message.id)
      take?.(ownMessage(message))
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      transport.onclose?.()
      for (const take of waiting.values()) take(undefined)
      waiting.clear()
    },
  }
  await server.connect(transport)
  return {
    exchange(messages) {
      const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id)
      if (new Set(ids).size < ids.length || ids.some(id => waiting.has(id))) return undefined
      const answers = ids.map(id => {
        const { promise, resolve } = Promise.withResolvers<JSONRPCMessage | undefined>()
        if (isOpen) waiting.set(id, resolve)
        else resolve(undefined)
        return promise
      })
      for (const message of messages) {
        transport.onmessage?.(message)
        // The SDK answers a cancelled request with nothing.
        const cancelled = isCancel(message) ? waiting.get(message.params.requestId) : undefined
        if (isCancel(message)) waiting.delete(message.params.requestId)
        cancelled?.(undefined)
      }
      return Promise.all(answers).then(all => all.filter(answer => answer !== undefined))
    },
    busy: () => waiting.size,
    close: () => transport.close(),
  }
}

type Cancel = { params: { requestId: string | number } }

const isCancel = (message: JSONRPCMessage): message is JSONRPCMessage & Cancel =>
  'method' in message &&
  message.method === 'notifications/cancelled' &&
  (typeof message.params?.requestId === 'string' || typeof message.params?.requestId === 'number')
