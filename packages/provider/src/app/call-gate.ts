/** Ends the calls of an app that stops while they run, each with an answer, and every read at once (EL-8-turned-off). */
import type { ToolError } from '@copane/protocol/bridge'
import type { Bridge } from '../bridge/bridge.js'
import type { Elements } from '../elements/elements.js'
import { CANCELLED, failure } from '../bridge/outcome.js'

/** A bridge that can be closed and opened. */
export type CallGate = {
  bridge: Bridge
  open(): void
  /** True from its closing until it is opened: nothing may be read either. */
  isClosed(): boolean
  /** Refuses new calls and takes back those that have not committed; true when there were any. */
  close(error: ToolError): boolean
  /** Resolves when no call runs. */
  idle(): Promise<void>
}

/** Puts a gate before a bridge; it is open. */
export function createCallGate(bridge: Bridge): CallGate {
  const running = new Set<AbortController>()
  let closed: ToolError | undefined
  let whenIdle = () => {}
  const shut =
    <Read>(read: () => Read): (() => Read) =>
    () => {
      if (closed) throw new Error('the app is off or ending')
      return read()
    }
  return {
    bridge: {
      ...bridge,
      snapshotText: shut(bridge.snapshotText),
      ...(bridge.snapshotEscaped ? { snapshotEscaped: shut(bridge.snapshotEscaped) } : {}),
      snapshot: shut(bridge.snapshot),
      tools: shut(bridge.tools),
      async call(call, caller) {
        if (closed) return failure(closed)
        const own = new AbortController()
        const onAbort = () => own.abort()
        if (caller.signal.aborted) own.abort()
        caller.signal.addEventListener('abort', onAbort, { once: true })
        running.add(own)
        const outcome = await bridge.call(call, { ...caller, signal: own.signal })
        running.delete(own)
        caller.signal.removeEventListener('abort', onAbort)
        if (running.size === 0) whenIdle()
        const isTakenBack = closed && outcome.kind === 'error' && outcome.error === CANCELLED
        return isTakenBack && closed ? failure(closed) : outcome
      },
    },
    open: () => (closed = undefined),
    isClosed: () => closed !== undefined,
    close(error) {
      closed = error
      for (const call of running) call.abort()
      return running.size > 0
    },
    idle: () =>
      new Promise(resolve => {
        whenIdle = resolve
        if (running.size === 0) resolve()
      }),
  }
}

/** The elements face behind the same gate: while calls are still being answered nothing is read any more. */
export function behindGate(elements: Elements, isClosed: () => boolean): Elements {
  const { currentText, currentEscaped, locate } = elements
  const gated =
    <Given extends unknown[], Read>(read: (...given: Given) => Promise<Read>) =>
    async (...given: Given): Promise<Read> => {
      if (isClosed()) throw new Error('the app is off or ending')
      const told = await read(...given)
      if (isClosed()) throw new Error('the app is off or ending')
      return told
    }
  return {
    currentText: gated(currentText),
    ...(currentEscaped ? { currentEscaped: gated(currentEscaped) } : {}),
    ...(locate ? { locate: gated(locate) } : {}),
  }
}

/** The answer to a call that the user's switch ended. */
export const TURNED_OFF: ToolError = {
  code: 'action_failed',
  message: 'The user turned this app off for agents and nothing was changed: leave it alone.',
}

/** The answer to a call that the end of the app ended. */
export const STOPPED: ToolError = {
  code: 'action_failed',
  message: 'The app is ending and nothing was changed: look for it again when the user has started it.',
}
