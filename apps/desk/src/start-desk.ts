/** Starts the desk: opens its data, serves both protocols, and closes everything again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Location } from '@copane/protocol/elements'
import { type Bridge, createBridge, createElements, createIds, type Elements } from '@copane/provider'
import {
  after,
  createFingerprint,
  mintInstance,
  mintMark,
  type Provider,
  startProvider,
} from '@copane/provider/node'
import { openDeskData } from './data/index.js'
import { createDesk, type Desk } from './model/index.js'

/** The two faces of a desk that are served. */
export type Faces = { elements: Elements; bridge: Bridge }

/** Where a desk keeps its data, and where it listens. */
export type DeskOptions = {
  /** The folder of its data; undefined for a throw-away one. */
  state?: string
  /** 0 for a free one. */
  port?: number
  /** Told in a line, without a word of the app, what its own code did wrong. */
  onFault?: (line: string) => void
  /** Changes the faces before they are served; for desks that are broken on purpose. */
  faces?: (faces: Faces) => Faces
}

/** A desk that runs. */
export type RunningDesk = { desk: Desk; provider: Provider; dataFile: string; stop: () => Promise<void> }

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

/** Starts a desk. */
export async function startDesk(options: DeskOptions): Promise<DeskOutcome> {
  const { onFault = () => {}, faces = given => given, port } = options
  const temporary = options.state === undefined ? mkdtempSync(join(tmpdir(), 'copane-desk-')) : undefined
  const clean = () => temporary !== undefined && rmSync(temporary, { recursive: true, force: true })
  const file = join(options.state ?? temporary ?? '', 'desk.db')
  const opened = openDeskData({ file })
  if (opened.kind === 'refused') {
    clean()
    return { kind: 'refused', reason: opened.message }
  }
  const { data } = opened
  const ids = createIds(mintMark())
  const desk = createDesk({ data, ids })
  const instance = mintInstance()
  const bridge = createBridge({
    store: desk.store,
    windows: desk.view,
    appActions: desk.appActions,
    stopped: ({ stopped }, client) => (stopped.includes(client) ? 'The user stopped this client' : undefined),
    fingerprint: createFingerprint(),
    after,
    onFault: (fault, action) => onFault(`action ${action}: ${fault}`),
  })
  const elements = createElements({
    instance,
    ids,
    tree: () => desk.elements(desk.store.read()),
    locate: () => NOT_ON_SCREEN,
  })
  const started = await startProvider({
    app: DESK_APP,
    instance,
    ...faces({ elements, bridge }),
    ...(port === undefined ? {} : { port }),
  })
  if (started.kind === 'refused') {
    data.close()
    clean()
    return started
  }
  const { provider } = started
  return {
    kind: 'running',
    running: {
      desk,
      provider,
      dataFile: file,
      async stop() {
        await provider.stop()
        data.close()
        clean()
      },
    },
  }
}

/** Without a page nothing of the desk is on screen. */
const NOT_ON_SCREEN: Location = { state: 'offscreen' }
