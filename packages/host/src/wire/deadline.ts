/** Waiting no longer than a deadline (EL-9.2-never-wait · D-17). */

/**
 * What the work gives, or `late` as soon as the deadline passes; a result that comes later is dropped.
 *
 * Errors  none when the work has none: rejections of work that is already late are swallowed.
 */
export function byDeadline<Outcome>(
  work: Promise<Outcome>,
  deadline: AbortSignal | undefined,
): Promise<Outcome | { kind: 'late' }> {
  if (!deadline) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve({ kind: 'late' })
    if (deadline.aborted) onAbort()
    else deadline.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onAbort))
  })
}

/** The first of several deadlines; undefined without any. */
export function firstDeadline(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}
