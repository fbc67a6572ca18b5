/** The floor: bare node:http with a token check, and a client that parses both levels. */
import { Agent, createServer, request } from 'node:http'

/** Where a floor server listens. */
export type FloorServer = { port: number; token: string }

/**
 * Serves one envelope whose bytes are ready; a mark in it counts up, so that each answer is a new one.
 *
 * Shape   the mark is ten digits.
 */
export async function serveFloor(envelope: string, mark: string): Promise<FloorServer> {
  const token = 'floor'
  const bytes = Buffer.from(envelope, 'utf8')
  const at = bytes.indexOf(mark)
  let count = 1_000_000_000
  const server = createServer((asked, response) => {
    if (asked.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    bytes.write(String(count++), at, mark.length, 'latin1')
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
    response.end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { token, port: typeof address === 'object' && address ? address.port : 0 }
}

/** Reads from a floor server over a warm connection: the value of the text inside the envelope. */
export function floorReader<Value>({ port, token }: FloorServer): () => Promise<Value> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${token}` }
  return () =>
    new Promise<Value>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: '/', agent, headers }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const envelope: { result: { contents: { text: string }[] } } = JSON.parse(
            Buffer.concat(chunks).toString('utf8'),
          )
          const value: Value = JSON.parse(envelope.result.contents[0]?.text ?? '')
          resolve(value)
        })
        response.on('error', reject)
      })
      asked.on('error', reject)
      asked.end()
    })
}
