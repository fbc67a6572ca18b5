/** A way to an app that can be cut or can go deaf: requests pass, and open streams do as the test says. */
import { createServer, request as ask, type ServerResponse } from 'node:http'

/** The way: another address of the same app. */
export type LeakyWay = {
  endpoint: string
  /** Breaks every open stream off. */
  drop: () => void
  /** From now on nothing comes through the streams that are open, and nobody is told. */
  deafen: () => void
  close: () => Promise<void>
}

/** Opens a way to an endpoint. */
export async function leakyWay(endpoint: string): Promise<LeakyWay> {
  const target = new URL(endpoint)
  const streams = new Map<ServerResponse, { isDeaf: boolean }>()
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host: target.host }
    const onward = ask({
      host: '127.0.0.1',
      port: target.port,
      path: request.url,
      method: request.method,
      headers,
    })
    onward.on('error', () => response.destroy())
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      const state = { isDeaf: false }
      if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
        streams.set(response, state)
        response.on('close', () => {
          streams.delete(response)
          onward.destroy()
        })
      }
      answer.on('data', chunk => void (state.isDeaf || response.write(chunk)))
      answer.on('end', () => void (state.isDeaf || response.end()))
      answer.on('error', () => response.destroy())
    })
    request.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}${target.pathname}`,
    drop: () => {
      for (const stream of [...streams.keys()]) stream.destroy()
    },
    deafen: () => {
      for (const state of streams.values()) state.isDeaf = true
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
