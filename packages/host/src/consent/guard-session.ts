/** The windows of an app behind the user's settings: closed as soon as they keep the app out (FR-34). */
import type { SeenSnapshot } from '@copane/protocol/bridge'
import type { Session } from '../bridge/session.js'
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
 * Shape   the settings are read before each question, and again before each answer is handed out; once they keep the app or
 *         all windows out, the session closes and stays closed. Windows have no subrole and no address, so the rules that
 *         count here are those on the app, on the role `Window` or `Application`, and on the address of media in a block.
 * Errors  none where the session has none.
 */
export function guardSession(
  session: Session,
  bundleId: string,
  consent: () => Promise<Consent>,
): GuardedSession {
  let closed: Barred | undefined
  const watching = new Set<(barred: Barred) => void>()

  const pass = async (): Promise<Barred | ((url: string) => boolean)> => {
    if (closed) return closed
    const allowance = allowanceOf(await quietly(consent), bundleId)
    if (allowance.kind === 'allowed' && allowance.windows) return allowance.denies.address
    if (closed) return closed
    closed = allowance.kind === 'barred' ? allowance : NO_WINDOWS
    for (const listener of watching) listener(closed)
    await session.close()
    return closed
  }
  const guarded = <Given extends unknown[], Outcome>(
    ask: (...given: Given) => Promise<Outcome>,
    clean: (outcome: Outcome, denies: (url: string) => boolean) => Outcome = outcome => outcome,
  ) =>
    gated(async (...given: Given): Promise<Outcome | Barred> => {
      const before = await pass()
      if (typeof before !== 'function') return before
      const outcome = await ask(...given)
      const after = await pass()
      return typeof after === 'function' ? clean(outcome, after) : after
    })

  const watch = (listener: (outcome: SnapshotOutcome | Barred) => void, signal?: AbortSignal) => {
    let last = Promise.resolve()
    const step = async (outcome: SnapshotOutcome) => {
      const passes = await pass()
      if (typeof passes === 'function') listener(withoutMedia(outcome, passes))
    }
    watching.add(listener)
    return session.watch(outcome => {
      last = last.then(
        () => step(outcome),
        () => step(outcome),
      )
    }, signal)
  }

  const gates: Gates = {
    snapshot: guarded(session.snapshot, withoutMedia),
    tools: guarded(session.tools),
    call: guarded(session.call),
    watch: guarded(watch),
    close: gated(() => session.close()),
  }
  return gates
}

const NO_WINDOWS: Barred = { kind: 'barred', why: 'app', message: 'the settings keep windows out' }

async function quietly(consent: () => Promise<Consent>): Promise<Consent> {
  try {
    return await consent()
  } catch {
    return { kind: 'unreadable', message: 'they could not be read' }
  }
}

function withoutMedia<Outcome extends { kind: string; snapshot?: SeenSnapshot }>(
  outcome: Outcome,
  denies: (url: string) => boolean,
): Outcome {
  if (!outcome.snapshot) return outcome
  const windows = outcome.snapshot.windows.map(window => ({
    ...window,
    blocks: window.blocks.filter(block => block.type !== 'media' || !denies(block.url)),
  }))
  return { ...outcome, snapshot: { ...outcome.snapshot, windows } }
}
