/** Bridge servers that break a rule while their app lives. */
import { BRIDGE_CHECKS } from '../../src/checks/bridge/index.ts'
import { type BrokenLife, brokenLife } from '../caught.ts'
import { failure, toolResult } from '../peers/bridge.ts'
import type { Told } from '../peers/hub.ts'
import type { Answers } from '../peers/living-bridge.ts'
import type { Fields } from '../peers/mcp.ts'
import { operable, type Pane, shownPane, tool, type Ways, type World } from '../peers/world.ts'

const soon = (effect: () => void, ms = 250): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(() => resolve(effect()), ms)
  return promise
}

/** Shows every window with something more. */
const showing = (more: (pane: Pane, world: World) => Fields): { ways: Partial<Ways> } => ({
  ways: {
    show: world => ({
      operableWindowIds: operable(world),
      windows: world.panes.map(pane => ({ ...shownPane(pane), ...more(pane, world) })),
    }),
  },
})

const succeeding = (change: (content: Fields, world: World) => Fields): { answers: Partial<Answers> } => ({
  answers: { success: (content, world) => ({ result: toolResult(change(content, world), false) }) },
})

const listing = (change: (tools: Fields[], world: World) => Fields[]): { ways: Partial<Ways> } => ({
  ways: { tools: world => change(allTools(world), world) },
})

/** The tools of a world, as a correct one lists them. */
const allTools = (world: World, panes = world.panes): Fields[] => [
  tool('app__open', {}, []),
  ...panes.filter(({ id }) => !world.panes.some(({ ownerId }) => ownerId === id)).flatMap(toolsOfPane),
]

const VERSION = { expectedVersion: { type: 'integer' } }
const toolsOfPane = ({ id, canSave }: Pane): Fields[] => [
  tool(`${id}__edit`, { text: { type: 'string' }, ...VERSION }, ['text']),
  tool(`${id}__look`, { count: { type: 'integer' } }, [], true),
  tool(`${id}__hang`, VERSION, []),
  ...(canSave ? [tool(`${id}__save`, VERSION, [])] : []),
]

const telling = (told: (world: World, what: Told) => void): { ways: Partial<Ways> } => ({
  ways: { tell: told },
})

/** Tells some things before they are so. */
const tellingEarly = (early: Told): { ways: Partial<Ways> } => ({
  ways: {
    async change(world, told, effect, by) {
      if (by === 'call') effect()
      if (told.includes(early)) world.ways.tell(world, early)
      if (by !== 'call') await soon(effect)
      for (const one of told) if (one !== early) world.ways.tell(world, one)
    },
  },
})

const toAll = (world: World, what: Told, isFor: (at: number, subscribed: boolean) => boolean): void => {
  const listening = [...world.hub.links.values()].filter(({ stream }) => stream !== undefined)
  const asked = listening.filter(({ subscribed }) => subscribed || what !== 'updated')
  for (const link of listening) if (isFor(asked.indexOf(link), link.subscribed)) link.send(what)
}

