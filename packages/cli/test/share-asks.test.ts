/** What `copane share` does with the answers of its user, in a terminal that is played. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import type { Parcel } from '../src/handover/parcel.ts'
import { openReceiver } from '../src/handover/receiver.ts'
import { type Answer, createIo } from '../src/io.ts'
import { run } from '../src/run.ts'
import { type RunningApp, startApp } from './support/running-app.ts'

let app: RunningApp
let parcels: Parcel[]
let close: () => Promise<void>
const before = { ...process.env }

beforeEach(async () => {
  app = await startApp()
  const state = join(app.folder.path, 's')
  Object.assign(process.env, { COPANE_STATE_DIR: state, COPANE_CONFIG_DIR: join(app.folder.path, 'c') })
  parcels = []
  const opened = await openReceiver({
    client: () => 'claude-code',
    onParcel: parcel => parcels.push(parcel),
    folder: join(state, 'gateways'),
  })
  ok(opened.kind === 'open')
  close = opened.close
})
afterEach(async () => {
  await close()
  await app.close()
  for (const name of ['COPANE_STATE_DIR', 'COPANE_CONFIG_DIR'])
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
})

/** Shares with these answers; what is left of them was not asked for. */
async function share(answers: (string | undefined)[]) {
  let [out, err] = ['', '']
  const io = createIo(
    text => (out += text),
    text => (err += text),
    {
      folder: app.folder.path,
      ask: async (): Promise<Answer> => {
        const text = answers.shift()
        return text === undefined ? { kind: 'none' } : { kind: 'answer', text }
      },
    },
  )
  const exit = await run(['share', '--app', 'Editor'], io, '')
  return { exit, out, err, left: answers.length }
}

const texts = () => parcels.map(({ text }) => text.includes('what it shows'))

verifies('EL-9.2-show-remove', 'enter shares what is shown', async () => {
  const { exit, out, left } = await share([''])
  deepEqual([exit, left, texts()], [0, 0, [true]])
  match(out, /sel-4 Text selected = "what it shows"/)
})

for (const [title, answers] of [
  ['q', ['q']],
  ['a terminal that is closed', [undefined]],
] as const)
  verifies('EL-9.2-show-remove', `${title} shares nothing`, async () => {
    const { exit, err } = await share([...answers])
    deepEqual([exit, err, texts()], [0, 'copane: nothing was shared\n', []])
  })

verifies(
  'EL-9.2-show-remove',
  'ids take parts out, and what is left is shown again before it goes',
  async () => {
    const { exit, out, err } = await share(['nope', 'sel-4', ''])
    equal(exit, 0)
    match(err, /"nope" is not the id of a part/)
    equal(out.split('<app-data>').length - 1, 2, 'shown at first and after the part was taken out')
    deepEqual(texts(), [false])
  },
)

verifies('EL-9.2-show-remove', 'when everything was taken out there is nothing to share', async () => {
  const { exit, err } = await share(['app', ''])
  deepEqual([exit, texts()], [1, []])
  match(err, /nothing to share: everything was taken out/)
})
