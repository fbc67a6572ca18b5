/** How many connections a listener holds: at its limit those that ask for nothing go first. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { DropTold } from '../mcp/told.js'

/**
 * Bounds the connections of a server.
 *
 * Shape   at the limit the connection that has been without a whole request header for longest is closed for a new one,
 *         whether it never sent one or waits between two; where every one is in use, the new one is closed at once.
 *         A reader that takes nothing of a whole answer for `stallMs` is let go, and so is who sends one request after
 *         another without waiting for an answer: no client of MCP does, and each costs what a waiting call costs.
 */
export function boundConnections(
  server: Server,
  { limit, stallMs }: { limit: number; stallMs: number },
  onDrop: (reason: DropTold['reason']) => void,
): void {
  let open = 0
  /** Those that ask for nothing, in the order in which they stopped. */
  const idle = new Set<Socket>()
  const unanswered = new WeakMap<Socket, number>()

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
    onDrop('too many connections')
  })
  const busy = ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    const waiting = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, waiting)
    if (waiting > MOST_UNANSWERED && !socket.destroyed) {
      onDrop('too many requests')
      socket.destroy()
    }
    response.once('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
      if (!socket.destroyed) idle.add(socket)
    })
    response.once('prefinish', () => {
      if (response.writableLength > 0) socket.setTimeout(stallMs)
    })
  }
  server.prependListener('request', busy)
  server.prependListener('checkContinue', busy)
  // Also the end of Node's own wait for a next request.
  server.on('timeout', socket => {
    if (socket.writableLength > 0) onDrop('slow reader')
    socket.destroy()
  })
}

/** How many requests one connection may have sent before the first of them is answered. */
const MOST_UNANSWERED = 100
