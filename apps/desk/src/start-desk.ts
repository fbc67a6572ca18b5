/** Starts the desk: opens its data, serves both protocols, and closes everything again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Bridge, createIds, type Elements, type Ids } from '@copane/provider'
import {
  type Access,
  mintInstance,
  mintMark,
  type Provider,
  type StartOutcome,
  startProvider,
} from '@copane/provider/node'
import { openDeskData } from './data/index.js'
import { createDeskBridge } from './desk-bridge.js'
import { createDesk, type Desk, type LongList } from './model/index.js'
import {
  type Activity,
  type ActivityEvent,
  createActivity,
  type PageServer,
  startPage,
} from './page/index.js'
import type { Patience } from './screen/ask-page.js'
import { createScreen } from './screen/screen.js'

/** The two faces of a desk that are served. */
export type Faces = { elements: Elements; bridge: Bridge }

/** Where a desk keeps its data, and where it listens. */
export type DeskOptions = {
  /** The folder of its data; undefined for a throw-away one. */
  state?: string
  /** Where the protocols are served; 0 for a free one. */
  port?: number
  /** Where the page is served; 0 for a free one. */
  pagePort?: number
  /** How many orders a new desk gets. */
  orders?: number
  /** Lists of orders show all of them on the page, as so many rows or only those in view. */
  long?: LongList
  /** How a person gets a new address, as HTML; shown to a browser that is turned away. */
  hint?: string
  /** How long the page may take to answer. */
  patience?: Patience
  /** Told in a line, without a word of the app, what its own code did wrong. */
  onFault?: (line: string) => void
  /** Changes the faces before they are served; for desks that are broken on purpose. */
  faces?: (faces: Faces) => Faces
}

/** A desk that runs. */
export type RunningDesk = {
  desk: Desk
  provider: Provider
  page: PageServer
  elements: Elements
  dataFile: string
  stop: () => Promise<void>
}

/** What starting came to; a refusal says what to do, and leaves nothing behind. */
export type DeskOutcome = { kind: 'running'; running: RunningDesk } | { kind: 'refused'; reason: string }

/** Who the desk is. */
export const DESK_APP = {
  bundleId: 'dev.copane.desk',
  name: 'Desk',
  version: '0.1.0',
  notes:
    'This is an order desk. Orders are opened by number with app__open_order; the whole table comes from load_orders.',
}

/** Where the desk keeps its data when nothing else is said. */
export const defaultState = (): string =>
  process.env.COPANE_DESK_STATE || join(userInfo().homedir, '.local', 'state', 'copane', 'desk')

/** Starts a desk: its data, its page, then the listener by which it can be found. */
export async function startDesk(options: DeskOptions): Promise<DeskOutcome> {
  const { onFault = () => {} } = options
  const folder = folderFor(options.state)
  if (folder.kind === 'refused') return folder
  const { clean } = folder
  const dataFile = join(folder.path, 'desk.db')
  const { orders, long } = options
  const opened = openDeskData({ file: dataFile, ...(orders === undefined ? {} : { orders }) })
  if (opened.kind === 'refused') {
    clean()
    return { kind: 'refused', reason: opened.message }
  }
  const { data } = opened
  const close = () => {
    data.close()
    clean()
  }
  const ids = createIds(mintMark())
  const desk = createDesk({ data, ids, ...(long ? { long } : {}) })
  const activity = createActivity()
  const served = await startPage({
    desk,
    activity,
    onFault,
    port: options.pagePort ?? 0,
    ...(options.hint === undefined ? {} : { hint: options.hint }),
  })
  if (served.kind === 'refused') {
    close()
    return served
  }
  const { page } = served
  const { elements, serve } = facesOf(options, { desk, ids, page, activity })
  const started = await serve()
  if (started.kind === 'refused') {
    await page.stop()
    close()
    return started
  }
  const { provider } = started
  return {
    kind: 'running',
    running: {
      desk,
      provider,
      page,
      elements,
      dataFile,
      async stop() {
        await provider.stop()
        await page.stop()
        close()
      },
    },
  }
}

type Folder = { kind: 'folder'; path: string; clean: () => void } | { kind: 'refused'; reason: string }

/** Where the data goes; a throw-away folder goes when the desk stops. */
function folderFor(state: string | undefined): Folder {
  if (state !== undefined) return { kind: 'folder', path: state, clean: () => {} }
  try {
    const path = mkdtempSync(join(tmpdir(), 'copane-desk-'))
    return { kind: 'folder', path, clean: () => rmSync(path, { recursive: true, force: true }) }
  } catch {
    const reason = `no folder can be made in ${tmpdir()}: free it, or set TMPDIR to one that can be written`
    return { kind: 'refused', reason }
  }
}

type Parts = { desk: Desk; ids: Ids; page: PageServer; activity: Activity }

/** Makes both faces; the page shows who uses them (D-54). */
function facesOf(
  { onFault = () => {}, faces = given => given, port, patience }: DeskOptions,
  { desk, ids, page, activity }: Parts,
): { elements: Elements; serve: () => Promise<StartOutcome> } {
  const instance = mintInstance()
  const bridge = createDeskBridge(desk, onFault)
  const elements = createScreen({ desk, ids, instance, page, ...(patience ? { patience } : {}) })
  const serve = () =>
    startProvider({
      app: DESK_APP,
      instance,
      ...faces({ elements, bridge }),
      ...(port === undefined ? {} : { port }),
      onAccess: access => activity.add({ ...eventOf(access), at: Date.now() }),
    })
  return { elements, serve }
}

const eventOf = ({ client, ...access }: Access): Omit<ActivityEvent, 'at'> =>
  access.kind === 'call'
    ? { client, kind: access.kind, action: access.tool }
    : { client, kind: access.kind === 'current' ? 'read' : access.kind }
