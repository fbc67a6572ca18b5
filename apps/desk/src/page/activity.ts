/** What agents did on the desk's protocols lately, for the page to show (D-54). */

import { keptName } from '../model/client-names.js'

/** One thing an agent did; `client` is what is kept of what it calls itself, not to be trusted. Units: `at` in ms since 1970. */
export type ActivityEvent = {
  client: string | undefined
  kind: 'read' | 'locate' | 'windows' | 'call'
  /** The name of the tool that was called. */
  action?: string
  at: number
}

/** The newest events, and who wants to hear of more. */
export type Activity = {
  add(event: ActivityEvent): void
  /** Oldest first. */
  recent(): readonly ActivityEvent[]
  /** Tells of each event; gives back the way to stop that. */
  watch(listener: (event: ActivityEvent) => void): () => void
}

/** What is kept of a tool's name. */
const MAX_ACTION = 200

/** Keeps the newest events, as many as `most`. */
export function createActivity(most = 100): Activity {
  let events: readonly ActivityEvent[] = []
  const listeners = new Set<(event: ActivityEvent) => void>()
  return {
    add({ client, action, ...event }) {
      const kept = {
        ...event,
        client: client === undefined ? undefined : keptName(client),
        ...(action === undefined ? {} : { action: action.slice(0, MAX_ACTION) }),
      }
      events = [...events.slice(-(most - 1)), kept]
      for (const listener of listeners) listener(kept)
    },
    recent: () => events,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
