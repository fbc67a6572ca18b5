import { deepEqual, equal, rejects } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { after, inTurn } from '../../src/wire/in-turn.ts'

verifies('D-10', 'many things are done a few at a time, and stand in their order', async () => {
  let running = 0
  let most = 0
  const results = await inTurn([5, 1, 4, 2, 3], 2, async item => {
    most = Math.max(most, ++running)
    for (let at = 0; at < item; at++) await Promise.resolve()
    running--
    return item * 10
  })
  deepEqual(results, [50, 10, 40, 20, 30])
  equal(most, 2)
})

verifies('D-10', 'what is there at once is taken at once', async () => {
  deepEqual(await inTurn([1, 2, 3], 1, item => item + 1), [2, 3, 4])
  deepEqual(await inTurn([], 4, () => 1), [])
  equal(
    after(1, value => value + 1),
    2,
  )
  equal(await after(Promise.resolve(1), value => value + 1), 2)
})

verifies('D-10', 'what fails is told', () =>
  rejects(
    inTurn([1], 1, () => Promise.reject(new Error('x'))),
    /x/,
  ),
)
