/** The connections of a peer that listens to its app, in both eras. */
import type { ServerResponse } from 'node:http'

/** What is told. */
export type Told = 'updated' | 'list_changed' | 'resources/list_changed'

/** One connection. */
export type Link = {
  id: string | number
  subscribed: boolean
  stream: ServerResponse | undefined
  send(told: Told): void
}

/** Every connection, the oldest first. */
export type Hub = {
  links: Map<string | number, Link>
  open(id: string | number): Link
}

const METHODS = {
  updated: 'notifications/resources/updated',
  list_changed: 'notifications/tools/list_changed',
  'resources/list_changed': 'notifications/resources/list_changed',
}

export function createHub(): Hub {
  const links = new Map<string | number, Link>()
  return {
    links,
    open(id) {
      const link: Link = {
        id,
        subscribed: false,
        stream: undefined,
        send(told) {
          const params = told === 'updated' ? { uri: 'app://windows' } : {}
          link.stream?.write(
            `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: METHODS[told], params })}\n\n`,
          )
        },
      }
      links.set(id, link)
      return link
    },
  }
}
