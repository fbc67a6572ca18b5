/** The floor: bare node:http with a token check, whose answers are ready; and streams that hear of a commit with one write. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  clockMs,
  cpuMsNow,
  memoryNow,
  optionsGiven,
  serveCommands,
} from '../../torture/lib/serve-commands.ts'

/** The token that is asked for; the text that answers a call, in the answer's own type. */
export type FloorOptions = { token: string; answer: string; type: string }

const { token, answer, type } = optionsGiven<FloorOptions>()
const bytes = Buffer.from(answer, 'utf8')
const streams = new Set<ServerResponse>()
let turn = Promise.resolve()

const server = createServer((asked, response) => {
  if (asked.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
  void readBody(asked).then(({ method }) => {
    if (method === 'subscriptions/listen') return openStream(response)
    turn = turn.then(() => {
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length })
      response.end(bytes)
    })
  })
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

serveCommands({
  started: () => {
    const address = server.address()
    return { port: typeof address === 'object' && address ? address.port : 0, path: '/', token }
  },
  commit: (times: number) =>
    Array.from({ length: times }, () => {
      const at = clockMs()
      for (const stream of streams) stream.write(UPDATED)
      return at
    }),
  cpuMs: cpuMsNow,
  memory: memoryNow,
})

async function readBody(asked: IncomingMessage): Promise<{ method?: string }> {
  let text = ''
  asked.setEncoding('utf8')
  for await (const chunk of asked) text += String(chunk)
  const body: { method?: string } = JSON.parse(text)
  return body
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(event('notifications/subscriptions/acknowledged'))
  streams.add(response)
  response.once('close', () => streams.delete(response))
}

function event(method: string): string {
  return `event: message\ndata: ${JSON.stringify({
    jsonrpc: '2.0',
    method,
    params: { uri: 'app://windows', _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
  })}\n\n`
}

const UPDATED = event('notifications/resources/updated')
