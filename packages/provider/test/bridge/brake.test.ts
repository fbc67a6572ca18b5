import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import type { CallOutcome } from '../../src/bridge/outcome.js'
import { createQueue } from '../../src/bridge/queue.js'
import { manualTime } from '../support/manual-time.js'
import { errorOf, padApp, type Pads } from '../support/pad.js'

const action = actionsOf<Pads>()
const words = { title: 'A', description: 'A.' }
const hang = action({ ...words, name: 'hang', writes: () => new Promise<undefined>(() => {}) })
const look = action({ ...words, name: 'look', reads: () => new Promise<never>(() => {}) })
const codeOf = (outcome: CallOutcome) => errorOf(outcome)?.code ?? outcome.kind

verifies(
  'FR-16',
  'a call to a blocked window is refused at once and briefly, though the queue is held',
  async () => {
    const { call, first, second, dialog } = padApp([hang])
    await call(`${first}__ask`)
    const holds = call(`${second}__hang`, {}, { connection: 'other' })
    const error = errorOf(await call(`${first}__type`, { text: 'x' }))
    deepEqual(error?.code === 'blocked_by_modal' && error.blockedBy, [dialog])
    // English takes about four letters a token; ids and braces take more, so three are counted.
    ok(JSON.stringify(error).length / 3 < 60)
    equal(await Promise.race([holds, Promise.resolve('still held')]), 'still held')
  },
)

verifies('D-53', 'a call that an earlier one of its client makes possible waits for that one', async () => {
  const { call, first, second, dialog, time } = padApp([hang])
  await call(`${first}__ask`)
  const holds = call(`${second}__hang`, {}, { connection: 'other' })
  const answers = [call(`${dialog}__close`), call(`${first}__type`, { text: 'x' })]
  time.advance(9_999)
  equal(await Promise.race([...answers, Promise.resolve('both wait')]), 'both wait')
  time.advance(1)
  deepEqual((await Promise.all([holds, ...answers])).map(codeOf).slice(0, 1), ['action_timeout'])
})

verifies('D-53', 'a client has so many calls waiting and no more; others are served', async () => {
  const { call, first, second } = padApp([hang])
  void call(`${first}__hang`)
  const flood = Array.from({ length: 40 }, () => call(`${second}__type`, { text: 'x' }))
  const refused = await Promise.all(flood.slice(32))
  deepEqual(new Set(refused.map(codeOf)), new Set(['action_failed']))
})

verifies(
  'D-53',
  'a client has so many reads running and no more, until their time is up; others read on',
  async () => {
    const { call, first, time } = padApp([look])
    const running = Array.from({ length: 32 }, () => call(`${first}__look`))
    equal(codeOf(await call(`${first}__count`)), 'action_failed')
    equal(codeOf(await call(`${first}__count`, {}, { connection: 'other' })), 'success')
    time.advance(10_000)
    deepEqual(new Set((await Promise.all(running)).map(codeOf)), new Set(['action_timeout']))
    equal(codeOf(await call(`${first}__count`)), 'success')
  },
)

verifies(
  'D-53',
  'a flood of refused calls holds no place: a call of another client runs at once',
  async () => {
    const { call, first } = padApp()
    const flood = Array.from({ length: 1000 }, () => call('gone__type'))
    const mine = call(`${first}__type`, { text: 'x' }, { connection: 'other' })
    equal(codeOf(await mine), 'success')
    deepEqual(new Set((await Promise.all(flood)).map(codeOf)), new Set(['window_not_found']))
  },
)

verifies('D-53', 'a hundred thousand calls that end at once go no deeper than one', () => {
  const queue = createQueue({ maxWaiting: 1, waitMs: 100, after: manualTime().after })
  let ended = 0
  let open = () => {}
  queue.enter(
    'holds',
    end => (open = end),
    () => {},
  )
  for (let n = 0; n < 100_000; n++)
    queue.enter(
      `c${n}`,
      end => {
        ended++
        end()
      },
      () => {},
    )
  open()
  deepEqual([ended, queue.waiting()], [100_000, 0])
})
