/** Whether a modern result says that it must not be cached (D-04). */
import { fault } from '../outcomes.js'
import type { Fault } from '../types.js'
import type { Face } from './line.js'

/** The first result of a face that may be cached; a method the peer does not have is none. */
export async function cacheable(
  face: Face,
  asks: readonly (readonly [method: string, uri?: string])[],
): Promise<Fault | undefined> {
  if (face.era === 'legacy') return undefined
  if (!isFresh(face.opening)) return wrong('server/discover')
  for (const [method, uri] of asks) {
    const reply = await face.ask(method, uri === undefined ? {} : { uri })
    if (reply.kind === 'result' && !isFresh(reply.result)) return wrong(method)
  }
  return undefined
}

const isFresh = (result: { readonly [name: string]: unknown }): boolean =>
  result.ttlMs === 0 && result.cacheScope === 'private'

const wrong = (method: string): Fault =>
  fault(
    `modern ${method}`,
    'a result that a client may cache',
    'ttlMs 0 and cacheScope "private"',
    'send both with every result that MCP wants them on: the state behind it changes at any time',
  )
