/** The pages that are connected: each hears of every commit, and the one with the last input is the active one. */
import type { ActOutcome, Desk } from '../model/index.js'
import { keptAuthor } from '../model/client-names.js'
import type { Activity } from './activity.js'
import type { Connection, Heard, Page } from './connection.js'
import { createPageStates, patchBetween, wholeOf } from './page-state.js'
import type { ToPage } from './protocol.js'
import { publishActivity } from './publish-activity.js'

/** All pages of a desk. */
export type Room = Heard & {
  enter(page: Connection): void
  /** The page with the last input that is on the screen, else the newest there, else one that is hidden. */
  activePage(): Page | undefined
  pages(): readonly Page[]
  /** Ends it all; what still comes from a page is not heard. */
  leave(): void
}

/** Opens a room; `onFault` is told in a line what our own code did wrong. */
export function createRoom(desk: Desk, activity: Activity, onFault: (line: string) => void): Room {
  const pages = new Set<Connection>()
  const stateOf = createPageStates()
  let sent = stateOf(desk.store.read())
  let active: Connection | undefined
  let acting: { page: string; act: number } | undefined
  let isOpen = true

  const toAll = (message: ToPage) => {
    const text = JSON.stringify(message)
    for (const page of pages) page.send(text)
  }
  const stopWatching = desk.store.watch(({ by }) => {
    const now = stateOf(desk.store.read())
    const patch = patchBetween(sent, now)
    sent = now
    if (patch) toAll({ kind: 'patch', by: keptAuthor(by), ...acting, patch })
  })
  const stopPublishing = publishActivity(activity, events => toAll({ kind: 'activity', events }))
  const guarded = <Result>(work: () => Result, otherwise: Result): Result => {
    try {
      return work()
    } catch {
      onFault('page: a commit of the user failed')
      return otherwise
    }
  }
  const tellShown = (shown: boolean) => guarded(() => desk.setShown(shown), undefined)
  const tellVisible = () => {
    if (isOpen) tellShown([...pages].some(page => page.isVisible()))
  }
  const act = (page: Connection, id: number, value: unknown): ActOutcome => {
    acting = { page: page.mark, act: id }
    const outcome = guarded(() => desk.act(value), FAILED)
    acting = undefined
    return outcome
  }

  const leaveBehind = (page: Connection) => {
    pages.delete(page)
    if (active === page) active = undefined
    page.close(1001, 'the page came back')
  }

  return {
    enter(page) {
      const patch = wholeOf(stateOf(desk.store.read()))
      const hello: ToPage = { kind: 'hello', mark: page.mark, patch, activity: activity.recent() }
      page.send(JSON.stringify(hello))
      for (const before of pages) if (before.mark === page.mark) leaveBehind(before)
      pages.add(page)
      tellVisible()
    },
    message(page, message) {
      if (!isOpen) return
      active = page
      if (message.kind === 'input') return
      const outcome: ToPage = { kind: 'outcome', id: message.id, outcome: act(page, message.id, message.act) }
      page.send(JSON.stringify(outcome))
    },
    visible: tellVisible,
    left(page) {
      pages.delete(page)
      if (active === page) active = undefined
      tellVisible()
    },
    activePage() {
      if (active?.isVisible()) return active
      const all = [...pages]
      return all.findLast(page => page.isVisible()) ?? active ?? all.at(-1)
    },
    pages: () => [...pages],
    leave() {
      stopWatching()
      stopPublishing()
      tellShown(false)
      isOpen = false
    },
  }
}

const FAILED: ActOutcome = {
  kind: 'failed',
  message: 'The desk could not do that; nothing was changed.',
}
