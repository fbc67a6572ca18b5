/** Two agents and a user write into one window at once, and nobody's words are lost (FR-13). */
import { deepEqual, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { Session } from '../../src/bridge/session.ts'
import { endAll, opened, startProcess } from './support/second-process.ts'

afterEach(endAll)

const WRITES = 25

const textIn = (snapshot: { windows: { blocks: { type: string; text?: string }[] }[] } | object): string => {
  const text: unknown = JSON.parse(JSON.stringify(snapshot)).windows[0]?.blocks[0]?.text
  return String(text)
}

/** Writes the whole text anew each time, as it last saw it and its own word. Gives the words that went through. */
async function agent(session: Session, window: string, name: string): Promise<string[]> {
  const written: string[] = []
  for (let at = 0; at < WRITES; at++) {
    const word = `${name}${at}`
    const seen = await session.snapshot()
    if (seen.kind !== 'snapshot') continue
    const outcome = await session.call(
      window,
      'write',
      { text: `${textIn(seen.snapshot)} ${word}` },
      {
        basedOn: seen.snapshot,
        decide: fresh => ({ args: { text: `${textIn(fresh)} ${word}` } }),
      },
    )
    if (outcome.kind === 'done') written.push(word)
    else ok(outcome.kind === 'failed' && outcome.error.code === 'stale_state', outcome.kind)
  }
  return written
}

verifies('FR-13', 'no word that went through is lost, whoever wrote meanwhile', async () => {
  const app = await startProcess('pad-app.ts', { windows: 1 })
  const [window = ''] = app.windows
  const sessions = [
    await opened(app.place, { era: 'legacy', name: 'a' }),
    await opened(app.place, { era: 'modern', name: 'b' }),
  ]
  // A watch that shows what is newer must not make a call that was decided before pass for newer.
  for (const session of sessions) await session.watch(() => {})
  const typed: string[] = []
  const user = async () => {
    for (let at = 0; at < WRITES * 2; at++) {
      await app.user({ more: `u${at}` })
      typed.push(`u${at}`)
    }
  }
  const [a, b] = await Promise.all([
    agent(sessions[0] ?? raise(), window, 'a'),
    agent(sessions[1] ?? raise(), window, 'b'),
    user(),
  ])
  const [text = ''] = await app.user({})
  const words = text.split(' ').filter(word => word !== 'empty')
  deepEqual(words.toSorted(), [...a, ...b, ...typed].toSorted())
  ok(a.length > 0 && b.length > 0)
})

const raise = (): never => {
  throw new Error('no such session')
}
