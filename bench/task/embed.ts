/** Serves the script that the relay wants in a page, in place of the CDN that its README names. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PEERS } from './systems/peer.ts'

const FOLDER = join(PEERS, 'node_modules/@mcp-b/webmcp-local-relay/dist/browser')
const TYPES = new Map([
  ['/embed.js', 'text/javascript'],
  ['/widget.js', 'text/javascript'],
  ['/widget.html', 'text/html'],
])

/** Starts the server on a free port of 127.0.0.1. */
export async function serveEmbed(): Promise<{ port: number; close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?')
    const type = TYPES.get(path)
    response.writeHead(type === undefined ? 404 : 200, {
      'content-type': type ?? 'text/plain',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end(type === undefined ? '' : readFileSync(join(FOLDER, path)))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() }
}
