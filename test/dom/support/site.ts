/** A web site on this machine: pages that a test puts there, each at an address of its own. */
import { createServer, type Server } from 'node:http'

/** A site at one origin. */
export type Site = {
  origin: string
  /** Puts a page there; gives its address. */
  put(html: string): string
  close(): void
}

/** Starts a site on a free port; another port is another origin. */
export async function startSite(): Promise<Site> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '')
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
    })
    response.end(html ?? '')
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    put(html) {
      const path = `/${pages.size + 1}`
      pages.set(path, html)
      return origin + path
    },
    close: () => void server.close(),
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
