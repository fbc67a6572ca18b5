/** Asking an app without a connection made first: on the lane where it answers there, else over the MCP client. */
import { LIMITS, parseEndpoint } from '@copane/protocol/elements'
import type { Ask, Reply } from '../wire/connection.js'
import { connect, type ConnectOptions } from './connect.js'
import { createFastLane, createWarmAgent } from './fast-lane.js'
import { CLIENT_NAME, messageBytes } from './revision.js'

/** Which endpoint, with its token, and how. */
export type AskedEndpoint = ConnectOptions & { endpoint: string; token: string }

/** What asks, and what ends the connection that asking may have made. */
export type OneAsk = { ask: Ask; close: () => void }

/** Shared by all reads of this process: an app that is read again is read over the connection of last time. */
const warm = createWarmAgent()

/** The tokens of apps that answer in another form; the latest only. */
const others = new Set<string>()
const MAX_OTHERS = 64

/**
 * Asks one endpoint.
 *
 * Shape   what a legacy server refuses is asked again over the MCP client, and so is all that comes after.
 * Errors  none reject.
 * Source  EL-9.2-never-wait · D-02
 */
export function askEndpoint(asked: AskedEndpoint): OneAsk {
  const { endpoint, token, era, name = CLIENT_NAME, maxBytes = LIMITS.maxBytes, signal } = asked
  const target = parseEndpoint(endpoint)
  let connected: ReturnType<typeof connect> | undefined
  /** What the lane already knows of a modern server is not asked for again: the app has read once and failed. */
  const slow = async (uri: string, deadline: AbortSignal | undefined, known?: Reply<string>) => {
    connected ??= connect(endpoint, token, asked)
    const reply = await connected
    if (reply.kind !== 'answer') return known ?? reply
    const isModern = reply.result.about.era === 'modern'
    return known && isModern ? known : reply.result.readResource(uri, deadline)
  }
  const lane =
    target && era !== 'legacy' && !others.has(token)
      ? createFastLane({ ...target, agent: warm, token, name, maxBytes: messageBytes(maxBytes) })
      : undefined
  const ask: Ask = async (uri, deadline = signal) => {
    const reply = connected ? undefined : await lane?.(uri, deadline)
    if (reply && reply.kind !== 'unknown' && reply.kind !== 'error') return reply
    if (reply?.kind === 'unknown') remember(token)
    return slow(uri, deadline, reply?.kind === 'error' ? reply : undefined)
  }
  return {
    ask,
    close: () => void connected?.then(reply => (reply.kind === 'answer' ? reply.result.close() : undefined)),
  }
}

function remember(token: string): void {
  const [oldest] = others
  if (oldest !== undefined && others.size >= MAX_OTHERS) others.delete(oldest)
  others.add(token)
}
