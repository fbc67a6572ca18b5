/** One request with everything it causes on the wire, so that a broken or oversized answer ends it at once. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Reply } from '../wire/connection.js'
import { noReplyOf } from './no-reply.js'

/** What the fetch tells of the HTTP requests of one exchange. */
export type Exchange = {
  /** True for the exchange that makes the connection: the standing stream it opens outlives it. */
  connects: boolean
  signal: AbortSignal
  began: () => void
  ended: () => void
  tooLarge: () => void
}

/** What one exchange does; the signal aborts when it is over, however it ended. */
export type Work<Result> = (signal: AbortSignal) => Promise<Result>

/** Runs exchanges, and tells the code they run to which of them it belongs. */
export type Exchanges = {
  run: <Result>(work: Work<Result>, deadline?: AbortSignal, connects?: boolean) => Promise<Reply<Result>>
  current: () => Exchange | undefined
  /** Runs what belongs to none. */
  outside: <Result>(work: () => Result) => Result
}

/** How long an answer may take from the wire to the caller. Units: milliseconds. */
const SETTLE_MS = 50

/**
 * Makes the exchanges of one connection.
 *
 * Errors  none reject: what is thrown becomes a kind; once the last HTTP request of an exchange is over
 *         without an answer, the exchange is `gone` (the MCP client would wait for its own time limit).
 */
export function createExchanges(): Exchanges {
  const storage = new AsyncLocalStorage<Exchange>()
  return {
    current: () => storage.getStore(),
    outside: work => storage.exit(work),
    run: (work, deadline, connects = false) =>
      new Promise(resolve => {
        if (deadline?.aborted) return resolve({ kind: 'late' })
        const inner = new AbortController()
        const exchange = createExchange(inner.signal, connects, kind => settle({ kind }))
        const onDeadline = () => settle({ kind: 'late' })
        const settle: typeof resolve = reply => {
          deadline?.removeEventListener('abort', onDeadline)
          resolve(reply)
          storage.exit(() => inner.abort())
        }
        deadline?.addEventListener('abort', onDeadline, { once: true })
        storage.run(exchange, work, inner.signal).then(
          result => settle({ kind: 'answer', result }),
          error => settle(noReplyOf(error)),
        )
      }),
  }
}

function createExchange(
  signal: AbortSignal,
  connects: boolean,
  fail: (kind: 'too-large' | 'gone') => void,
): Exchange {
  let open = 0
  let timer: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return {
    connects,
    signal,
    tooLarge: () => fail('too-large'),
    began: () => {
      open++
      clearTimeout(timer)
    },
    ended: () => {
      open--
      if (open === 0 && !signal.aborted) timer = setTimeout(() => fail('gone'), SETTLE_MS)
    },
  }
}
