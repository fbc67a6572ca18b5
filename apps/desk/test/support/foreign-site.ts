/** A site of somebody else on this machine, for tests of what it can do to the desk's page. */
import { createServer } from 'node:http'

/** The site; it is at two addresses, one of which shares its cookies with the desk. */
export type ForeignSite = {
  sharing: string
  apart: string
  /** The cookies that browsers sent along. */
  cookies: string[]
  stop(): Promise<void>
}

/** Serves an empty page. */
export async function startForeignSite(): Promise<ForeignSite> {
  const cookies: string[] = []
  const server = createServer(({ headers }, response) => {
    if (headers.cookie !== undefined) cookies.push(headers.cookie)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Elsewhere</title>')
  })
  await new Promise<void>(resolve => server.listen({ host: '127.0.0.1', port: 0 }, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    sharing: `http://127.0.0.1:${port}/`,
    apart: `http://localhost:${port}/`,
    cookies,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
