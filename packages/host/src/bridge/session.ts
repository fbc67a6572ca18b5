/** Working in the windows of one app: reads them, hears of changes, calls their actions (GB §5 to §8). */
import { type SeenSnapshot, WINDOWS_URI } from '@copane/protocol/bridge'
import type { Connection, Listener } from '../wire/connection.js'
import { firstDeadline } from '../wire/deadline.js'
import { type CallArguments, type CallOptions, type CallOutcome, createCalls } from './call.js'
import { SILENCE_MS } from './silence.js'
import { readSnapshot, type SnapshotOutcome } from './snapshot.js'
import { matchTools, type WindowTool } from './tools.js'
import { type WatchOutcome, watchWindows, type WindowsListener } from './watch.js'

/** What came of listing the actions that can be called now. */
export type ToolsOutcome =
  | { kind: 'tools'; tools: WindowTool[] }
  | Exclude<SnapshotOutcome, { kind: 'snapshot' }>

/** What came of looking: the windows, and the actions that can be called in them. */
export type LookOutcome =
  | { kind: 'look'; snapshot: SeenSnapshot; tools: WindowTool[] }
  | Exclude<SnapshotOutcome, { kind: 'snapshot' }>

/**
 * The effects a session needs, and how it behaves.
 *
 * Shape   `pause` ends early when its signal aborts, and never rejects. `deadline` gives a signal that aborts after a
 *         time. `focusFirst` (off unless it is true, since it may take the keyboard from the user, FR-45): a window that
 *         offers an action which focuses it is focused before the first write to it; reads never are.
 * Units   milliseconds, bytes; `silenceMs` is how old what is known of an app may be that says nothing.
 */
export type SessionOptions = {
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
  deadline: (ms: number) => AbortSignal
  readMs?: number
  callMs?: number
  silenceMs?: number
  maxBytes?: number
  focusFirst?: boolean
}

/** One app's windows. No function of it rejects; once it was closed everything is `gone`, and nobody hears of changes. */
export type Session = {
  /** Reads the windows now. */
  snapshot: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  /**
   * Tells the listener the windows as they are, and again after each change.
   *
   * Shape   changes close together are read once; after the stream broke and opened again, once; after silence
   *         now and then, told only when something differs. The last thing a listener hears is `gone` or
   *         `denied`, when no more changes will come. One watch a session: a second takes the place of the first, which
   *         hears nothing more. `signal` ends it like its `stop`, whenever it aborts.
   */
  watch: (listener: WindowsListener, signal?: AbortSignal) => Promise<WatchOutcome>
  /** Reads the windows and lists the actions, both at once: all that there is to decide on. */
  look: (signal?: AbortSignal) => Promise<LookOutcome>
  /** The actions that can be called now. */
  tools: (signal?: AbortSignal) => Promise<ToolsOutcome>
  /** Calls an action of a window; `app` is the handle of the app's own actions. */
  call: (window: string, action: string, args?: CallArguments, options?: CallOptions) => Promise<CallOutcome>
  /** Ends the watch, calls that wait, and the connection; a program that was started for it gets some seconds to end. */
  close: () => Promise<void>
}

const READ_MS = 2000
/** Ten seconds of waiting, ten of running, and the answer (D-36). */
const CALL_MS = 25_000

/**
 * Opens a session on a connection to a bridge endpoint.
 *
 * Source  GB §6, §7.1, §8.2 · GB-6-re-read, GB-8.2-realign, GB-11-client-carries · D-53
 */
export function openSession(connection: Connection, options: SessionOptions): Session {
  const { pause, deadline, readMs = READ_MS, callMs = CALL_MS } = options
  const { focusFirst = false, silenceMs: longestSilenceMs = SILENCE_MS } = options
  const until = (ms: number, signal: AbortSignal | undefined) => firstDeadline(deadline(ms), signal)
  const closing = new AbortController()
  let last: { ends: AbortController; outcome: Promise<WatchOutcome> } | undefined

  async function endWatch(): Promise<void> {
    last?.ends.abort()
    const outcome = await last?.outcome
    if (outcome?.kind === 'watching') await outcome.stop()
  }

  const read = (signal?: AbortSignal) =>
    readSnapshot(connection.readResource, until(readMs, signal), options.maxBytes)

  const { show, begin, beginShow, beginTools, forgetTools, call } = createCalls({
    read,
    pause,
    closing: closing.signal,
    focusFirst,
    listTools: signal => connection.listTools(until(readMs, signal)),
    callTool: (name, args, signal) => connection.callTool(name, args, until(callMs, signal)),
  })

  /** Reads, and lists beside it. */
  const readAll = async (signal?: AbortSignal): Promise<LookOutcome> => {
    const learn = beginTools()
    const [outcome, listed] = await Promise.all([read(signal), connection.listTools(until(readMs, signal))])
    if (listed.kind === 'answer') learn(listed.result)
    if (outcome.kind !== 'snapshot') return outcome
    if (listed.kind !== 'answer') return listed
    const { snapshot } = outcome
    const ids = snapshot.windows.map(window => window.id)
    return { kind: 'look', snapshot, tools: matchTools(listed.result, ids) }
  }

  return {
    snapshot: show,
    look: async signal => {
      const know = beginShow()
      const outcome = await readAll(signal)
      // Of a look that failed by half its caller saw nothing.
      if (outcome.kind === 'look') know(outcome.snapshot)
      return outcome
    },
    tools: async signal => {
      const outcome = await readAll(signal)
      return outcome.kind === 'look' ? { kind: 'tools', tools: outcome.tools } : outcome
    },
    watch: (listener, signal) => {
      const ends = new AbortController()
      const over = firstDeadline(ends.signal, closing.signal, signal)
      const effects = {
        read: async () => {
          const know = begin()
          const outcome = await read()
          return { outcome, know: () => know(outcome) }
        },
        subscribe: (heard: Listener, ended: AbortSignal) =>
          connection.subscribe(WINDOWS_URI, heard, until(readMs, ended)),
        forgetTools,
        pause,
        longestSilenceMs,
      }
      // A connection has one subscription: the next begins when the one before has ended.
      const outcome = endWatch().then(async (): Promise<WatchOutcome> => {
        const begun = await watchWindows(effects, listener, over)
        return begun.kind === 'late' && closing.signal.aborted ? { kind: 'gone' } : begun
      })
      last = { ends, outcome }
      return outcome
    },
    call,
    close: async () => {
      closing.abort()
      await endWatch()
      await connection.close()
    },
  }
}
