/** All texts that are being typed on this page, each kept in step with the desk. */
import type { Client, News, Outcome } from '../wire/client.js'
import { type FieldKey, liveField } from './fields.js'
import {
  chosen,
  followed,
  isUnsettled,
  left,
  type LiveText,
  overtaken,
  realigned,
  refusedWith,
  sending,
  taken,
  toSend,
  typed,
  untouched,
} from './live-text.js'

/** What came of waiting for a window's texts: all are with the desk, or one needs the user first. */
export type Settled = { kind: 'settled' | 'offline' } | { kind: 'conflict'; field: string }

/** The texts that are typed. */
export type Drafts = {
  read(key: FieldKey): LiveText
  subscribe(listener: () => void): () => void
  /** `isComposing` while an input method puts a character together: it is sent when that is done. */
  type(key: FieldKey, text: string, isComposing: boolean): void
  leave(key: FieldKey): void
  choose(key: FieldKey, text: string, isForced: boolean): void
  /** Sends what is left of a window's texts and waits for the desk. */
  settle(window: string): Promise<Settled>
  /** Forgets what was typed in a window and did not reach the desk. */
  drop(window: string): void
}

/** The least time between two sends of a field: fast typing is sent in pieces. */
const SEND_EVERY_MS = 40

/** Keeps the texts typed on a page. */
export function createDrafts(client: Client): Drafts {
  const drafts = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const nameOf = ({ window, field }: FieldKey) => `${window}/${field}`

  const entryOf = (key: FieldKey) => {
    const name = nameOf(key)
    const known = drafts.get(name)
    if (known) return known
    const live = untouched(liveField(client.read().desk, key)?.value ?? '')
    const made: Entry = { key, live, lastSent: -SEND_EVERY_MS }
    drafts.set(name, made)
    return made
  }
  const change = (key: FieldKey, live: LiveText) => {
    const entry = entryOf(key)
    if (entry.live === live) return
    entry.live = live
    for (const listener of [...listeners]) listener()
  }
  const pump = (key: FieldKey, isHurried = false) => {
    const entry = entryOf(key)
    const next = toSend(entry.live)
    const field = liveField(client.read().desk, key)
    clearTimeout(entry.timer)
    if (!next || !field || client.read().link !== 'open') return
    const wait = SEND_EVERY_MS - (performance.now() - entry.lastSent)
    if (wait > 0 && !isHurried) {
      entry.timer = window.setTimeout(pump, wait, key)
      return
    }
    entry.lastSent = performance.now()
    change(key, sending(entry.live, next))
    void client.act(field.act(next)).then(outcome => answered(key, outcome))
  }
  const answered = (key: FieldKey, outcome: Outcome) => {
    if (!drafts.has(nameOf(key))) return
    const { live } = entryOf(key)
    if (outcome.kind === 'offline') return
    if (outcome.kind === 'done') change(key, taken(live))
    else change(key, refusedWith(live, reasonOf(outcome), outcome.kind === 'unavailable'))
    pump(key)
  }

  client.watch(news => {
    for (const [name, { key, live }] of drafts) {
      const field = liveField(news.desk, key)
      if (!field) drafts.delete(name)
      else change(key, after(live, field.value, field.isGuarded, news))
    }
    if (news.kind === 'whole') setTimeout(() => [...drafts.values()].forEach(({ key }) => pump(key)))
  })

  const inWindow = (window: string) => [...drafts.values()].filter(({ key }) => key.window === window)
  return {
    read: key => entryOf(key).live,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type(key, text, isComposing) {
      change(key, typed(entryOf(key).live, text))
      if (!isComposing) pump(key)
    },
    leave(key) {
      change(key, left(entryOf(key).live))
      pump(key, true)
    },
    choose(key, text, isForced) {
      change(key, chosen(entryOf(key).live, text, isForced))
      pump(key, true)
    },
    async settle(window) {
      for (const { key, live } of inWindow(window))
        if (live.refused) change(key, { ...live, refused: undefined })
      for (;;) {
        for (const { key } of inWindow(window)) pump(key, true)
        const all = inWindow(window)
        const conflict = all.find(({ live }) => live.conflict)
        if (conflict) return { kind: 'conflict', field: conflict.key.field }
        if (!all.some(({ live }) => isUnsettled(live))) return { kind: 'settled' }
        if (client.read().link !== 'open') return { kind: 'offline' }
        await nextChange()
      }
    },
    drop(window) {
      for (const { key, live } of inWindow(window)) change(key, { ...untouched(live.base), sent: live.sent })
    },
  }

  function nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => {
      listeners.delete(done)
      stop()
      resolve()
    }
    const stop = client.subscribe(done)
    listeners.add(done)
    return promise
  }
}

type Entry = { key: FieldKey; live: LiveText; lastSent: number; timer?: number }

function after(live: LiveText, value: string, isGuarded: boolean, news: News): LiveText {
  if (news.kind === 'whole') return realigned(live, value)
  if (news.own || !isGuarded) return followed(live, value)
  return overtaken(live, value, news.agent)
}

const reasonOf = (outcome: Exclude<Outcome, { kind: 'offline' | 'done' }>): string => {
  if (outcome.kind === 'invalid') return outcome.fields.map(({ error }) => error).join('; ')
  return outcome.kind === 'unavailable' ? outcome.reason : outcome.message
}
