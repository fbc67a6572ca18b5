/** An app without a window in a process of its own, well-behaved or not; shares no code with ours. Told what to do on stdin. */
import { type ChildProcess, fork } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'

/** How it answers. */
export type Manner =
  | 'well'
  | 'wrong-instance'
  | 'wrong-protocol'
  | 'redirect'
  | 'endless'
  | 'endless-events'
  | 'drip'
  | 'never'
  | 'half'
  | 'gzip-bomb'
  | 'not-utf8'
  | 'ten-million'
  | 'many'
  | 'deep'
  | 'deep-in-limit'
  | 'restless'
  | 'not-http'

/** What it writes into its descriptor beside what is so; `none` where a child listens for it. */
export type AppOptions = {
  folder: string
  manner?: Manner
  descriptor?: object | 'none'
  port?: number
  host?: string
  redirectTo?: string
  /** A child listens, and the descriptor names the app or that child. */
  inChild?: 'names-app' | 'names-child'
}

const options: AppOptions = JSON.parse(process.argv[2] ?? '{}')
const { folder, manner = 'well', descriptor = {}, redirectTo = '', inChild } = options
const instance = `i${process.pid}`
const path = join(folder, `${process.pid}-${instance}.json`)
let tick = 0
if (manner === 'restless') setInterval(() => tick++, 1)

const rooted = (root: object, over: object = {}) => ({ protocol: '0.2.0', instance, root, ...over })
const root = { id: 'app', role: 'Application', title: 'App' }

/** A tree whose parts come and go, some of them in the middle of being written. */
const restless = () => ({
  ...root,
  children: Array.from({ length: 50 }, (_, at) =>
    (at + tick) % 7 === 0 ? null : { id: `e-${at}-${tick}`, role: 'Text', title: `Row ${tick}` },
  ),
})

/** A quarter of a gigabyte of blanks. */
const BOMB = manner === 'gzip-bomb' ? gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '), { level: 1 }) : undefined

const TREES: { [Name in Manner]?: () => object } = {
  'wrong-instance': () => rooted(root, { instance: 'another' }),
  'wrong-protocol': () => rooted(root, { protocol: '0.3.0' }),
  many: () =>
    rooted({
      ...root,
      children: Array.from({ length: 20_000 }, (_, at) => ({ id: `e${at}`, role: 'Text' })),
    }),
  restless: () => rooted(restless()),
}

const around = (id: number, text: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      contents: [{ uri: 'elements://current', mimeType: 'application/json', text }],
    },
  })

function answer(response: ServerResponse, id: number): void {
  const json = { 'content-type': 'application/json' }
  switch (manner) {
    case 'never':
      return
    case 'half':
      response.writeHead(200, { ...json, 'content-length': 1000 }).write('{"jsonrpc"')
      return void setImmediate(() => response.destroy())
    case 'redirect':
      return void response.writeHead(307, { location: redirectTo }).end()
    case 'endless':
    case 'endless-events': {
      response.writeHead(200, manner === 'endless' ? json : { 'content-type': 'text/event-stream' })
      return pour(response, manner === 'endless' ? 'x'.repeat(65_536) : `data: ${'x'.repeat(65_536)}\n`)
    }
    case 'ten-million': {
      response.writeHead(200, json)
      const [before = '', after = ''] = around(
        id,
        JSON.stringify(rooted({ ...root, children: ['#'] })),
      ).split('\\"#\\"')
      response.write(before)
      return pour(response, '{\\"id\\":\\"e\\",\\"role\\":\\"Text\\"},'.repeat(2000), 5000, after)
    }
    case 'drip': {
      response.writeHead(200, json)
      const dripping = setInterval(() => response.write(' '), 10)
      return void response.on('close', () => clearInterval(dripping))
    }
    case 'gzip-bomb': {
      return void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(BOMB)
    }
    case 'not-utf8': {
      const text = Buffer.from(around(id, JSON.stringify(rooted({ ...root, title: '#' }))))
      text[text.indexOf('#')] = 0xff
      return void response.writeHead(200, json).end(text)
    }
    case 'deep':
    case 'deep-in-limit': {
      const depth = manner === 'deep' ? 1_000_000 : 90_000
      const levels = Array.from({ length: depth }, (_, at) => `{"id":"g${at}","role":"Group","children":[`)
      const text = `{"id":"app","role":"Application","title":"A","children":[${levels.join('')}${']}'.repeat(depth + 1)}`
      const answer = `{"protocol":"0.2.0","instance":"${instance}","root":${text}}`
      return void response.writeHead(200, json).end(around(id, answer))
    }
    case 'well':
    case 'wrong-instance':
    case 'wrong-protocol':
    case 'many':
    case 'restless':
    case 'not-http':
      return void response
        .writeHead(200, json)
        .end(around(id, JSON.stringify(TREES[manner]?.() ?? rooted(root))))
  }
}

/** Writes the same again and again, as fast as it is taken. */
function pour(response: ServerResponse, text: string, times = Number.POSITIVE_INFINITY, last = ''): void {
  let left = times
  const write = () => {
    while (left-- > 0) if (!response.writable || !response.write(text)) return
    response.end(last)
  }
  response.on('drain', write)
  write()
}

let server: Server | undefined
let child: ChildProcess | undefined

async function listen(port: number): Promise<number> {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      if (manner === 'not-http') return void request.socket.end('220 ready\r\n')
      if (request.headers.origin !== undefined) return void response.writeHead(403).end()
      const { id = 0 }: { id?: number } = body === '' ? {} : JSON.parse(body)
      answer(response, id)
    })
  })
  const opened = server
  await new Promise<void>((resolve, reject) =>
    opened.once('error', reject).listen(port, options.host ?? '127.0.0.1', resolve),
  )
  const address = opened.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function listenInChild(): Promise<number> {
  child = fork(import.meta.filename, [JSON.stringify({ folder, descriptor: 'none' })], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('no pipe')
  for await (const line of createInterface({ input: stdout })) {
    const hello: { port: number } = JSON.parse(line)
    return hello.port
  }
  throw new Error('the child said nothing')
}

const startOfThis = async (): Promise<string> => {
  const { readFile } = await import('node:fs/promises')
  const stat = await readFile('/proc/self/stat', 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

const port = inChild ? await listenInChild() : await listen(options.port ?? 0)
if (descriptor !== 'none') {
  const fields = {
    protocol: '0.2.0',
    bundleId: 'org.example.App',
    name: 'App',
    version: '1',
    instance,
    token: `t-${instance}-${Date.now()}`,
  }
  const own = {
    ...fields,
    endpoint: `http://127.0.0.1:${port}/e`,
    ...(inChild === 'names-child'
      ? { pid: child?.pid }
      : { pid: process.pid, pidStart: await startOfThis() }),
  }
  writeFileSync(`${path}.new`, JSON.stringify({ ...own, ...descriptor }), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
process.once('exit', () => child?.kill())
process.once('disconnect', () => process.exit(0))
createInterface({ input: process.stdin })
  .on('line', line => {
    if (line === 'quit') rmSync(path, { force: true })
    if (line === 'quit') process.exit(0)
    server?.closeAllConnections()
    server?.close(() => console.log('{"kind":"closed"}'))
  })
  .on('close', () => process.exit(0))
console.log(JSON.stringify({ pid: process.pid, port, path }))
