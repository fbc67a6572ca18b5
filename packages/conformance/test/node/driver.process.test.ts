import { deepEqual, equal, match } from 'node:assert/strict'
import { type DriverProcess, startDriver } from '@copane/conformance/node'
import { test } from 'vitest'

const run = (program: string, readyMs = 10_000) =>
  startDriver({ command: process.execPath, args: ['-e', program], readyMs })

async function running(program: string): Promise<DriverProcess> {
  const outcome = await run(program)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.process
}

const READY = `console.log(JSON.stringify({ ready: true, bridge: { endpoint: 'http://127.0.0.1:1/b' } }))`
const ECHO = `${READY}
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const { do: step } = JSON.parse(line)
  if (step === 'restart') process.exit(3)
  console.error('step', step)
  console.log(step === 'edit' ? '}{' : JSON.stringify({ done: true, step }))
})`

test('orders are answered in order, lines that are no JSON by nothing', async () => {
  const { driver, place, stop } = await running(ECHO)
  const answers = await Promise.all([
    driver({ do: 'open-modal' }),
    driver({ do: 'edit' }),
    driver({ do: 'close-modal' }),
  ])
  await stop()
  deepEqual(answers, [{ done: true, step: 'open-modal' }, undefined, { done: true, step: 'close-modal' }])
  deepEqual(place, { bridge: { endpoint: 'http://127.0.0.1:1/b' } })
})

test('what it writes to stderr is a log of the app', async () => {
  const { driver, stop } = await running(ECHO)
  await driver({ do: 'open-modal' })
  const answer = await driver({ do: 'name-logs' })
  await stop()
  match(JSON.stringify(answer), /step open-modal/)
})

test('a driver that ends answers nothing more, and stopping it is quiet', async () => {
  const { driver, stop } = await running(ECHO)
  equal(await driver({ do: 'restart' }), undefined)
  equal(await driver({ do: 'edit' }), undefined)
  await stop()
})

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['ends at once', 'process.exit(3)', 'ended with code 3'],
  [
    'says something else first',
    `console.log('"hello"'); setInterval(() => {}, 1000)`,
    'began with something else',
  ],
  ['says nothing', 'setInterval(() => {}, 1000)', 'wrote nothing within 1500 ms'],
]

const reasonOf = (how: string) => `${how}; a JSON object is wanted as its first line`

for (const [title, program, how] of REFUSED)
  test(`a command that ${title} is refused, and the reason says so without its words`, async () => {
    const outcome = await run(program, 1500)
    equal(outcome.kind === 'refused' && outcome.reason, `${process.execPath} ${reasonOf(how)}`)
  })

test('a command that is not there is refused, and the reason says so', async () => {
  const outcome = await startDriver({ command: '/nowhere/copane-driver' })
  const reason = `/nowhere/copane-driver ${reasonOf('could not be run (ENOENT)')}`
  equal(outcome.kind === 'refused' && outcome.reason, reason)
})
