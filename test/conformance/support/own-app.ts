/** A small app on our own provider, with a driver, for the kit to check. */
import { join } from 'node:path'
import type { Driver } from '@copane/conformance/node'
import type { TreeElement } from '@copane/protocol/elements'
import {
  type Action,
  type Bridge,
  createBridge,
  createElements,
  createIds,
  createStore,
  defineAction,
  type Ids,
  type Store,
  type WindowView,
} from '@copane/provider'
import {
  after,
  createFingerprint,
  mintInstance,
  mintMark,
  type Provider,
  startProvider,
} from '@copane/provider/node'

type State = {
  name: string
  card: string
  asking: boolean
  canShip: boolean
  notes: string[]
  selected: string
}

/** One run of the app; `driver` makes its user do things, and starts it again. */
export type OwnApp = { provider(): Provider; bridge(): Bridge; driver: Driver; stop(): Promise<void> }

type Run = { provider: Provider; bridge: Bridge; store: Store<State>; ids: Ids; order: string }

/** A call that hangs runs out of time soon. */
const RUN_MS = 300

const commits = (
  described: Omit<Parameters<typeof defineAction<State>>[0], 'reads' | 'writes'>,
  next: (state: State, args: { [name: string]: unknown }) => State,
): Action<State> =>
  defineAction<State>({
    ...described,
    writes: ctx => {
      ctx.commit(state => ({
        kind: 'done',
        state: next(state, ctx.args),
        message: `${described.title}: done.`,
      }))
      return undefined
    },
  })

const rename = commits(
  {
    name: 'rename',
    title: 'Rename',
    description: 'Gives the order another name.',
    parameters: { name: { type: 'string' } },
    required: ['name'],
  },
  (state, { name }) => ({ ...state, name: typeof name === 'string' ? name : state.name }),
)

const ship = commits({ name: 'ship', title: 'Ship', description: 'Ships the order.' }, state => ({
  ...state,
  canShip: false,
}))

const hang = defineAction<State>({
  name: 'hang',
  title: 'Hang',
  description: 'Never ends.',
  writes: () => new Promise(() => {}),
})

const look = defineAction<State>({
  name: 'look',
  title: 'Look',
  description: 'Tells how long the name is.',
  parameters: { times: { type: 'integer' } },
  reads: ({ state }) => ({ kind: 'done', message: 'Looked.', result: { length: state.name.length } }),
})

const close = commits({ name: 'close', title: 'Close', description: 'Closes the question.' }, state => ({
  ...state,
  asking: false,
}))

async function startRun(folder: string): Promise<Run> {
  const ids = createIds(mintMark())
  const [order, report, question] = [ids.windowId(), ids.windowId(), ids.windowId()]
  const store = createStore<State>({
    initial: { name: 'Order 12', card: '', asking: false, canShip: false, notes: [], selected: 'Order' },
  })
  const openNote = commits({ name: 'note', title: 'Note', description: 'Opens a note.' }, state => ({
    ...state,
    notes: [...state.notes, ids.windowId()],
  }))
  const window = (
    id: string,
    title: string,
    actions: readonly Action<State>[],
    more: Partial<WindowView<State>> = {},
  ): WindowView<State> => ({ id, title, summary: `${title} is open.`, blocks: [], actions, ...more })
  const bridge = createBridge<State>({
    store,
    windows: ({ name, card, asking, canShip, notes }) => ({
      windows: [
        window(order, 'Order', [rename, look, hang, ship], {
          blocks: [
            { type: 'text', id: 'b1', text: name },
            { type: 'fields', id: 'b2', items: [{ label: 'Card', value: card, sensitive: true }] },
          ],
          unavailable: canShip ? {} : { ship: 'Nothing is to be shipped' },
        }),
        window(report, 'Report', [look]),
        ...notes.map(id => window(id, 'Note', [look])),
        ...(asking ? [window(question, 'Question', [close], { modal: true, ownerId: report })] : []),
      ],
    }),
    appActions: [openNote],
    fingerprint: createFingerprint(),
    after,
    runMs: RUN_MS,
  })
  const instance = mintInstance()
  const placed = { state: 'visible' as const, rects: [{ x: 10, y: 20, w: 300, h: 40 }], window: 5 }
  const elements = createElements({
    instance,
    ids,
    tree: () => treeOf(store.read(), ids, order),
    locate: element => (element.role === 'Application' ? undefined : placed),
  })
  const outcome = await startProvider({
    app: { bundleId: 'dev.copane.desk', name: 'Desk', version: '1.0.0', notes: 'This is a desk.' },
    instance,
    elements,
    bridge,
    folder: join(folder, 'providers'),
  })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return { provider: outcome.provider, bridge, store, ids, order }
}

function treeOf({ selected, notes }: State, ids: Ids, order: string): TreeElement {
  const passage: TreeElement = {
    id: ids.of('order', 'sel', selected),
    role: 'Text',
    selected: true,
    focused: true,
    content: [{ type: 'text', text: selected }],
  }
  return {
    id: ids.of('', 'app', 'app'),
    role: 'Application',
    title: 'Desk',
    children: [
      { id: order, role: 'Window', title: 'Order', focused: true, children: [passage] },
      ...notes.map((id): TreeElement => ({ id, role: 'Window', title: 'Note', visible: false })),
    ],
  }
}

/** Starts the app, with its descriptor below a folder. */
export async function startOwnApp(folder: string): Promise<OwnApp> {
  let run = await startRun(folder)
  let count = 0
  const commit = (change: (state: State) => Partial<State>) => {
    run.store.commit({ kind: 'user' }, state => ({
      state: { ...state, ...change(state) },
      outcome: undefined,
    }))
    return { done: true }
  }
  const named = (name: string, args = {}) => ({ done: true, call: { name, arguments: args } })
  const driver: Driver = async ({ do: step, text = '' }) => {
    switch (step) {
      case 'edit':
        return commit(() => ({ name: `Order ${++count}` }))
      case 'open-window':
        return commit(({ notes }) => ({ notes: [...notes, run.ids.windowId()] }))
      case 'close-window':
        return commit(({ notes }) => ({ notes: notes.slice(0, -1) }))
      case 'open-modal':
        return commit(() => ({ asking: true }))
      case 'close-modal':
        return commit(() => ({ asking: false }))
      case 'change-availability':
        return commit(({ canShip }) => ({ canShip: !canShip }))
      case 'select-words':
        return commit(() => ({ selected: `words of choice ${++count}` }))
      case 'type-secret':
        return commit(() => ({ card: text }))
      case 'name-write':
        return named(`${run.order}__rename`, { name: `Renamed ${++count}` })
      case 'name-opener':
        return named('app__note')
      case 'name-hang':
        return named(`${run.order}__hang`)
      case 'name-logs':
        return { never: 'this app writes no log' }
      case 'restart': {
        await run.provider.stop()
        run = await startRun(folder)
        const { descriptor, file } = run.provider
        const { endpoint, token, bridge } = descriptor
        return { done: true, descriptor: file, elements: { endpoint, token }, bridge }
      }
      default:
        return step satisfies never
    }
  }
  return {
    provider: () => run.provider,
    bridge: () => run.bridge,
    driver,
    stop: () => run.provider.stop(),
  }
}
