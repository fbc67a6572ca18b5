/** What the page knows of the desk, and the way to act on it. */
import type { ActivityEvent } from '../../../src/page/activity.js'
import type { FromPage, PagePatch, PageState, ToPage } from '../../../src/page/protocol.js'
import type { UserAct } from '../../../src/model/act-table.js'
import type { ActOutcome } from '../../../src/model/acts.js'
import type { Reader } from '../reader.js'
import { EMPTY, patched } from './patch.js'
import { type Link, openSocket } from './socket.js'

/** What the page knows; `desk` is empty until `isKnown`. */
export type Known = { link: Link; isKnown: boolean; desk: PageState; activity: readonly ActivityEvent[] }

/** What became of an act; `offline` was not heard, or its answer was not. */
export type Outcome = ActOutcome | { kind: 'offline' }

/** A change of what the page knows: all of it anew, or a commit by somebody. */
export type News = { desk: PageState; before: PageState } & (
  | { kind: 'whole' }
  /** `own` is the act of this page that led to it. */
  | { kind: 'commit'; patch: PagePatch; own: UserAct | undefined; agent: string | undefined }
)

/** The page's side of the connection. */
export type Client = {
  read(): Known
  subscribe(listener: () => void): () => void
  /** Tells of news before subscribers hear of it. */
  watch(listener: (news: News) => void): void
  act(act: UserAct): Promise<Outcome>
  /** Says that the user is at this page. */
  input(): void
}

const MAX_ACTIVITY = 100
const INPUT_EVERY_MS = 100

/** Connects the page; it has a reader for each mark it is given, as a rule one. */
export function createClient(makeReader: (mark: string) => Reader): Client {
  let known: Known = { link: 'connecting', isKnown: false, desk: EMPTY, activity: [] }
  let reader: Reader | undefined
  let mark = ''
  let connection = 0
  let lastAct = 0
  let lastInput = 0
  const pending = new Map<number, { act: UserAct; settle: (outcome: Outcome) => void }>()
  const listeners = new Set<() => void>()
  const watchers = new Set<(news: News) => void>()

  const know = (next: Partial<Known>) => {
    known = { ...known, ...next }
    for (const listener of listeners) listener()
  }
  const tell = (news: News) => {
    for (const watcher of watchers) watcher(news)
  }
  const receive = (message: ToPage) => {
    const { desk: before } = known
    switch (message.kind) {
      case 'hello': {
        connection++
        if (mark !== message.mark) {
          reader?.stop()
          reader = makeReader(message.mark)
        }
        mark = message.mark
        socket.setMark(mark)
        tellVisible()
        const desk = patched(EMPTY, message.patch)
        tell({ kind: 'whole', before, desk })
        return know({ isKnown: true, desk, activity: message.activity })
      }
      case 'patch': {
        const { by, page, act = 0, patch } = message
        const own = page === mark ? pending.get(act)?.act : undefined
        const desk = patched(before, patch)
        const agent = by.kind === 'client' ? by.name : undefined
        tell({ kind: 'commit', before, desk, patch, own, agent })
        return know({ desk })
      }
      case 'outcome':
        return pending.get(message.id)?.settle(message.outcome)
      case 'activity':
        return know({ activity: [...known.activity, ...message.events].slice(-MAX_ACTIVITY) })
      case 'ask':
        return void answer(message.id, () => reader?.answer(message.question))
      default:
        return message satisfies never
    }
  }
  /** Questions are numbered anew on every connection: what was asked on a lost one is not answered. */
  const answer = async (id: number, read: () => unknown) => {
    const asked = connection
    const value = await Promise.resolve()
      .then(read)
      .catch(() => undefined)
    if (asked === connection) send({ kind: 'answer', id, value })
  }
  const send = (message: FromPage) => socket.send(message)
  const tellVisible = () => send({ kind: 'visible', visible: document.visibilityState === 'visible' })

  const socket = openSocket({
    message: receive,
    link(link) {
      if (link === 'lost') connection++
      if (link === 'lost') for (const { settle } of pending.values()) settle({ kind: 'offline' })
      know({ link })
    },
  })
  document.addEventListener('visibilitychange', tellVisible)
  return {
    read: () => known,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch: listener => void watchers.add(listener),
    act(act) {
      const id = ++lastAct
      if (!send({ kind: 'act', id, act })) return Promise.resolve({ kind: 'offline' })
      return new Promise(resolve => {
        const settle = (outcome: Outcome) => {
          pending.delete(id)
          resolve(outcome)
        }
        pending.set(id, { act, settle })
      })
    },
    input() {
      if (performance.now() - lastInput < INPUT_EVERY_MS) return
      lastInput = performance.now()
      send({ kind: 'input' })
    },
  }
}
