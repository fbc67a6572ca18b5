/** A door that knows the token of what is behind it: MCP's conformance suite can send none. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** An endpoint of this machine. */
export type Behind = { port: number; path: string; token: string }

const OWN_PATH = '/mcp'

/** Opens it on 127.0.0.1, until it is closed. */
export async function openDoor(behind: Behind): Promise<{ url: string; close: () => void }> {
  const door = createServer((asked, answer) => passOn(behind, asked, answer))
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}${OWN_PATH}`,
    close() {
      door.close()
      door.closeAllConnections()
    },
  }
}

/** Adds the token, and puts our Host in the place of the door's own; every other Host and Origin goes through. */
function passOn({ port, path, token }: Behind, asked: IncomingMessage, answer: ServerResponse): void {
  const { host } = asked.headers
  const isOwn =
    host === `127.0.0.1:${asked.socket.localPort}` || host === `localhost:${asked.socket.localPort}`
  const inner = request(
    {
      host: '127.0.0.1',
      port,
      path: asked.url === OWN_PATH ? path : asked.url,
      method: asked.method,
      headers: {
        ...asked.headers,
        host: isOwn ? `127.0.0.1:${port}` : host,
        authorization: `Bearer ${token}`,
      },
    },
    reply => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    },
  )
  inner.on('error', () => answer.destroy())
  answer.on('close', () => inner.destroy())
  asked.pipe(inner)
}
