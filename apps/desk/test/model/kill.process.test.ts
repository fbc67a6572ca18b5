import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../../test/support/verifies.js'
import { openDeskData } from '../../src/data/index.js'
import { deskOn, inFolder, openData } from '../support/desks.js'

const SAVER = fileURLToPath(new URL('../support/saver.ts', import.meta.url))

/** A saver that never says its line is ended otherwise than by the kill that a test asserts. */
const GIVE_UP_MS = 30_000

/** Runs a saver until it says a line, kills it, and gives the number of the last save it knew to be written. */
async function killedAt(folder: string, line: string, stopAt = 'never'): Promise<number> {
  const env = { ...process.env, COPANE_PROVIDERS_DIR: join(folder, 'providers') }
  const saver = spawn(process.execPath, [SAVER, folder, stopAt], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: GIVE_UP_MS,
    killSignal: 'SIGTERM',
  })
  const exit = once(saver, 'exit')
  let last = 0
  for await (const said of createInterface({ input: saver.stdout })) {
    last = Number(said) || last
    if (said === line) saver.kill('SIGKILL')
  }
  deepEqual(await exit, [null, 'SIGKILL'])
  return last
}

/** What the order says after the crash; the desk that is started on the file must agree with it. */
function noteAfter(folder: string): number {
  const data = openData(join(folder, 'desk.db'))
  const order = data.orders.get(10_001)
  const editor = deskOn(data).last('order')
  equal(order?.note, order?.address)
  deepEqual([editor.order, editor.conflicts], [order, {}])
  data.close()
  return Number(order?.note)
}

verifies(
  'D-36',
  'a desk killed between the writes of a save and its end has saved nothing of it, and kept the draft',
  () =>
    inFolder(async folder => {
      equal(await killedAt(folder, 'stopped', '5'), 4)
      const data = openData(join(folder, 'desk.db'))
      equal(data.orders.get(10_001)?.note, '4')
      deepEqual(deskOn(data).last('order').draft, { note: '5', address: '5' })
      data.close()
    }),
)

for (const line of ['1', '40', '160'])
  verifies('D-36', `a desk killed after ${line} saves or a few more lost none that it had told of`, () =>
    inFolder(async folder => {
      const told = await killedAt(folder, line)
      const note = noteAfter(folder)
      ok(note >= told && note <= told + 1, `told of ${told}, the file holds ${note}`)
    }),
  )

verifies('FR-27', 'a file is free again as soon as the desk that held it is killed', () =>
  inFolder(async folder => {
    const env = { ...process.env, COPANE_PROVIDERS_DIR: join(folder, 'providers') }
    const saver = spawn(process.execPath, [SAVER, folder, '2'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(saver.stdout, 'data')
    const held = openDeskData({ file: join(folder, 'desk.db') })
    saver.kill('SIGKILL')
    await once(saver, 'exit')
    equal(held.kind === 'refused' && held.reason, 'in-use')
    openData(join(folder, 'desk.db')).close()
  }),
)
