/** Who asks an app for what, for an app that shows it to its user (D-54). */
import { isRecord } from '@copane/protocol/findings'
import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'

/**
 * One read of a resource or call of a tool, told before it is answered; lists and subscriptions are not told.
 *
 * Shape   `client` is the name that the client gives itself, or its beginning: data, not to be trusted. One that gives
 *         none acts as UNNAMED_CLIENT on the bridge, and is undefined where it reads elements.
 *         A `call` carries the name of the tool, or its beginning; nothing else of what was asked for is told.
 */
export type Access = { client: string | undefined } & (
  | { kind: 'current' | 'locate' | 'windows' }
  | { kind: 'call'; tool: string }
)

/** Hears of reads and calls. */
export type OnAccess = (access: Access) => void

/** What a client without a name is called where a name is needed. */
export const UNNAMED_CLIENT = 'unnamed client'

/** Names are kept, compared and told by this much of their beginning. Units: UTF-16 code units. */
const MAX_NAME = 200

/** The name a client gave itself, or its beginning; in the modern era it comes with each request. */
export function nameOfClient(server: Server, context: ServerContext): string | undefined {
  const envelope: { [key: string]: unknown } = { ...context.mcpReq.envelope }
  const info = envelope[CLIENT_INFO_META_KEY]
  const name = isRecord(info) && typeof info.name === 'string' ? info.name : server.getClientVersion()?.name
  return shownName(name)
}

/** A client's name as it is kept and shown; undefined for one that gave none. */
export const shownName = (name: string | undefined): string | undefined =>
  name ? name.slice(0, MAX_NAME).toWellFormed() : undefined
