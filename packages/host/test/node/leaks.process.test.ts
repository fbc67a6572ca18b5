import { deepEqual, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { endAll, startProcess } from '../bridge/support/second-process.ts'
import { makeFolder } from '../support/providers-folder.ts'
import { startApp, startProgram } from '../support/programs.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
  await endAll()
})

type Counted = { kinds: string[]; bytesEach: number; held: string[]; listeners: number }

/** A host that counts; `folder` is where it finds its app. */
function startCounter(folder: string) {
  const dist = new URL('../../dist/node/index.js', import.meta.url).href
  const script = new URL('../support/in-counter.ts', import.meta.url).pathname
  const counter = startProgram<Counted>(process.execPath, ['--expose-gc', script, dist, folder])
  undo.push(counter.kill)
  return counter
}

/** A read or a session that stays takes more; what the engine itself learns in so many of them takes less. */
const NOTHING_BYTES = { read: 200, session: 4000 }

verifies(
  'EL-9.2-never-wait',
  'two thousand reads leave no memory, timer, socket or listener behind',
  async () => {
    const folder = makeFolder()
    undo.push(folder.remove)
    const app = await startApp({ folder: folder.path })
    undo.push(app.kill)
    const counter = startCounter(folder.path)
    const { kinds, bytesEach, held, listeners } = await counter.ask(
      JSON.stringify({ deed: 'read', times: 2000, most: NOTHING_BYTES.read }),
    )
    deepEqual({ kinds, held, listeners }, { kinds: ['answer'], held: [], listeners: 0 })
    ok(bytesEach < NOTHING_BYTES.read, `${bytesEach} bytes each`)
  },
)

for (const era of ['legacy', 'modern'])
  verifies(
    'GB-8.2-realign',
    `${era}: two hundred sessions, watched and called, leave nothing behind`,
    async () => {
      const { place } = await startProcess('pad-app.ts', { way: 'http' })
      const counter = startCounter('')
      const { kinds, bytesEach, held, listeners } = await counter.ask(
        JSON.stringify({ deed: 'session', times: 200, most: NOTHING_BYTES.session, place, era }),
      )
      deepEqual({ kinds, held, listeners }, { kinds: ['snapshot'], held: [], listeners: 0 })
      ok(bytesEach < NOTHING_BYTES.session, `${bytesEach} bytes each`)
    },
  )
