/** Working in the windows of one app: reads them, hears of changes, calls their actions (GB §5 to §8). */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import type { Connection, NoReply, Reply, Subscription } from '../wire/connection.js'
import { firstDeadline } from '../wire/deadline.js'
import { type CallArguments, type CallOptions, type CallOutcome, createCalls } from './call.js'
import { createRereader } from './rereader.js'
import { readSnapshot, type SnapshotOutcome } from './snapshot.js'
import { matchTools, type WindowTool } from './tools.js'

/** What came of listing the actions that can be called now. */
export type ToolsOutcome =
  | { kind: 'tools'; tools: WindowTool[] }
  | Exclude<SnapshotOutcome, { kind: 'snapshot' }>

/** What came of starting to watch. */
export type WatchOutcome = { kind: 'watching'; stop: () => Promise<void> } | NoReply

/** The effects a session needs, and how much it takes. Units: milliseconds, bytes. */
export type SessionOptions = {
  pause: (ms: number) => Promise<void>
  /** A signal that aborts after a time. */
  deadline: (ms: number) => AbortSignal
  readMs?: number
  callMs?: number
  maxBytes?: number
}

/** One app's windows. No function of it rejects. */
export type Session = {
  /** Reads the windows now. */
  snapshot: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  /**
   * Tells the listener the windows as they are, and again after each change.
   *
   * Shape   changes close together are read once; after the stream broke and opened again, once. The last
   *         thing a listener hears is `gone`, when no more changes will come.
   */
  watch: (listener: (outcome: SnapshotOutcome) => void, signal?: AbortSignal) => Promise<WatchOutcome>
  /** The actions that can be called now. */
  tools: (signal?: AbortSignal) => Promise<ToolsOutcome>
  /** Calls an action of a window; `app` is the handle of the app's own actions. */
  call: (window: string, action: string, args?: CallArguments, options?: CallOptions) => Promise<CallOutcome>
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
  const until = (ms: number, signal: AbortSignal | undefined) => firstDeadline(deadline(ms), signal)

  const read = (signal?: AbortSignal) =>
    readSnapshot(connection.readResource, until(readMs, signal), options.maxBytes)

  const calls = createCalls({
    read,
    pause,
    listTools: signal => connection.listTools(until(readMs, signal)),
    callTool: (name, args, signal) => connection.callTool(name, args, until(callMs, signal)),
  })

  return {
    snapshot: calls.show,
    tools: async signal => {
      const [outcome, listed] = await Promise.all([read(signal), connection.listTools(until(readMs, signal))])
      if (outcome.kind !== 'snapshot') return outcome
      if (listed.kind !== 'answer') return listed
      const ids = outcome.snapshot.windows.map(window => window.id)
      return { kind: 'tools', tools: matchTools(listed.result, ids) }
    },
    watch: async (listener, signal) => {
      const rereader = createRereader(calls.show, pause, listener)
      const heard = { updated: rereader.changed, listChanged: rereader.changed, ended: rereader.end }
      return watchOutcome(
        await connection.subscribe(WINDOWS_URI, heard, until(readMs, signal)),
        rereader.stop,
      )
    },
    call: calls.call,
    close: () => connection.close(),
  }
}

function watchOutcome(reply: Reply<Subscription>, stop: () => void): WatchOutcome {
  if (reply.kind === 'answer') {
    const { result } = reply
    return {
      kind: 'watching',
      stop: () => {
        stop()
        return result.stop()
      },
    }
  }
  stop()
  return reply
}
