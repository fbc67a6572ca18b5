import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { createQueue } from '../../src/bridge/queue.js'
import { manualTime } from '../support/manual-time.js'

function lane(maxWaiting = 32) {
  const time = manualTime()
  const queue = createQueue({ maxWaiting, waitMs: 100, after: time.after })
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (connection: string, name: string) =>
    queue.enter(
      connection,
      end => {
        log.push(`start ${name}`)
        ends.set(name, end)
      },
      () => log.push(`late ${name}`),
    )
  return { time, queue, log, enter, end: (name: string) => ends.get(name)?.() }
}

verifies('GB-10.1-serialised', 'the second starts when the first ends', () => {
  const { log, enter, end } = lane()
  enter('a', '1')
  enter('b', '2')
  deepEqual(log, ['start 1'])
  end('1')
  deepEqual(log, ['start 1', 'start 2'])
})

verifies('D-53', 'connections are served in turn, however many calls one of them sends', () => {
  const { log, enter, end } = lane()
  for (const name of ['a1', 'a2', 'a3']) enter('a', name)
  enter('b', 'b1')
  enter('c', 'c1')
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) end(name)
  deepEqual(log.slice(1), ['start a2', 'start b1', 'start c1', 'start a3'])
})

verifies('D-53', 'a connection has at most so many calls waiting, others are not touched', () => {
  const { enter } = lane(2)
  enter('a', 'runs')
  deepEqual(
    ['1', '2', '3'].map(name => enter('a', name).kind),
    ['waiting', 'waiting', 'full'],
  )
  equal(enter('b', '4').kind, 'waiting')
})

verifies('D-36', 'waiting has a limit of its own, and who waited too long never starts', () => {
  const { time, log, enter, end } = lane()
  enter('a', '1')
  enter('a', '2')
  time.advance(100)
  end('1')
  deepEqual(log, ['start 1', 'late 2'])
})

verifies('D-36', 'who leaves never starts; leaving twice, or ending twice, does nothing', () => {
  const { log, enter, end, queue } = lane()
  enter('a', '1')
  const entry = enter('a', '2')
  enter('a', '3')
  deepEqual(entry.kind === 'waiting' && [entry.leave(), entry.leave()], [true, false])
  end('1')
  end('1')
  deepEqual([log, queue.waiting()], [['start 1', 'start 3'], 0])
})

verifies('D-53', 'a start that throws is answered and ends its turn: the next one starts', () => {
  const { queue, log, enter } = lane()
  const broken = () => {
    throw new Error('broken')
  }
  queue.enter('a', broken, () => log.push('late broken'))
  enter('b', '2')
  deepEqual(log, ['late broken', 'start 2'])
})
