/** Ways in which a bridge server that lives can be wrong. */
import { toolResult } from '../peers/bridge.ts'
import type { Told } from '../peers/hub.ts'
import type { Answers } from '../peers/living-bridge.ts'
import type { Fields } from '../peers/mcp.ts'
import { operable, type Pane, shownPane, tool, type Ways, type World } from '../peers/world.ts'

export const soon = (effect: () => void, ms = 250): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => resolve(effect()), ms)
  return promise
}

/** Shows every window with something more. */
export const showing = (more: (pane: Pane, world: World) => Fields): { ways: Partial<Ways> } => ({
  ways: {
    show: world => ({
      operableWindowIds: operable(world),
      windows: world.panes.map(pane => ({ ...shownPane(pane), ...more(pane, world) })),
    }),
  },
})

export const succeeding = (
  change: (content: Fields, world: World) => Fields,
): { answers: Partial<Answers> } => ({
  answers: { success: (content, world) => ({ result: toolResult(change(content, world), false) }) },
})

export const listing = (change: (tools: Fields[], world: World) => Fields[]): { ways: Partial<Ways> } => ({
  ways: { tools: world => change(allTools(world), world) },
})

/** The tools of a world, as a correct one lists them. */
export const allTools = (world: World, panes = world.panes): Fields[] => [
  tool('app__open', {}, []),
  ...panes.filter(({ id }) => !world.panes.some(({ ownerId }) => ownerId === id)).flatMap(toolsOfPane),
]

const VERSION = { expectedVersion: { type: 'integer' } }
export const toolsOfPane = ({ id, canSave }: Pane): Fields[] => [
  tool(`${id}__edit`, { text: { type: 'string' }, ...VERSION }, ['text']),
  tool(`${id}__look`, { count: { type: 'integer' } }, [], true),
  tool(`${id}__hang`, VERSION, []),
  ...(canSave ? [tool(`${id}__save`, VERSION, [])] : []),
]

export const telling = (told: (world: World, what: Told) => void): { ways: Partial<Ways> } => ({
  ways: { tell: told },
})

/** Tells some things before they are so. */
export const tellingEarly = (early: Told): { ways: Partial<Ways> } => ({
  ways: {
    async change(world, told, effect, by) {
      if (by === 'call') effect()
      if (told.includes(early)) world.ways.tell(world, early)
      if (by !== 'call') await soon(effect)
      for (const one of told) if (one !== early) world.ways.tell(world, one)
    },
  },
})

export const toAll = (
  world: World,
  what: Told,
  isFor: (at: number, subscribed: boolean) => boolean,
): void => {
  const listening = [...world.hub.links.values()].filter(({ stream }) => stream !== undefined)
  const asked = listening.filter(({ subscribed }) => subscribed || what !== 'updated')
  for (const link of listening) if (isFor(asked.indexOf(link), link.subscribed)) link.send(what)
}

/** What is operable is told anew only a while after a dialog came up. */
export const torn = (): { ways: Partial<Ways> } => {
  let stale: string[] | undefined
  return {
    ways: {
      show: world => ({
        operableWindowIds: stale ?? operable(world),
        windows: world.panes.map(shownPane),
      }),
      async openModal(world, dialog) {
        stale = operable(world)
        world.panes.push(dialog)
        await soon(() => (stale = undefined))
        for (const told of ['updated', 'list_changed'] as const) world.ways.tell(world, told)
      },
    },
  }
}

/** A connection sees the writes of another one only after its user did something. */
export const copies = (): { answers: Partial<Answers>; ways: Partial<Ways> } => {
  let writer: string | undefined
  let before = ''
  let now = ''
  return {
    ways: {
      edit(_world, pane, text) {
        if (!text.startsWith('Write')) writer = undefined
        pane.text = text
        pane.version++
      },
      open(world) {
        writer = undefined
        const opened = { ...FIRST, id: world.ways.mintId(world) }
        world.panes.push(opened)
        return opened
      },
    },
    answers: {
      success(content, _world, session) {
        if (content.message === 'Edited.') writer = session
        return { result: toolResult(content, false) }
      },
      read(session, text) {
        if (writer === undefined) before = text
        now = text
        return writer === undefined || session === writer ? now : before
      },
    },
  }
}

export const FIRST: Pane = {
  id: '',
  title: 'More',
  modal: false,
  ownerId: null,
  version: 1,
  text: 'More',
  secret: '',
  canSave: false,
}

/** The first read of a connection shows what was when the server started. */
export const stale = (): { answers: Partial<Answers> } => {
  const known = new Set<string>()
  let start: string | undefined
  return {
    answers: {
      read(session, text) {
        start ??= text
        const isFirst = !known.has(session)
        known.add(session)
        return isFirst ? start : text
      },
    },
  }
}

export const lowestFree = (world: World): string => {
  const base = Number(world.panes[0]?.id.slice(2) ?? ++world.windows)
  for (let at = base; ; at++) if (!world.panes.some(({ id }) => id === `w-${at}`)) return `w-${at}`
}

export const lastSubscribed = (world: World): number =>
  [...world.hub.links.values()].filter(({ stream, subscribed }) => stream && subscribed).length - 1
