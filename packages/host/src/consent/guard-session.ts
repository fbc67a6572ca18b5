/** The windows of an app behind the user's settings: closed as soon as they keep the app out (FR-34). */
import type { SeenSnapshot } from '@copane/protocol/bridge'
import type { CallOptions, Decide } from '../bridge/call.js'
import type { LookOutcome, Session } from '../bridge/session.js'
import type { SnapshotOutcome } from '../bridge/snapshot.js'
import { allowanceOf, type Barred } from './deny.js'
import type { Consent } from './settings.js'

type Guarded<Asked extends (...given: never[]) => Promise<unknown>> = (
  ...given: Parameters<Asked>
) => Promise<Awaited<ReturnType<Asked>> | Barred>

/** A session whose every answer may be `barred` instead; what it watches ends with `barred`. */
export type GuardedSession = {
  [Name in Exclude<keyof Session, 'watch' | 'close'>]: Guarded<Session[Name]>
} & {
  watch: (
    listener: (outcome: SnapshotOutcome | Barred) => void,
    signal?: AbortSignal,
  ) => ReturnType<Guarded<Session['watch']>>
  close: Session['close']
}

declare const gate: unique symbol
type Gated<Member> = Member & { readonly [gate]: true }

/** Each member of a session, put behind the gate: what is new there, or was passed on as it is, does not compile. */
type Gates = { [Name in keyof Session]: Gated<GuardedSession[Name]> }

const gated = <Member>(member: Member) => member as Gated<Member>

/**
 * Puts the settings in front of a session.
 *
 * Shape   the settings are read before each question, before and after each decision on a retry, and again before each
 *         answer is handed out; once they keep the app or all windows out, the session closes and stays closed. Windows have no subrole and no address, so the rules that
 *         count here are those on the app, on the role `Window` or `Application`, and on the address of media in a block.
 * Errors  none where the session has none.
 */
export function guardSession(
  session: Session,
  bundleId: string,
  consent: () => Promise<Consent>,
): GuardedSession {
  let closed: Barred | undefined
  let watching: Watcher | undefined

  const pass = async (): Promise<Barred | DeniesAddress> => {
    if (closed) return closed
    const allowance = allowanceOf(await quietly(consent), bundleId)
    if (allowance.kind === 'allowed' && allowance.windows) return allowance.denies.address
    if (closed) return closed
    const barred = allowance.kind === 'barred' ? allowance : NO_WINDOWS
    closed = barred
    const last = watching
    watching = undefined
    // A listener that throws is its caller's, and keeps nothing from closing.
    if (last) void Promise.resolve().then(() => last.listener(barred))
    await session.close()
    return closed
  }
  const guarded = <Given extends unknown[], Outcome>(
    ask: (...given: Given) => Promise<Outcome>,
    clean: (outcome: Outcome, denies: DeniesAddress) => Outcome = outcome => outcome,
  ) =>
    gated(async (...given: Given): Promise<Outcome | Barred> => {
      const before = await pass()
      if (typeof before !== 'function') return before
      const outcome = await ask(...given)
      const after = await pass()
      return typeof after === 'function' ? clean(outcome, after) : after
    })

  /** A decision of its own: it sees what any answer shows, and leads to no call once the settings keep the app out. */
  const deciding =
    (decide: Decide): Decide =>
    async fresh => {
      const before = await pass()
      if (typeof before !== 'function') return undefined
      const decision = await decide(withoutMedia(fresh, before))
      return typeof (await pass()) === 'function' ? decision : undefined
    }
  const call: Session['call'] = (window, action, args, options) =>
    session.call(window, action, args, withDecide(options, deciding))

  const watch = async (listener: Watcher['listener'], signal?: AbortSignal) => {
    const own = { listener }
    const leave = () => {
      signal?.removeEventListener('abort', leave)
      if (watching === own) watching = undefined
    }
    watching = own
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    let last = Promise.resolve()
    const step = async (outcome: SnapshotOutcome) => {
      const passes = await pass()
      if (typeof passes !== 'function' || watching !== own) return
      if (outcome.kind === 'gone' || outcome.kind === 'denied') leave()
      listener(cleaned(outcome, passes))
    }
    const outcome = await session.watch(heard => {
      last = last.then(
        () => step(heard),
        () => step(heard),
      )
    }, signal)
    if (outcome.kind !== 'watching') {
      leave()
      return outcome
    }
    const stop = () => {
      leave()
      return outcome.stop()
    }
    return { ...outcome, stop }
  }

  const gates: Gates = {
    snapshot: guarded(session.snapshot, cleaned),
    look: guarded(session.look, cleaned),
    tools: guarded(session.tools),
    call: guarded(call),
    watch: guarded(watch),
    close: gated(() => session.close()),
  }
  return gates
}

type DeniesAddress = (url: string) => boolean
type Watcher = { listener: (outcome: SnapshotOutcome | Barred) => void }

const NO_WINDOWS: Barred = { kind: 'barred', why: 'app', message: 'the settings keep windows out' }

async function quietly(consent: () => Promise<Consent>): Promise<Consent> {
  try {
    return await consent()
  } catch {
    return { kind: 'unreadable', message: 'they could not be read' }
  }
}

const withDecide = (options: CallOptions | undefined, deciding: (decide: Decide) => Decide) =>
  options?.decide ? { ...options, decide: deciding(options.decide) } : options

const cleaned = <Outcome extends SnapshotOutcome | LookOutcome>(
  outcome: Outcome,
  denies: DeniesAddress,
): Outcome =>
  'snapshot' in outcome ? { ...outcome, snapshot: withoutMedia(outcome.snapshot, denies) } : outcome

const withoutMedia = (snapshot: SeenSnapshot, denies: DeniesAddress): SeenSnapshot => ({
  ...snapshot,
  windows: snapshot.windows.map(window => ({
    ...window,
    blocks: window.blocks.filter(block => block.type !== 'media' || !denies(block.url)),
  })),
})
