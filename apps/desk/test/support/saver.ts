/** A desk that saves an order again and again, or stops for good just before a save is written: it waits to be killed. */
import { writeSync } from 'node:fs'
import { startDesk } from '@copane/desk'

const [state = '', stop = ''] = process.argv.slice(2)
/** The save before which to stop; none without an argument. */
const stopAt = stop === '' ? -1 : Number(stop)
const outcome = await startDesk({ state })
if (outcome.kind === 'refused') throw new Error(outcome.reason)
const { desk } = outcome.running

const done = (act: object): void => {
  const answer = desk.act(act)
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
}

done({ act: 'openOrder', number: 10_001 })
const window = desk.store.read().windows.at(-1)?.id ?? ''
let saves = 0
desk.store.guard(() => {
  if (saves !== stopAt) return
  writeSync(1, 'stopped\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
for (let round = 1; ; round++) {
  done({ act: 'type', window, field: 'note', text: String(round) })
  done({ act: 'type', window, field: 'address', text: String(round) })
  saves = round
  done({ act: 'save', window })
  writeSync(1, `${round}\n`)
}
