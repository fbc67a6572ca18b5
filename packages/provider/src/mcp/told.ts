/** What an app may hear of the traffic: names and durations, never a word of it (D-08). */

/** One request that ended; for a stream its whole life. */
export type RequestTold = {
  path: string
  /** The name of an MCP method; `stream`, `end` and `batch` for what has none, `other` for a name that MCP lacks. */
  method: string
  /** The HTTP status. */
  status: number
  ms: number
}

/** A connection or session that was let go, and why. */
export type DropTold = {
  path: string
  reason: 'slow reader' | 'too many sessions' | 'too many connections' | 'too many requests'
}

/** Hears of traffic; both are optional and cost nothing where they are missing. */
export type Hooks = {
  onRequest?: (told: RequestTold) => void
  onDrop?: (told: DropTold) => void
}

const METHODS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tools/call',
  'tools/list',
  'notifications/cancelled',
  'notifications/initialized',
])

/** The name under which a request is told. */
export function methodTold(httpMethod: string | undefined, body: unknown): string {
  if (httpMethod === 'GET') return 'stream'
  if (httpMethod === 'DELETE') return 'end'
  if (Array.isArray(body)) return 'batch'
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  return typeof method === 'string' && METHODS.has(method) ? method : 'other'
}

/** What is told to an app that listens badly harms nobody else. */
export const harmless =
  <Told>(listener: (told: Told) => void): ((told: Told) => void) =>
  told => {
    try {
      listener(told)
    } catch {
      return
    }
  }

/** Hooks that harm nobody. */
export const harmlessHooks = ({ onRequest, onDrop }: Hooks): Hooks => ({
  ...(onRequest ? { onRequest: harmless(onRequest) } : {}),
  ...(onDrop ? { onDrop: harmless(onDrop) } : {}),
})
