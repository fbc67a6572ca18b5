/** Programs that an agent starts and speaks to on stdin and stdout: each goes when it is left (FR-56). */
import * as provider from '@copane/provider/node'
import { repeat } from '../lib/deadline.ts'
import { initialize, legacy, modern } from '../lib/raw.ts'
import { abandon, type Cycles, noCycles, startBelow } from './abandon.ts'

const PROGRAM = `${import.meta.dirname}/in-stdio.ts`
/** On stdio there is neither address nor token. */
const NOWHERE = { port: 0, path: '', token: '' }

/** Two at a time, in both eras, left in the middle of a call; undefined while the provider has no stdio face. */
export async function cycleStdio(times: number): Promise<Cycles | undefined> {
  if (!('serveStdio' in provider)) return undefined
  const outcome = noCycles()
  await repeat(times, 2, async index => {
    const way = index % 2 === 0 ? 'input-ends' : 'parent-dies'
    const started = await startBelow(way, [PROGRAM])
    if (!started) return void outcome.hangs++
    const say = (line: string | undefined) => started.input.write(`${line ?? ''}\n`)
    const isModern = index % 4 < 2
    try {
      say(isModern ? modern(NOWHERE, 'server/discover').body : initialize(NOWHERE).body)
      const greeting = await started.nextLine()
      if (greeting === '') outcome.hangs++
      else if (!greeting.includes('gui-bridge')) outcome.failed++
      say((isModern ? modern : legacy)(NOWHERE, 'tools/list').body)
      await abandon(outcome, way, started)
    } finally {
      started.child.kill('SIGKILL')
    }
  })
  return outcome
}
