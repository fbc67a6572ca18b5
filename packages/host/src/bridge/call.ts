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
import { byDeadline, firstDeadline } from '../wire/deadline.js'
import { RETRY_PAUSES_MS } from '../wire/pauses.js'
import { blockersOf, isOperable } from './blockers.js'
import { exactVersion } from './exact-version.js'
import { focusTool, isFocusStyle } from './focus.js'
import type { SnapshotOutcome } from './snapshot.js'
import { matchTools, takesVersion } from './tools.js'

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

/**
 * How to call.
 *
 * Shape   `basedOn`: the windows that the call was decided on; without it, those that the caller asked for last, or if it
 *         never did, those that its listener heard last. When `signal` aborts nothing more is sent.
 */
export type CallOptions = { decide?: Decide; basedOn?: SeenSnapshot; signal?: AbortSignal }

/**
 * What came of a call.
 *
 * Shape   `blocked`: nothing was changed; `by` are the windows to deal with first, [] when the app hides them.
 *         `odd`: an error of no known code, never retried (D-46). `inexact`: the version is too large to be
 *         sent unrounded, so nothing was (D-39). `unsent`: nothing was sent, and why; `no-json`: the arguments are no
 *         JSON, as a ring, a BigInt or a getter that throws. `late`, `gone` and what else is no
 *         answer of the app: it may have taken effect, as `mayHaveActed` tells. `decideThrew` stands on the failure that `decide` was asked about.
 */
export type CallOutcome =
  | Extract<CallAnswer, { kind: 'done' | 'odd' }>
  | {
      kind: 'failed'
      error: Exclude<ToolError, { code: 'blocked_by_modal' }>
      decideThrew?: { thrown: unknown }
    }
  | { kind: 'blocked'; by: string[]; message: string }
  | { kind: 'inexact' }
  | { kind: 'unsent'; why: 'cancelled' | 'refused' | 'no-json' | NoReply['kind'] }
  | NoReply

/** What calls need of a session. */
export type CallEffects = {
  read: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  listTools: (signal?: AbortSignal) => Promise<Reply<ListedTool[]>>
  callTool: (name: string, args: CallArguments, signal?: AbortSignal) => Promise<Reply<ToolResult>>
  pause: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborts when the session closes: nobody waits on for a pause or a decision. */
  closing?: AbortSignal
  /** Calls the focus action of a window before a write, where there is one. */
  focusFirst: boolean
}

/** The calls of one session, and what they are based on. */
export type Calls = {
  /** Reads the windows for the caller, who from now on knows them. */
  show: (signal?: AbortSignal) => Promise<SnapshotOutcome>
  /** Begins a read for the caller's listener; what is given back makes its outcome known, unless a later one was. */
  begin: () => (outcome: SnapshotOutcome) => void
  /** Begins a read for the caller, who knows the windows once what is given back hears of them. */
  beginShow: () => (snapshot: SeenSnapshot) => void
  /** Begins to list; what is given back makes the tools known, unless they were forgotten or listed anew meanwhile. */
  beginTools: () => (listed: readonly ListedTool[]) => void
  /** The tools may be others from now on. */
  forgetTools: () => void
  call: (window: string, action: string, args?: CallArguments, options?: CallOptions) => Promise<CallOutcome>
}

/** One try of a call. */
type Attempt = { window: string; action: string; args: CallArguments; signal: AbortSignal | undefined }

/**
 * Makes the calls of a session.
 *
 * Shape   a call carries the version of its window in the last snapshot that the *caller* asked for when it called, never
 *         a fresher one: a write is based on what was known when it was decided. What a listener hears while the caller
 *         makes up its mind is no reason to overwrite it.
 * Source  GB §7.1 · GB-11-client-carries, GB-7.1-client-retries, GB-1.3-sole-authority · D-34, D-53
 */
