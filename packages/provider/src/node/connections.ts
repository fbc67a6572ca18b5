/** How many connections a listener holds: at its limit those that ask for nothing go first. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the connections of a server.
 *
 * Shape   at the limit the connection that has been without a whole request header for longest is closed for a new one,
 *         whether it never sent one or waits between two; where every one is in use, the new one is closed at once.
 */
export function boundConnections(server: Server, limit: number, onDrop: () => void): void {
  let open = 0
  /** Those that ask for nothing, in the order in which they stopped. */
  const idle = new Set<Socket>()

  server.on('connection', socket => {
    open++
    socket.once('close', () => {
      open--
      idle.delete(socket)
    })
    idle.add(socket)
    if (open <= limit) return
    const [oldest] = idle
    oldest?.destroy()
    onDrop()
  })
  const busy = ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  }
  server.prependListener('request', busy)
  server.prependListener('checkContinue', busy)
}