/** What is operable is told anew only a while after a dialog came up. */
const torn = (): { ways: Partial<Ways> } => {
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
const copies = (): { answers: Partial<Answers>; ways: Partial<Ways> } => {
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

const FIRST: Pane = {
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
const stale = (): { answers: Partial<Answers> } => {
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

const lowestFree = (world: World): string => {
  const base = Number(world.panes[0]?.id.slice(2) ?? ++world.windows)
  for (let at = base; ; at++) if (!world.panes.some(({ id }) => id === `w-${at}`)) return `w-${at}`
}

const BROKEN_CALLS: readonly BrokenLife[] = [
  brokenLife('GB-5.4-after-effect', 'a window is opened after the answer', {
    answers: {
      opens: world => {
        const opened = { ...FIRST, id: world.ways.mintId(world) }
        void soon(() => {
          world.panes.push(opened)
          for (const told of ['updated', 'list_changed'] as const) world.ways.tell(world, told)
        })
        return Promise.resolve(opened.id)
      },
    },
  }),
  brokenLife(
    'GB-5.4-success',
    'a flag says ok',
    succeeding(content => ({ ...content, ok: true })),
  ),
  brokenLife(
    'GB-5.4-success',
    'the window that was opened is not named',
    succeeding(({ openedWindowIds: _, ...content }) => content),
  ),
  brokenLife(
    'GB-5.4-success',
    'a result that is a text',
    succeeding(content => ({ ...content, result: 'yes' })),
  ),
  brokenLife(
    'GB-5.4-final-result',
    'no message',
    succeeding(({ message: _, ...content }) => content),
    {
      'GB-5.4-final-result': 'warned',
    },
  ),
  brokenLife(
    'GB-5.4-direct-results',
    'the windows come with the result',
    succeeding((content, world) => ({ ...content, result: { state: world.ways.show(world) } })),
  ),
  brokenLife(
    'GB-12.4-one-win-id',
    'the id of an opened window is one of its own',
    succeeding(content =>
      Array.isArray(content.openedWindowIds)
        ? { ...content, openedWindowIds: [...content.openedWindowIds, 'pane-7'] }
        : content,
    ),
    {
      ...Object.fromEntries(
        BRIDGE_CHECKS.filter(({ needs }) => needs?.includes('GB-12.4-one-win-id')).map(({ id }) => [
          id,
          'not-run',
        ]),
      ),
      'GB-12.4-one-win-id': 'failed',
    },
  ),
  brokenLife('GB-7.4-timeout', 'a code of its own', {
    answers: { hang: () => Promise.resolve(failure('too_slow')) },
  }),
  brokenLife('GB-7.4-timeout', 'a call that timed out has changed something', {
    answers: {
      hang(world, target) {
        world.ways.edit(world, target, 'Hung')
        return Promise.resolve(failure('action_timeout'))
      },
    },
  }),
  brokenLife('GB-7.4-timeout', 'a call that timed out takes effect later', {
    answers: {
      hang(world, target) {
        void soon(() => world.ways.edit(world, target, 'Hung'), 30)
        return Promise.resolve(failure('action_timeout'))
      },
    },
  }),
  brokenLife('GB-10.1-serialised', 'the version is judged a while before the write', {
    answers: {
      async write(world, { expectedVersion }, target, effect) {
        if (expectedVersion !== undefined && expectedVersion !== target.version)
          return failure('stale_state', { currentVersion: target.version })
        await soon(() => {}, 40)
        return effect(world, target)
      },
    },
  }),
]

const BROKEN_CHANGES: readonly BrokenLife[] = [
  brokenLife(
    'GB-6-after-effect',
    'changes are not told',
    telling((world, what) => toAll(world, what, () => what !== 'updated')),
  ),
  brokenLife('GB-6-after-effect', 'a change is told before it is there', tellingEarly('updated')),
  brokenLife('GB-7.1-version-rises', "the user's edit leaves the version as it was", {
    ways: {
      edit(_world, pane, text) {
        pane.text = text
        if (!text.startsWith('Edit')) pane.version++
      },
    },
  }),
  brokenLife('GB-7.1-version-rises', 'a version that falls', {
    ways: {
      edit(_world, pane, text) {
        pane.text = text
        pane.version += text.startsWith('Edit') ? -1 : 1
      },
    },
  }),
  brokenLife('GB-8.3-consistent', 'windows and operable ids of two moments', { each: torn }),
  brokenLife(
    'GB-5.1-visible-available',
    'a blocked window keeps its tools',
    listing((_, world) => [tool('app__open', {}, []), ...world.panes.flatMap(toolsOfPane)]),
  ),
  brokenLife(
    'GB-5.1-visible-available',
    'what is unavailable is listed all the same',
    listing((_, world) =>
      allTools(
        world,
        world.panes.map(pane => ({ ...pane, canSave: true })),
      ),
    ),
  ),
  brokenLife('GB-5.1-visible-available', 'a tool that is listed is refused', {
    answers: {
      success: content =>
        content.message === 'Looked.'
          ? failure('action_not_available')
          : { result: toolResult(content, false) },
    },
  }),
  brokenLife(
    'GB-5.1-visible-available',
    'a list that changes is not told',
    telling((world, what) => toAll(world, what, (_, subscribed) => what === 'updated' && subscribed)),
  ),
  brokenLife(
    'GB-5.1-visible-available',
    'a list that changes is told before it does',
    tellingEarly('list_changed'),
  ),
  brokenLife('GB-4.5-sensitive', 'what was typed is shown', {
    ...showing(({ secret }) => ({ summary: `A card ${secret}.` })),
  }),
  brokenLife('GB-4.5-sensitive', 'what was typed is in an error', {
    answers: {
      refuse: (code, more, { panes }) => failure(code, { ...more, message: `No: ${panes[0]?.secret}` }),
    },
  }),
  brokenLife(
    'GB-4.5-sensitive',
    'what was typed is in a result',
    succeeding((content, { panes }) => ({ ...content, result: { card: panes[0]?.secret } })),
  ),
]

const BROKEN_WINDOWS: readonly BrokenLife[] = [
  brokenLife(
    'GB-2-window-unit',
    'a tool of a block',
    listing(tools => [...tools, ...tools.slice(1, 2).map(blockTool)]),
  ),
  brokenLife('GB-2-window-unit', 'a second window of a kind takes the place of the first', {
    ways: {
      open(world) {
        world.panes = world.panes.filter(({ title }) => title !== FIRST.title)
        const opened = { ...FIRST, id: world.ways.mintId(world) }
        world.panes.push(opened)
        return opened
      },
    },
  }),
  brokenLife('GB-1.3-sole-authority', 'a call says blocked where the list says operable', {
    answers: {
      refuse: (code, more, { panes }, name) =>
        failure(
          code === 'action_not_available' && name.startsWith(`${panes[1]?.id}__`) ? 'blocked_by_modal' : code,
          more,
        ),
    },
  }),
  brokenLife(
    'GB-1.3-sole-authority',
    'each window says once more whether it is operable',
    showing(({ id }, world) => ({ operable: operable(world).includes(id) })),
    { 'GB-1.3-sole-authority': 'warned' },
  ),
  brokenLife(
    'GB-9-large-data',
    'the rest of a table comes from nowhere',
    listing((tools, { panes }) => tools.filter(({ name }) => name !== `${panes[1]?.id}__look`)),
  ),
  brokenLife('GB-12.5-closing', 'a closed window stays listed', {
    ways: {
      close(_world, pane) {
        pane.text = 'Closed'
        pane.version++
      },
    },
  }),
  brokenLife('GB-12.5-closing', 'closing changes the list of resources', {
    ways: {
      close(world, closing) {
        world.panes = world.panes.filter(pane => pane !== closing)
        toAll(world, 'resources/list_changed', () => true)
      },
    },
  }),
  brokenLife('GB-10.3-never-reused', 'the lowest free number is the next id', {
    ways: { mintId: lowestFree },
  }),
  brokenLife(
    'GB-10.3-never-reused',
    'blocks are numbered anew with every window',
    showing((_, { panes }) => ({ blocks: [{ type: 'text', id: `b${panes.length}`, text: 'Text' }] })),
    { 'GB-10.3-never-reused': 'failed' },
  ),
  brokenLife(
    'GB-10.3-never-reused',
    'a later run counts from the start again',
    { firstId: () => 500 },
    { 'GB-10.3-never-reused': 'warned' },
  ),
]

function blockTool(entry: Fields): Fields {
  const [handle] = String(entry.name).split('__')
  return { ...entry, name: `${handle}__b1__click` }
}

const BROKEN_SESSIONS: readonly BrokenLife[] = [
  brokenLife(
    'GB-10.1-shared-state',
    'a connection does not see the writes of another',
    { each: copies },
    {
      'GB-10.1-shared-state': 'failed',
      'GB-8.2-realign': 'failed',
    },
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'the connection that came last is told alone',
    telling((world, what) =>
      toAll(world, what, (at, subscribed) =>
        what === 'updated' ? subscribed && at === lastSubscribed(world) : true,
      ),
    ),
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'a connection is told that did not subscribe',
    telling((world, what) => toAll(world, what, () => true)),
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'a list that changes is told to one',
    telling((world, what) =>
      toAll(world, what, (at, subscribed) => (what === 'updated' ? subscribed : at === 0)),
    ),
  ),
  brokenLife('GB-8.2-realign', 'the first read of a connection is as old as the server', { each: stale }),
]

const lastSubscribed = (world: World): number =>
  [...world.hub.links.values()].filter(({ stream, subscribed }) => stream && subscribed).length - 1

export const BROKEN_LIVES: readonly BrokenLife[] = [
  ...BROKEN_CALLS,
  ...BROKEN_CHANGES,
  ...BROKEN_WINDOWS,
  ...BROKEN_SESSIONS,
]
