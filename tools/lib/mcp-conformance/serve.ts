/** The suite's fixture on our serving layer, behind a door that knows the token: the suite can send none. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createHttpFace } from '../../../packages/provider/dist/mcp/http-face.js'
import { listen } from '../../../packages/provider/dist/node/listener.js'
import { fixtureServer, WATCHED } from './fixture.ts'

const TOKEN = 'of-the-fixture'
const PATH = '/mcp'

/** Serves until it is closed; the address is the door's. */
export async function serveFixture(): Promise<{ url: string; close: () => Promise<void> }> {
  const face = createHttpFace({
    path: PATH,
    app: { name: 'fixture', version: '1.0.0' },
    hearable: { toolsListChanged: true, resources: [WATCHED] },
    serve: () => fixtureServer(() => face.tell({ kind: 'tools' })),
  })
  const outcome = await listen([{ path: PATH, token: TOKEN, face }])
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { listener } = outcome
  const door = createServer((asked, answer) => passOn(listener.port, asked, answer))
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    async close() {
      door.close()
      door.closeAllConnections()
      await listener.close()
    },
  }
}

/** Adds the token, and puts our Host in the place of the door's own; every other Host and Origin goes through. */
function passOn(port: number, asked: IncomingMessage, answer: ServerResponse): void {
  const { host } = asked.headers
  const isOwn =
    host === `127.0.0.1:${asked.socket.localPort}` || host === `localhost:${asked.socket.localPort}`
  const inner = request(
    {
      host: '127.0.0.1',
      port,
      path: asked.url,
      method: asked.method,
      headers: {
        ...asked.headers,
        host: isOwn ? `127.0.0.1:${port}` : host,
        authorization: `Bearer ${TOKEN}`,
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
