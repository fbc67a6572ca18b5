/** Calling an action so that it never overwrites what the user did in the meantime (GB §5.5, §7 · D-53). */
import {
  APP_HANDLE,
  type CallAnswer,
  readCallAnswer,
  type SeenSnapshot,
  type ToolError,
  toolName,
  type WindowsSnapshot,
} from '@copane/protocol/bridge'
import type { ListedTool, NoReply, Reply, ToolResult } from '../wire/connection.js'
import { RETRY_PAUSES_MS } from '../wire/pauses.js'
import { blockersOf, isOperable } from './blockers.js'
import type { SnapshotOutcome } from './snapshot.js'
import { takesVersion } from './tools.js'

/** The arguments of a call, by name. */
export type CallArguments = { [name: string]: unknown }

/**
 * What to do now that a window changed: call again with these arguments, or undefined to let it be.
 *
 * Shape   gets the windows as they are now; the version of the next call is that of this snapshot.
 */
export type Decide = (
  fresh: WindowsSnapshot,
) => { args: CallArguments } | undefined | Promise<{ args: CallArguments } | undefined>

/** How to call. */
export type CallOptions = { decide?: Decide; signal?: AbortSignal }

/**
 * What came of a call.
 *
 * Shape   `blocked`: nothing was changed; `by` are the windows to deal with first, [] when the app hides them.
 *         `odd`: an error of no known code, never retried (D-46). `inexact`: the version is too large to be
 *         sent unrounded, so nothing was (D-39). `late` and `gone`: it may have taken effect.
 */
export type CallOutcome =
  | Extract<CallAnswer, { kind: 'done' | 'odd' }>
  | { kind: 'failed'; error: Exclude<ToolError, { code: 'blocked_by_modal' }> }
  | { kind: 'blocked'; by: string[]; message: string }
  | { kind: 'inexact' }
  | NoReply

/** What calls need of a session. */
export type CallEffects = {
  read: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  listTools: (signal?: AbortSignal) => Promise<Reply<ListedTool[]>>
  callTool: (name: string, args: CallArguments, signal?: AbortSignal) => Promise<Reply<ToolResult>>
  pause: (ms: number) => Promise<void>
}

/** The calls of one session, and what they are based on. */
export type Calls = {
  /** Reads the windows for the caller, who from now on knows them. */
  show: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  call: (window: string, action: string, args?: CallArguments, options?: CallOptions) => Promise<CallOutcome>
}

/**
 * Makes the calls of a session.
 *
 * Shape   a call carries the version of its window in the last snapshot that the *caller* saw, never a fresher
 *         one: a write is based on what was known when it was decided.
 * Source  GB §7.1 · GB-11-client-carries, GB-7.1-client-retries, GB-1.3-sole-authority · D-34, D-53
 */
export function createCalls(effects: CallEffects): Calls {
  let shown: SeenSnapshot | undefined
  let reads = 0
  let newest = 0
  const versioned = new Map<string, boolean>()

  async function show(signal?: AbortSignal): Promise<SnapshotOutcome> {
    const turn = ++reads
    const outcome = await effects.read(signal)
    // A read that was overtaken by a later one must not take its place.
    if (outcome.kind === 'snapshot' && turn > newest) {
      newest = turn
      shown = outcome.snapshot
    }
    return outcome
  }

  async function attempt(
    window: string,
    action: string,
    args: CallArguments,
    signal?: AbortSignal,
  ): Promise<CallOutcome> {
    if (!shown) await show(signal)
    const blocked = window === APP_HANDLE ? undefined : await blockedNow(window, signal)
    if (blocked) return blocked
    const name = toolName(window, action)
    const takes = await takesExpected(window, name, signal)
    if (takes.kind !== 'answer') return takes
    const { version, exactVersion } = shown?.windows.find(({ id }) => id === window) ?? {}
    const isCarried = takes.result && version !== undefined && !('expectedVersion' in args)
    if (isCarried && (exactVersion !== undefined || !Number.isSafeInteger(version)))
      return { kind: 'inexact' }
    const sent = isCarried ? { ...args, expectedVersion: version } : args
    const reply = await effects.callTool(name, sent, signal)
    return reply.kind === 'answer' ? outcomeOf(window, readCallAnswer(reply.result), signal) : reply
  }

  /** A window that looked blocked is looked at again: the user may have dealt with it. */
  async function blockedNow(window: string, signal?: AbortSignal): Promise<CallOutcome | undefined> {
    if (!shown || isOperable(shown, window) || !has(shown, window)) return undefined
    const outcome = await effects.read(signal)
    if (outcome.kind !== 'snapshot' || isOperable(outcome.snapshot, window) || !has(outcome.snapshot, window))
      return undefined
    return blockedBy(blockersOf(outcome.snapshot, window))
  }

  /** Whether a tool takes a version; a list that can't be had stops the call, rather than let it write blindly. */
  async function takesExpected(window: string, name: string, signal?: AbortSignal): Promise<Reply<boolean>> {
    if (window === APP_HANDLE) return { kind: 'answer', result: false }
    if (!versioned.has(name)) {
      const listed = await effects.listTools(signal)
      if (listed.kind !== 'answer') return listed
      for (const tool of listed.result) versioned.set(tool.name, takesVersion(tool))
    }
    return { kind: 'answer', result: versioned.get(name) ?? false }
  }

  async function outcomeOf(window: string, answer: CallAnswer, signal?: AbortSignal): Promise<CallOutcome> {
    if (answer.kind !== 'failed') return answer
    const { error } = answer
    if (error.code !== 'blocked_by_modal') return { kind: 'failed', error }
    if (error.blockedBy.length > 0) return blockedBy(error.blockedBy, error.message)
    const outcome = await effects.read(signal)
    return blockedBy(outcome.kind === 'snapshot' ? blockersOf(outcome.snapshot, window) : [], error.message)
  }

  return {
    show,
    call: async (window, action, args = {}, { decide, signal } = {}) => {
      let outcome = await attempt(window, action, args, signal)
      for (const pauseMs of decide ? RETRY_PAUSES_MS : []) {
        if (outcome.kind !== 'failed' || outcome.error.code !== 'stale_state') break
        await effects.pause(pauseMs)
        const fresh = await show(signal)
        if (fresh.kind !== 'snapshot') break
        const decision = await decide?.(fresh.snapshot)
        if (!decision) break
        outcome = await attempt(window, action, decision.args, signal)
      }
      return outcome
    },
  }
}

const has = (snapshot: WindowsSnapshot, id: string): boolean =>
  snapshot.windows.some(window => window.id === id)

const blockedBy = (by: string[], message = 'a dialog is in front of this window'): CallOutcome => ({
  kind: 'blocked',
  by,
  message,
})
