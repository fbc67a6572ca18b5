/** Who may speak on the listener, in the order in which refusals come (D-06). */
import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a request is let in to, or why it is not. */
export type Admission<Route> =
  | { kind: 'admitted'; route: Route }
  | { kind: 'refused'; status: 403 | 404; reason: string }
  | { kind: 'unauthorised' }

/** Judges requests by their address and headers alone, before a byte of a body is read. */
export type Admit<Route> = (request: IncomingMessage) => Admission<Route>

/**
 * Makes the judge of a listener.
 *
 * Shape   any Origin is 403; a Host other than the one given is 403; an unknown path 404; a token that is missing, given
 *         twice or not this path's own is 401. Nothing that was sent is repeated.
 * Source  EL-sec-origin, EL-sec-bearer · D-06
 */
export function createAdmission<Route extends { path: string; token: string }>(
  routes: readonly Route[],
  host: string,
): Admit<Route> {
  const byPath = new Map(routes.map(route => [route.path, { route, digest: digest(route.token) }]))
  return request => {
    const { headers, rawHeaders, url = '' } = request
    if (headers.origin !== undefined)
      return { kind: 'refused', status: 403, reason: 'no page of any origin may call' }
    if (headers.host !== host || timesGiven(rawHeaders, 'host') !== 1)
      return { kind: 'refused', status: 403, reason: `Host must be ${host}` }
    const found = byPath.get(url)
    if (!found) return { kind: 'refused', status: 404, reason: 'no such path' }
    const isKnown = isBearer(headers.authorization, found.digest)
    if (!isKnown || timesGiven(rawHeaders, 'authorization') !== 1) return { kind: 'unauthorised' }
    return { kind: 'admitted', route: found.route }
  }
}

/** Node keeps the first of these headers and drops the others, so a second one shows only here. */
function timesGiven(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) times++
  return times
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

function isBearer(header: string | undefined, expected: Buffer): boolean {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return token !== undefined && timingSafeEqual(digest(token), expected)
}