export function createCalls(effects: CallEffects): Calls {
  const asked = createLatest<SeenSnapshot>()
  const heard = createLatest<SeenSnapshot>()
  const tools = createLatest<readonly ListedTool[]>()
  let focused: string | undefined

  async function show(signal?: AbortSignal): Promise<SnapshotOutcome> {
    const know = begun(asked)
    const outcome = await effects.read(signal)
    know(outcome)
    return outcome
  }

  async function attempt(given: SeenSnapshot | undefined, tried: Attempt): Promise<CallOutcome> {
    const { window, action, signal } = tried
    const args = sendable(tried.args)
    if (!args) return { kind: 'unsent', why: 'no-json' }
    const basis = await basisOf(given, tried)
    if (basis.kind !== 'basis') return basis
    const name = toolName(window, action)
    const listed = await toolsWith(name, signal)
    if (listed.kind !== 'answer') return { kind: 'unsent', why: whyOf(listed, signal) }
    const tool = listed.result.find(each => each.name === name)
    // A tool that is not listed may be by the time it is called, so it is not called without a version.
    const takes = window !== APP_HANDLE && (tool === undefined || takesVersion(tool))
    const seen = basis.snapshot?.windows.find(({ id }) => id === window)
    const isCarried = takes && seen !== undefined && !('expectedVersion' in args)
    const expectedVersion = isCarried ? exactVersion(seen) : undefined
    if (isCarried && expectedVersion === undefined) return { kind: 'inexact' }
    if (tool?.annotations.readOnlyHint !== true) await focus(tried, listed.result)
    if (signal?.aborted) return { kind: 'unsent', why: 'cancelled' }
    const reply = await effects.callTool(name, isCarried ? { ...args, expectedVersion } : args, signal)
    return reply.kind === 'answer' ? outcomeOf(window, readCallAnswer(reply.result), signal) : reply
  }

  /**
   * The windows that a try is based on, once its window can be operated in them or now.
   *
   * Shape   a window that looked blocked is looked at again: the user may have dealt with it.
   */
  async function basisOf(
    given: SeenSnapshot | undefined,
    { window, signal }: Attempt,
  ): Promise<CallOutcome | { kind: 'basis'; snapshot: SeenSnapshot | undefined }> {
    if (window === APP_HANDLE || (given && isOperable(given, window)))
      return { kind: 'basis', snapshot: given }
    const fresh = await (given ? effects.read(signal) : show(signal))
    if (fresh.kind !== 'snapshot') return { kind: 'unsent', why: whyOf(fresh, signal) }
    const { snapshot } = fresh
    if (isOperable(snapshot, window))
      return { kind: 'basis', snapshot: given && has(given, window) ? given : snapshot }
    return has(snapshot, window)
      ? blockedBy(blockersOf(snapshot, window))
      : { kind: 'failed', error: { code: 'window_not_found', message: 'no such window is open' } }
  }

  /** The tools as last listed, asked for again when the one that is wanted is not among them. */
  async function toolsWith(name: string, signal?: AbortSignal): Promise<Reply<readonly ListedTool[]>> {
    const known = tools.last()
    if (known?.some(tool => tool.name === name)) return { kind: 'answer', result: known }
    const learn = tools.begin()
    const listed = await effects.listTools(signal)
    if (listed.kind === 'answer') learn(listed.result)
    return listed
  }

  /** Brings a window before the user, unless it was this session's last; what comes of it decides nothing. */
  async function focus({ window, action, signal }: Attempt, listed: readonly ListedTool[]): Promise<void> {
    if (!effects.focusFirst || window === APP_HANDLE || window === focused || signal?.aborted) return
    focused = window
    if (isFocusStyle(action)) return
    const tool = focusTool(matchTools(listed, [window]), window)
    if (tool) await effects.callTool(tool.name, {}, signal)
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
    begin: () => begun(heard),
    beginShow: asked.begin,
    beginTools: tools.begin,
    forgetTools: tools.forget,
    call: async (
      window,
      action,
      args = {},
      { decide, basedOn = asked.last() ?? heard.last(), signal } = {},
    ) => {
      const waiting = firstDeadline(signal, effects.closing)
      let outcome = await attempt(basedOn, { window, action, args, signal })
      for (const pauseMs of decide ? RETRY_PAUSES_MS : []) {
        if (!decide || !isStale(outcome)) break
        await effects.pause(pauseMs, waiting)
        const fresh = waiting?.aborted ? undefined : await show(signal)
        if (fresh?.kind !== 'snapshot') break
        const decision = await decided(decide, fresh.snapshot, waiting)
        if (decision.kind === 'threw') return { ...outcome, decideThrew: { thrown: decision.thrown } }
        if (decision.kind === 'none') break
        outcome = await attempt(fresh.snapshot, { window, action, args: decision.args, signal })
      }
      return outcome
    },
  }
}

/** The arguments, looked at once; undefined where JSON can't hold them. */
function sendable(args: CallArguments): CallArguments | undefined {
  try {
    const own = { ...args }
    JSON.stringify(own)
    return own
  } catch {
    return undefined
  }
}

/** What came of the asking that began last: what was overtaken by a later one, or forgotten, does not take its place. */
type Latest<Known> = {
  begin: () => (known: Known) => void
  last: () => Known | undefined
  forget: () => void
}

function createLatest<Known>(): Latest<Known> {
  let last: Known | undefined
  let turns = 0
  let newest = 0
  return {
    last: () => last,
    begin: () => {
      const turn = ++turns
      return known => {
        if (turn <= newest) return
        newest = turn
        last = known
      }
    },
    forget: () => {
      newest = turns
      last = undefined
    },
  }
}

/** Begins a read, of which only a snapshot makes anything known. */
function begun(latest: Latest<SeenSnapshot>): (outcome: SnapshotOutcome) => void {
  const know = latest.begin()
  return outcome => {
    if (outcome.kind === 'snapshot') know(outcome.snapshot)
  }
}

type Decision = { kind: 'args'; args: CallArguments } | { kind: 'none' } | { kind: 'threw'; thrown: unknown }

/** What the caller decides, as long as it still wants to. */
async function decided(
  decide: Decide,
  fresh: SeenSnapshot,
  signal: AbortSignal | undefined,
): Promise<Decision> {
  const deciding = async (): Promise<Decision> => {
    const decision = await decide(fresh)
    return decision ? { kind: 'args', args: decision.args } : { kind: 'none' }
  }
  const decision = await byDeadline(
    deciding().catch((thrown: unknown): Decision => ({ kind: 'threw', thrown })),
    signal,
  )
  return decision.kind === 'late' ? { kind: 'none' } : decision
}

const isStale = (
  outcome: CallOutcome,
): outcome is Extract<CallOutcome, { kind: 'failed' }> & { error: { code: 'stale_state' } } =>
  outcome.kind === 'failed' && outcome.error.code === 'stale_state'

const whyOf = (
  { kind }: { kind: 'refused' | NoReply['kind'] },
  signal: AbortSignal | undefined,
): 'cancelled' | 'refused' | NoReply['kind'] => (signal?.aborted ? 'cancelled' : kind)

const has = (snapshot: WindowsSnapshot, id: string): boolean =>
  snapshot.windows.some(window => window.id === id)

const blockedBy = (by: string[], message = 'a dialog is in front of this window'): CallOutcome => ({
  kind: 'blocked',
  by,
  message,
})
