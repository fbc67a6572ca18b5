/** The pages that are connected: each hears of every commit, and the one with the last input is the active one. */
import { isRecord } from '@copane/protocol/findings'
import type { ActOutcome, Desk } from '../model/index.js'
import { keptAuthor } from '../model/client-names.js'
import type { Activity } from './activity.js'
import type { Connection, Heard, Page } from './connection.js'
import { createPageStates, patchBetween, wholeOf } from './page-state.js'
import type { PageState, ToPage } from './protocol.js'
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
  /** Pages that take less than there is to send, with what each was told last. */
  const behind = new Map<Connection, PageState>()
  let catchingUp: NodeJS.Timeout | undefined
  let active: Connection | undefined
  let acting: { page: string; act: number } | undefined
  let isOpen = true

  const toAll = (message: ToPage) => {
    const text = JSON.stringify(message)
    for (const page of pages) if (!behind.has(page)) page.send(text)
  }
  /** Brings a page that was left behind up to date: one difference instead of all that it did not take. */
  const flush = (page: Connection) => {
    const told = behind.get(page)
    const patch = told && patchBetween(told, sent)
    behind.delete(page)
    if (patch) page.send(JSON.stringify({ kind: 'patch', by: { kind: 'app' }, patch } satisfies ToPage))
  }
  const catchUp = () => {
    catchingUp = undefined
    for (const page of behind.keys()) if (page.waiting() < MAX_BEHIND) flush(page)
    if (behind.size > 0) catchingUp = setTimeout(catchUp, CATCH_UP_MS)
  }
  const stopWatching = desk.store.watch(({ by }) => {
    const now = stateOf(desk.store.read())
    const patch = patchBetween(sent, now)
    const before = sent
    sent = now
    if (!patch) return
    for (const page of pages) if (!behind.has(page) && page.waiting() > MAX_BEHIND) behind.set(page, before)
    if (behind.size > 0) catchingUp ??= setTimeout(catchUp, CATCH_UP_MS)
    toAll({ kind: 'patch', by: keptAuthor(by), ...acting, patch })
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
      if (message.kind === 'input') {
        active = page
        return
      }
      const { id, act: wanted } = message
      flush(page)
      const isElsewhere = active !== undefined && active !== page && isPointing(wanted)
      const outcome = isElsewhere ? UNHEARD : act(page, id, wanted)
      page.send(JSON.stringify({ kind: 'outcome', id, outcome } satisfies ToPage))
    },
    visible: tellVisible,
    left(page) {
      pages.delete(page)
      behind.delete(page)
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
      clearTimeout(catchingUp)
      tellShown(false)
      isOpen = false
    },
  }
}

/** A page that takes less than this is sent everything at once. Units: bytes that wait for it. */
const MAX_BEHIND = 256 * 1024
const CATCH_UP_MS = 50

/** What tells where the user points: only the page that the user is at knows. */
const POINTING = ['hover', 'selectText', 'scroll', 'focus']

const isPointing = (act: unknown): boolean =>
  isRecord(act) && typeof act.act === 'string' && POINTING.includes(act.act)

const UNHEARD: ActOutcome = { kind: 'done', message: 'The user is at another page.' }

const FAILED: ActOutcome = {
  kind: 'failed',
  message: 'The desk could not do that; nothing was changed.',
}
