/** The peer itself: a listener, its refusals, a descriptor; every part can be broken by itself. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeFace } from './bridge.ts'
import { BUNDLE_ID, elementsFace, INSTANCE } from './elements.ts'
import { answer, type Face, type Fields } from './mcp.ts'

/** Looks at a request before anything else does; a status refuses it. */
export type Guard = (request: IncomingMessage, path: { token: string; port: number }) => number | undefined

export const ORIGIN: Guard = ({ headers }) => (headers.origin === undefined ? undefined : 403)
export const HOST: Guard = ({ headers }, { port }) => (headers.host === `127.0.0.1:${port}` ? undefined : 403)
export const TOKEN: Guard = ({ headers }, { token }) =>
  headers.authorization === `Bearer ${token}` ? undefined : 401

/** What a peer is made of. */
export type PeerParts = {
  elements: Face
  bridge: Face
  guards: readonly Guard[]
  address: string
  path: string
  /** What the file says, from what it should say. */
  descriptor: (right: Fields) => Fields
  fileMode: number
  folderMode: number
  instance: string
  /** Where the file is written; a folder of its own when not given. */
  folder: string | undefined
  /** What becomes of the file when the peer stops. */
  quit: (file: string) => void
}

/** A peer that runs. */
export type Peer = {
  endpoint: string
  token: string
  bridge: { endpoint: string; token: string }
  descriptor: string
  stop(): Promise<void>
}

const TOKENS = { elements: 'peer-elements-token-0123456789', bridge: 'peer-bridge-token-9876543210' }

/** Starts a peer that is correct but for the parts given. */
export async function startPeer(parts: Partial<PeerParts> = {}): Promise<Peer> {
  const { elements, bridge, guards, address, path, instance, ...filed }: PeerParts = {
    elements: elementsFace(),
    bridge: bridgeFace(),
    guards: [ORIGIN, HOST, TOKEN],
    address: '127.0.0.1',
    path: '/elements',
    descriptor: right => right,
    fileMode: 0o600,
    folderMode: 0o700,
    instance: INSTANCE,
    folder: undefined,
    quit: file => rmSync(file),
    ...parts,
  }
  const server = createServer((request, response) => {
    const route = request.url === path ? ROUTES.elements : ROUTES.bridge
    const status = guards.map(guard => guard(request, { token: route.token, port })).find(Boolean)
    if (status !== undefined) return void response.writeHead(status).end()
    if (request.url !== path && request.url !== '/bridge') return void response.writeHead(404).end()
    void serve(route === ROUTES.elements ? elements : bridge, request, response)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, address, () => listening.resolve())
  await listening.promise
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const endpoint = `http://127.0.0.1:${port}${path}`
  const { descriptor, fileMode, folderMode, quit } = filed
  const folder = filed.folder ?? mkdtempSync(join(tmpdir(), 'copane-peer-'))
  const file = join(folder, `${process.pid}-${instance}.json`)
  const right = {
    protocol: '0.2.0',
    bundleId: BUNDLE_ID,
    name: 'Peer',
    version: '1.0.0',
    instance,
    endpoint,
    token: TOKENS.elements,
    pid: process.pid,
  }
  writeFileSync(file, JSON.stringify(descriptor(right)))
  chmodSync(file, fileMode)
  chmodSync(folder, folderMode)
  return {
    endpoint,
    token: TOKENS.elements,
    bridge: { endpoint: `http://127.0.0.1:${port}/bridge`, token: TOKENS.bridge },
    descriptor: file,
    async stop() {
      quit(file)
      if (filed.folder === undefined) rmSync(folder, { recursive: true })
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      await closed.promise
    },
  }
}

const ROUTES = { elements: { token: TOKENS.elements }, bridge: { token: TOKENS.bridge } }

async function serve(face: Face, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  await answer(face, request, Buffer.concat(chunks).toString('utf8'), response)
}
