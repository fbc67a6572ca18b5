/** Whether code runs inside a handler, so that a call to its own app is told from any other (D-53). */

/** A running handler; `isOver` once it returned, or once its call was answered without it. */
export type CallMark = { readonly action: string; isOver: boolean }

/** What carries a mark to whatever a handler starts; Node's `AsyncLocalStorage` is one. */
export type CallScope = {
  run<Result>(mark: CallMark, work: () => Result): Result
  getStore(): CallMark | undefined
}

/** A scope that reaches as far as a handler runs without waiting; all there is without help from the platform. */
export function createCallScope(): CallScope {
  let present: CallMark | undefined
  return {
    run(mark, work) {
      const before = present
      present = mark
      try {
        return work()
      } finally {
        present = before
      }
    },
    getStore: () => present,
  }
}

/** Where nobody's handler runs. */
export const OUTSIDE: CallMark = { action: '', isOver: true }
