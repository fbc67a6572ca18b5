/** Serves the desk's page on a listener of its own. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Desk } from '../model/index.js'
import type { Activity } from './activity.js'
import { BUILT_PAGE, readBuiltPage } from './built-page.js'
import { connect, type Page, PAGE_LIMITS, type PageLimits } from './connection.js'
import { createEntry } from './entry.js'
import { answerRequest, type Door, ownOrigin, refuseUpgrade, visitOf } from './http.js'
import { createMarks } from './marks.js'
import { SUBPROTOCOL } from './protocol.js'
import { createRoom } from './room.js'

/** What a page shows, and how it is served. */
export type PageOptions = {
  desk: Desk
  activity: Activity
  /** 0 for a free one. */
  port?: number
  /** The folder of the built page. */
  files?: string
  /** How a person gets a new address, as HTML; shown to whoever is turned away. */
  hint?: string
  /** Told in a line, without a word of the desk, what our own code did wrong. */
  onFault?: (line: string) => void
  limits?: Partial<PageLimits>
}

/** A page that is served. */
export type PageServer = {
  /** The address to open first; it works once. */
  url: string
  /** An address for a further browser; it works once. */
  mintUrl(): string
  /** The page the user is at: the one with the last input, else the newest on the screen, else one that is hidden. */
  activePage(): Page | undefined
  pages(): readonly Page[]
  /** True for the mark of every page there was in this run. */
  isMark(mark: string): boolean
  stop(): Promise<void>
}

/** What starting came to; a refusal says what to do. */
export type PageOutcome = { kind: 'serving'; page: PageServer } | { kind: 'refused'; reason: string }

const MAX_PAGES = 24
const HINT =
  'Open the address that <code>npm start</code> prints; it works once. In that terminal Enter gives a new one, and so does starting the desk again.'

/** Serves the page on 127.0.0.1 until it is stopped. */
export async function startPage(options: PageOptions): Promise<PageOutcome> {
  const { desk, activity, hint = HINT, onFault = () => {}, limits } = options
  const files = readBuiltPage(options.files ?? BUILT_PAGE)
  if (!files) return { kind: 'refused', reason: 'the page of the desk is not built: run `npm run build`' }
  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 10_000 })
  server.maxConnections = 256
  const { promise: bound, resolve } = Promise.withResolvers<string | undefined>()
  server.on('error', ({ message }) => resolve(message))
  server.listen({ host: '127.0.0.1', port: options.port ?? 0 }, () => resolve(undefined))
  const trouble = await bound
  const address = server.address()
  if (trouble !== undefined || typeof address !== 'object' || !address)
    return {
      kind: 'refused',
      reason: `can't serve the page: ${trouble ?? 'no address'}; leave the port out to get a free one`,
    }

  const door: Door = { port: address.port, entry: createEntry(), files, hint, orders: desk.orders }
  const pageLimits = { ...PAGE_LIMITS, ...limits }
  const room = createRoom(desk, activity, onFault)
  const marks = createMarks()
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: pageLimits.maxAnswer,
    handleProtocols: () => SUBPROTOCOL,
  })
  server.on('request', (request, response) => answerRequest(door, request, response))
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const visit = visitOf(door, request)
    if (visit.kind === 'stranger') return refuseUpgrade(socket, 403)
    if (sockets.clients.size >= MAX_PAGES) return refuseUpgrade(socket, 503)
    sockets.handleUpgrade(request, socket, head, webSocket =>
      room.enter(connect(webSocket, marks.give(visit.mark), pageLimits, room)),
    )
  })
  const mintUrl = () => `${ownOrigin(door.port)}/?key=${door.entry.mintKey()}`
  return {
    kind: 'serving',
    page: {
      url: mintUrl(),
      mintUrl,
      activePage: room.activePage,
      pages: room.pages,
      isMark: marks.isGiven,
      async stop() {
        const closed = new Promise<void>(done => server.close(() => done()))
        room.leave()
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
        await closed
      },
    },
  }
}
