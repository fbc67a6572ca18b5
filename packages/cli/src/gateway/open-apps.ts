/** The apps that this gateway works in: opened when they are first needed, forgotten when they are gone. */
import type { Barred, GuardedSession, NoReply, UsedDescriptor } from '@copane/host'
import { openAllowed } from '@copane/host/node'
import type { SeenSnapshot, SeenWindow } from '@copane/protocol/bridge'
import type { Finding } from '@copane/protocol/findings'
import type { Heard } from './offers.js'
import type { Sight } from './sight.js'
import { short } from './words.js'

/**
 * One run of an app, opened.
 *
 * Shape   `told`: the open windows as the agent was last told them, by id; `heard`: the actions it was told; `last`: all that its
 *         answers told so far, windows without blocks.
 */
export type OpenApp = {
  app: UsedDescriptor
  session: GuardedSession
  told: Map<string, SeenWindow>
  heard: Heard
  last?: Sight
  /** Resolves at the next change, or when nothing more will be heard. */
  nextChange: () => Promise<void>
}

/** What came of opening an app. */
export type Opened =
  | { kind: 'open'; opened: OpenApp }
  | { kind: 'no-bridge'; message: string }
  | Barred
  | NoReply

/** What came of looking at an app. */
export type Looked =
  | { kind: 'sight'; sight: Sight }
  | { kind: 'refused'; findings: Finding[] }
  | Barred
  | NoReply

/** The open apps of one gateway. */
export type OpenApps = {
  open: (app: UsedDescriptor) => Promise<Opened>
  /** Reads windows and actions now; an app that is gone is forgotten. */
  look: (opened: OpenApp, signal?: AbortSignal) => Promise<Looked>
  close: () => Promise<void>
}

/** Makes the store; `client` is what an app shows its user of the agent (D-54). */
export function createOpenApps(client: () => string): OpenApps {
  const known = new Map<string, Promise<Opened>>()

  const open = (app: UsedDescriptor): Promise<Opened> => {
    const key = keyOf(app)
    const before = known.get(key)
    if (before) return before
    const opening = openOne(app, client(), () => known.delete(key))
    known.set(key, opening)
    void opening.then(outcome => {
      if (outcome.kind !== 'open') known.delete(key)
    })
    return opening
  }

  return {
    open,
    look: async (opened, signal) => {
      const { session, app } = opened
      const outcome = await session.look(signal)
      if (ENDS.has(outcome.kind)) {
        known.delete(keyOf(app))
        void session.close()
      }
      if (outcome.kind !== 'look') return outcome
      const { snapshot, tools } = outcome
      const open = new Set(snapshot.windows.map(({ id }) => id))
      // What a window showed is not kept when it has closed, and is not taken for what another of its id shows.
      for (const id of opened.told.keys()) if (!open.has(id)) opened.told.delete(id)
      return { kind: 'sight', sight: { snapshot: bounded(snapshot), tools } }
    },
    close: async () => {
      const all = await Promise.all(known.values())
      known.clear()
      await Promise.all(all.map(async outcome => outcome.kind === 'open' && outcome.opened.session.close()))
    },
  }
}

/** Titles and summaries stand in many answers: none is longer than what is said of it. */
const bounded = (snapshot: SeenSnapshot): SeenSnapshot => ({
  ...snapshot,
  windows: snapshot.windows.map(window => ({
    ...window,
    title: short(window.title),
    ...(window.summary === undefined ? {} : { summary: short(window.summary) }),
  })),
})

const ENDS = new Set(['gone', 'denied', 'barred'])

const keyOf = ({ descriptor }: UsedDescriptor): string =>
  JSON.stringify([descriptor.bundleId, descriptor.instance, descriptor.pid])

async function openOne(app: UsedDescriptor, name: string, forget: () => void): Promise<Opened> {
  const outcome = await openAllowed(app, { name })
  if (outcome.kind !== 'session') return outcome
  const { session } = outcome
  let next = Promise.withResolvers<void>()
  let watching: Promise<unknown> | undefined
  const wake = () => {
    next.resolve()
    next = Promise.withResolvers()
  }
  const watch = async () => {
    const started = await session.watch(seen => {
      if (ENDS.has(seen.kind)) forget()
      wake()
    })
    if (started.kind === 'late') watching = undefined
    if (started.kind !== 'watching') wake()
  }
  return {
    kind: 'open',
    opened: {
      app,
      session,
      told: new Map(),
      heard: new Set(),
      nextChange: () => {
        watching ??= watch()
        return next.promise
      },
    },
  }
}
