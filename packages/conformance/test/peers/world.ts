/** The app of a peer that lives: windows that change, close and block each other, one rule to be broken at a time. */
import { createHub, type Hub, type Told } from './hub.ts'
import type { Fields } from './mcp.ts'

/** A window of the app. */
export type Pane = {
  id: string
  title: string
  modal: boolean
  ownerId: string | null
  version: number
  text: string
  secret: string
  /** Whether its action `save` can be called now. */
  canSave: boolean
}

/** The app, and how it behaves; a broken row replaces one of its ways. */
export type World = {
  hub: Hub
  panes: Pane[]
  edits: number
  windows: number
  ways: Ways
}

/** Everything that a rule is about. */
export type Ways = {
  mintId(world: World): string
  /** What the snapshot says of the windows that there are. */
  show(world: World): Fields
  tools(world: World): Fields[]
  /** Changes the state and tells of it, in this order. */
  change(world: World, told: readonly Told[], effect: () => void, by?: 'call'): Promise<void>
  tell(world: World, told: Told): void
  edit(world: World, pane: Pane, text: string): void
  open(world: World): Pane
  close(world: World, pane: Pane): void
  openModal(world: World, dialog: Pane): Promise<void>
}

const pane = (id: string, title: string, more: Partial<Pane> = {}): Pane => ({
  id,
  title,
  modal: false,
  ownerId: null,
  version: 1,
  text: `Text of ${title}`,
  secret: '',
  canSave: false,
  ...more,
})

const isBlocked = ({ panes }: World, { id }: Pane): boolean => panes.some(({ ownerId }) => ownerId === id)

/** The ids that can be operated. */
export const operable = (world: World): string[] =>
  world.panes.filter(one => !isBlocked(world, one)).map(({ id }) => id)

/** A window as it is served. */
export const shownPane = ({ id, title, modal, ownerId, version, text, secret }: Pane): Fields => ({
  id,
  title,
  modal,
  ownerId,
  version,
  summary: `${title} is open.`,
  blocks: [
    { type: 'text', id: 'b1', text },
    { type: 'fields', id: 'b2', items: [{ label: 'Card', value: secret && '••••••', sensitive: true }] },
    { type: 'table', id: 'b3', columns: ['Product'], rows: [['A']], total: 9 },
  ],
})

const OUTPUT = {
  type: 'object',
  properties: { message: { type: 'string' }, openedWindowIds: { type: 'array' }, result: { type: 'object' } },
}

/** A tool as it is listed. */
export const tool = (name: string, properties: Fields, required: string[], readOnlyHint = false): Fields => ({
  name,
  title: `Do ${name}`,
  description: `Does what ${name} says.`,
  inputSchema: { type: 'object', properties, required },
  outputSchema: OUTPUT,
  annotations: { readOnlyHint, destructiveHint: false, idempotentHint: false, openWorldHint: false },
})

const VERSION = { expectedVersion: { type: 'integer' } }

const toolsOf = (world: World): Fields[] => [
  tool('app__open', {}, []),
  ...world.panes
    .filter(one => !isBlocked(world, one))
    .flatMap(({ id, canSave }) => [
      tool(`${id}__edit`, { text: { type: 'string' }, ...VERSION }, ['text']),
      tool(`${id}__look`, { count: { type: 'integer' } }, [], true),
      tool(`${id}__hang`, { ...VERSION }, []),
      ...(canSave ? [tool(`${id}__save`, { ...VERSION }, [])] : []),
    ]),
]

const WAYS: Ways = {
  mintId: world => `w-${++world.windows}`,
  show: world => ({ operableWindowIds: operable(world), windows: world.panes.map(shownPane) }),
  tools: toolsOf,
  async change(world, told, effect) {
    effect()
    for (const one of told) world.ways.tell(world, one)
  },
  tell(world, told) {
    for (const link of world.hub.links.values()) if (told !== 'updated' || link.subscribed) link.send(told)
  },
  edit(_world, one, text) {
    one.text = text
    one.version++
  },
  open(world) {
    const opened = pane(world.ways.mintId(world), `Note ${world.windows}`)
    world.panes.push(opened)
    return opened
  },
  close(world, closing) {
    world.panes = world.panes.filter(one => one !== closing)
  },
  openModal: (world, dialog) =>
    world.ways.change(world, ['updated', 'list_changed'], () => world.panes.push(dialog)),
}

let runs = 0

/** An app that does everything right but for the ways given. */
export function createWorld(ways: Partial<Ways> = {}, firstId = ++runs * 1000): World {
  const world: World = {
    hub: createHub(),
    panes: [],
    edits: 0,
    windows: firstId,
    ways: { ...WAYS, ...ways },
  }
  world.panes.push(pane(`w-${++world.windows}`, 'Order'), pane(`w-${++world.windows}`, 'Report'))
  return world
}

/** The dialog that `open-modal` puts up. */
export const dialogOn = (world: World, owner: Pane): Pane =>
  pane(world.ways.mintId(world), 'Really?', { modal: true, ownerId: owner.id })
