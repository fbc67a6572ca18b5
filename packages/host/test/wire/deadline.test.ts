import { deepEqual, equal, rejects } from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { verifies } from '../../../../test/support/verifies.ts'
import { byDeadline, firstDeadline } from '../../src/wire/deadline.ts'

const done = { kind: 'done' } as const
const never = new Promise<typeof done>(() => {})

verifies('EL-9.2-never-wait', 'a deadline ends the waiting', async () => {
  const limit = new AbortController()
  const waiting = byDeadline(never, limit.signal)
  limit.abort()
  deepEqual(await waiting, { kind: 'late' })
})

verifies('EL-9.2-never-wait', 'a deadline that passed before ends it at once', async () => {
  deepEqual(await byDeadline(Promise.resolve(done), AbortSignal.abort()), { kind: 'late' })
})

verifies('EL-9.2-never-wait', 'work that fails after the deadline harms nobody', async () => {
  const limit = new AbortController()
  let fail = (_: Error) => {}
  const waiting = byDeadline(new Promise<typeof done>((_, reject) => (fail = reject)), limit.signal)
  limit.abort()
  fail(new Error('too late'))
  deepEqual(await waiting, { kind: 'late' })
})

verifies('EL-9.2-never-wait', 'work in time leaves no listener behind', async () => {
  const limit = new AbortController()
  deepEqual(await byDeadline(Promise.resolve(done), limit.signal), done)
  await Promise.resolve()
  equal(getEventListeners(limit.signal, 'abort').length, 0)
})

verifies('EL-9.2-never-wait', 'work that fails in time fails', async () => {
  await rejects(byDeadline(Promise.reject(new Error('x')), new AbortController().signal))
})

verifies('EL-9.2-never-wait', 'of two deadlines the first counts', () => {
  const [a, b] = [new AbortController(), new AbortController()]
  const first = firstDeadline(a.signal, undefined, b.signal)
  b.abort()
  deepEqual(
    [first?.aborted, firstDeadline(), firstDeadline(undefined, a.signal) === a.signal],
    [true, undefined, true],
  )
})
