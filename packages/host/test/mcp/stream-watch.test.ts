import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { createStreamWatch } from '../../src/mcp/stream-watch.ts'

function watched() {
  let now = 0
  const heard: string[] = []
  const watch = createStreamWatch(() => now)
  const stop = watch.listen({ opened: () => void heard.push('opened'), gone: () => void heard.push('gone') })
  return { watch, stop, heard, later: (ms: number) => (now += ms) }
}

verifies('GB-8.2-realign', 'each opening is told', () => {
  const { watch, heard } = watched()
  watch.opened(200)
  watch.broke()
  watch.opened(200)
  deepEqual(heard, ['opened', 'opened'])
})

verifies('GB-8.2-realign', 'a stream that is refused is gone, once', () => {
  const { watch, heard } = watched()
  watch.opened(405)
  watch.refused()
  deepEqual([heard, watch.isGone()], [['gone'], true])
})

verifies('GB-8.2-realign', 'five breaks without ten quiet seconds are enough', () => {
  const { watch, heard } = watched()
  const pauses = [0, 0, 0, 0, 0, 0].map(() => watch.broke())
  deepEqual([pauses, heard], [[100, 300, 1000, 3000, 10_000, undefined], ['gone']])
})

verifies('GB-8.2-realign', 'ten quiet seconds begin the count anew', () => {
  const { watch, later } = watched()
  watch.broke()
  watch.broke()
  watch.opened(200)
  later(10_000)
  deepEqual([watch.broke(), watch.broke()], [100, 300])
})

verifies('GB-8.2-realign', 'who listens too late hears that it is gone; who stopped hears nothing', () => {
  const { watch, stop, heard } = watched()
  stop()
  watch.refused()
  const late: string[] = []
  watch.listen({ opened: () => {}, gone: () => void late.push('gone') })
  deepEqual([heard, late], [[], ['gone']])
})
