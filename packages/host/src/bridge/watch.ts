/** Hearing of every change of an app's windows, whether it tells or not (GB §6, §8.2 · FR-58). */
import type { Listener, NoReply, Reply, Subscription } from '../wire/connection.js'
import { createRereader } from './rereader.js'
import { silenceAfter } from './silence.js'
import type { SnapshotOutcome } from './snapshot.js'

/**
 * What came of starting to watch.
 *
 * Shape   `isTold`: the app accepted to tell of changes; one that does not is read now and then.
 */
export type WatchOutcome = { kind: 'watching'; isTold: boolean; stop: () => Promise<void> } | NoReply

/** Who hears of the windows. */
export type WindowsListener = (outcome: SnapshotOutcome) => void

/** What watching needs of a session. Units: milliseconds; `longestSilenceMs` until an app is read without a word. */
export type WatchEffects = {
  /** Begins a read of the windows; what is given back tells it to the caller's side. */
  read: () => Promise<{ outcome: SnapshotOutcome; know: () => void }>
  subscribe: (listener: Listener, signal: AbortSignal) => Promise<Reply<Subscription>>
  forgetTools: () => void
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
  longestSilenceMs: number
}

/**
 * Watches.
 *
 * Shape   a subscription that proves deaf (a change was found, and nothing had been heard) is made anew, three times
 *         in a row at most. The last thing that the listener hears is `gone` or `denied`. `signal` stops it, whenever it
 *         aborts; before anything was heard the outcome is `late`.
 * Errors  none: a listener that throws is its caller's unhandled rejection, and watching goes on.
 * Source  GB-6-re-read, GB-8.2-realign
 */
export async function watchWindows(
  effects: WatchEffects,
  listener: WindowsListener,
  signal?: AbortSignal,
): Promise<WatchOutcome> {
  const { pause, subscribe, forgetTools, longestSilenceMs } = effects
  const over = new AbortController()
  let subscription: Subscription | undefined
  let heard = 0
  let deafTurns = 0
  let isDeaf = false
  let stopping: Promise<void> | undefined
  let renewing: Promise<void> | undefined
  let know = () => {}

  const rereader = createRereader({
    read: async () => {
      const read = await effects.read()
      know = read.know
      return read.outcome
    },
    pause: ms => pause(ms, over.signal),
    missed: () => {
      isDeaf = true
    },
    tell: outcome => {
      know()
      void Promise.resolve().then(() => {
        if (!stopping) listener(outcome)
      })
      if (isLast(outcome)) end()
    },
  })
  const end = () => {
    signal?.removeEventListener('abort', onAbort)
    over.abort()
    rereader.stop()
  }
  const stop = () =>
    (stopping ??= (async () => {
      end()
      await renewing
      await subscription?.stop()
    })())
  const onAbort = () => void stop()
  const changed = () => {
    heard++
    deafTurns = 0
    isDeaf = false
    forgetTools()
    rereader.changed()
  }
  /** Notifications end, the app may not: a read tells. */
  const ended = () => {
    isDeaf = true
    rereader.changed()
  }
  const hearing: Listener = { updated: changed, listChanged: changed, ended }

  const renew = async () => {
    isDeaf = false
    if (!subscription || deafTurns >= DEAF_TURNS) return
    deafTurns++
    await subscription.stop()
    const turns = deafTurns
    const reply = over.signal.aborted ? undefined : await subscribe(hearing, over.signal)
    subscription = reply?.kind === 'answer' ? reply.result : undefined
    // That the stream opened is no sign that it carries anything.
    deafTurns = turns
  }

  const keepFresh = async () => {
    for (let silentReads = 0; !over.signal.aborted; ) {
      const before = heard
      await pause(silenceAfter(silentReads, longestSilenceMs), over.signal)
      if (over.signal.aborted) break
      if (heard !== before) silentReads = 0
      else {
        if (isDeaf) await (renewing = renew())
        silentReads++
        await rereader.silent()
        if (isDeaf) silentReads = 0
      }
    }
  }

  if (signal?.aborted) return { kind: 'late' }
  signal?.addEventListener('abort', onAbort, { once: true })
  const reply = await subscribe(hearing, over.signal)
  if (reply.kind === 'answer') subscription = reply.result
  else if (reply.kind === 'error') rereader.changed()
  else {
    end()
    return reply
  }
  if (stopping) {
    await subscription?.stop()
    return { kind: 'late' }
  }
  void keepFresh()
  return { kind: 'watching', isTold: reply.kind === 'answer', stop }
}

/** How often a subscription that brings nothing is made anew. */
const DEAF_TURNS = 3

const isLast = ({ kind }: SnapshotOutcome): boolean => kind === 'gone' || kind === 'denied'
