/** Ends the calls of an app that stops while they run, each with an answer (EL-8-turned-off). */
import type { ToolError } from '@copane/protocol/bridge'
import type { Bridge } from '../bridge/bridge.js'
import { CANCELLED, failure } from '../bridge/outcome.js'

/** A bridge that can be closed and opened. */
export type CallGate = {
  bridge: Bridge
  open(): void
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
  return {
    bridge: {
      ...bridge,
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
