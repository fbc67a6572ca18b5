import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { afterBreak, RETRY_PAUSES_MS } from '../../src/wire/pauses.ts'

const rows = [
  ['breaks in a row', [0, 0, 0, 0, 0, 0], [100, 300, 1000, 3000, 10_000, undefined]],
  ['a stream that lived begins anew', [0, 0, 10_000, 0], [100, 300, 100, 300]],
  ['one that ended just before that does not', [9999, 9999], [100, 300]],
] as const
for (const [title, lived, want] of rows)
  verifies('GB-8.2-realign', title, () => {
    let count = 0
    const pauses = lived.map(livedMs => {
      const after = afterBreak(count, livedMs)
      count = after.count
      return after.pauseMs
    })
    deepEqual(pauses, want)
  })

verifies('D-53', 'three retries, each after a longer pause', () => {
  deepEqual(RETRY_PAUSES_MS, [50, 200, 800])
})
