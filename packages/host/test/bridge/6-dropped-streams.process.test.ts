/** However the stream of notifications dies, the client's windows end up as the app's (FR-58). */
import { equal } from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { SnapshotOutcome } from '../../src/bridge/snapshot.ts'
import { leakyWay } from './support/leaky-way.ts'
import { endAll, opened, startProcess } from './support/second-process.ts'

afterEach(endAll)

/** What happens, in this order, a random moment apart. */
const event = fc.record({
  what: fc.constantFrom('edit', 'edit', 'dialog', 'drop', 'deafen'),
  waitMs: fc.integer({ min: 0, max: 12 }),
})
type Event = { what: string; waitMs: number }

for (const era of ['legacy', 'modern'] as const)
  verifies('FR-58', `${era}: streams cut or deaf at random points`, async () => {
    const app = await startProcess('pad-app.ts', {})
    let edits = 0
    const run = async (events: Event[]) => {
      const way = await leakyWay(app.place.endpoint)
      const session = await opened({ endpoint: way.endpoint, token: app.place.token }, { era, silenceMs: 40 })
      let told: SnapshotOutcome | undefined
      await session.watch(outcome => void (told = outcome))
      const happen: { [what: string]: () => unknown } = {
        edit: () => app.user({ text: `text ${++edits}` }),
        dialog: () => app.user({ asking: edits++ % 2 === 0 }),
        drop: way.drop,
        deafen: way.deafen,
      }
      for (const { what, waitMs } of events) {
        await happen[what]?.()
        await pause(waitMs)
      }
      await app.user({ text: `last ${++edits}` })
      const own = await opened(app.place, { era })
      const right = await own.snapshot()
      const isRight = () =>
        told?.kind === 'snapshot' &&
        right.kind === 'snapshot' &&
        JSON.stringify(told.snapshot) === JSON.stringify(right.snapshot)
      for (let turn = 0; turn < 2000 && !isRight(); turn++) await pause(10)
      equal(isRight(), true, `told ${told?.kind}`)
      await session.close()
      await own.close()
      await way.close()
    }
    await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), run), {
      numRuns: 15,
      interruptAfterTimeLimit: 40_000,
    })
  })
