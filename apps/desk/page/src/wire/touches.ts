/** Which windows an agent changed a moment ago, for a quiet sign on them. */
import type { Client, News } from './client.js'

/** Agents by the window they changed. */
export type Touches = {
  read(): { readonly [window: string]: string }
  subscribe(listener: () => void): () => void
}

const SHOWN_MS = 6000

/** Keeps who touched what. */
export function createTouches(client: Client): Touches {
  let touched: { readonly [window: string]: string } = {}
  const timers = new Map<string, number>()
  const listeners = new Set<() => void>()
  const become = (next: typeof touched) => {
    touched = next
    for (const listener of listeners) listener()
  }
  const forget = (id: string) => {
    const { [id]: _, ...others } = touched
    become(others)
  }
  client.watch(news => {
    for (const id of windowsTouched(news)) {
      clearTimeout(timers.get(id))
      timers.set(id, window.setTimeout(forget, SHOWN_MS, id))
      become({ ...touched, [id]: agentOf(news) })
    }
  })
  return {
    read: () => touched,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const agentOf = (news: News): string => (news.kind === 'commit' ? (news.agent ?? '') : '')

/** What the agent changed itself; lists and reports that follow an order are not meant. */
function windowsTouched(news: News): string[] {
  if (news.kind !== 'commit' || news.agent === undefined) return []
  const { before, desk, patch } = news
  const threads = new Set(patch.threads?.map(({ id }) => id))
  const changed = new Set(patch.windows?.map(({ id }) => id))
  const known = new Set(before.windows.map(({ id }) => id))
  return desk.windows.flatMap(({ id, shown, blockedBy }) => {
    const isMeant =
      shown.kind === 'threads'
        ? [shown.panes.left, shown.panes.right].some(thread => thread !== undefined && threads.has(thread))
        : changed.has(id) && blockedBy === undefined && shown.kind !== 'report' && shown.kind !== 'orders'
    return isMeant || !known.has(id) ? [id] : []
  })
}
