import { deepEqual, equal, ok } from 'node:assert/strict'
import { createServer } from 'node:http'
import { LIMITS } from '@copane/protocol/elements'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { Manner } from '../support/in-app.ts'
import { makeFolder, type TestFolder } from '../support/providers-folder.ts'
import { type Program, startApp, startProgram } from '../support/programs.ts'

type Read = { kind: string; ms: number; rules: string[]; ignored: string[]; rows?: number; rssMb: number }

let folder: TestFolder
let host: Program<Read>
const undo: (() => unknown)[] = []

beforeAll(() => {
  folder = makeFolder()
  host = startHost(64)
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})
afterAll(async () => {
  await host.kill()
  folder.remove()
})

function startHost(megabytes: number): Program<Read> {
  const dist = new URL('../../dist/node/index.js', import.meta.url).href
  const script = new URL('../support/in-reader.ts', import.meta.url).pathname
  const given = [`--max-old-space-size=${megabytes}`, script, dist, folder.path]
  return startProgram<Read>(process.execPath, given)
}

async function readOf(manner: Manner, options: object = {}, redirectTo = ''): Promise<Read> {
  const app = await startApp({ folder: folder.path, manner, redirectTo })
  undo.push(app.kill)
  return host.ask(JSON.stringify({ pid: app.pid, timeoutMs: SOON, ...options }))
}

/** Enough for a busy machine; the limits themselves are shown with drip and never. Units: milliseconds. */
const SOON = 20_000

/** More than Node itself takes, far less than what is poured into it. Units: MB. */
const MOST_MB = 300

const rows: [
  id: 'EL-8-answer-matches' | 'EL-10-compatible' | 'D-16' | 'EL-9.2-never-wait',
  manner: Manner,
  want: string,
][] = [
  ['EL-8-answer-matches', 'wrong-instance', 'refused EL-8-answer-matches'],
  ['EL-10-compatible', 'wrong-protocol', 'refused EL-10-compatible'],
  ['D-16', 'endless', 'refused D-16'],
  ['D-16', 'endless-events', 'refused D-16'],
  ['D-16', 'ten-million', 'refused D-16'],
  ['D-16', 'many', 'refused D-16'],
  ['D-16', 'deep', 'refused D-16'],
  ['D-16', 'gzip-bomb', 'refused EL-4-resources-not-tools'],
  ['EL-9.2-never-wait', 'not-utf8', 'refused EL-4-resources-not-tools'],
  ['EL-9.2-never-wait', 'not-http', 'gone '],
  ['EL-9.2-never-wait', 'half', 'gone '],
]
for (const [id, manner, want] of rows)
  verifies(id, `${manner}: a reason, in little memory`, async () => {
    const { kind, rules, rssMb } = await readOf(manner)
    equal(`${kind} ${rules.join(' ')}`, want)
    ok(rssMb < MOST_MB, `${rssMb} MB`)
  })

for (const manner of ['drip', 'never'] as const)
  verifies('EL-9.2-never-wait', `${manner}: late after 300 ms`, async () => {
    const { kind, ms } = await readOf(manner, { timeoutMs: undefined })
    equal(kind, 'late')
    ok(ms >= 290 && ms < 2000, `${ms} ms`)
  })

verifies('D-16', 'ninety thousand levels within the limit of bytes are cut at 64', async () => {
  const { kind, rules, rssMb } = await readOf('deep-in-limit')
  deepEqual([kind, rules], ['answer', ['D-16']])
  ok(rssMb < MOST_MB, `${rssMb} MB`)
})

verifies('D-16', 'a million levels are cut too, where so many bytes are allowed', async () => {
  const roomy = startHost(2048)
  undo.push(roomy.kill)
  const app = await startApp({ folder: folder.path, manner: 'deep' })
  undo.push(app.kill)
  const limits = { ...LIMITS, maxBytes: 128 * 1024 * 1024 }
  const { kind, rules } = await roomy.ask(JSON.stringify({ pid: app.pid, timeoutMs: 20_000, limits }))
  deepEqual([kind, rules], ['answer', ['D-16']])
})

verifies('EL-8-endpoint', 'a redirect is followed to nobody', async () => {
  let visits = 0
  const elsewhere = createServer((_, response) => {
    visits++
    response.end('{}')
  })
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
  undo.push(() => elsewhere.close())
  const address = elsewhere.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { kind, rules } = await readOf('redirect', {}, `http://127.0.0.1:${port}/`)
  deepEqual([kind, rules, visits], ['refused', ['EL-4-resources-not-tools'], 0])
})

verifies('FR-11', 'parts that vanish while an app answers cost those parts, never the answer', async () => {
  const app = await startApp({ folder: folder.path, manner: 'restless' })
  undo.push(app.kill)
  for (let at = 0; at < 100; at++) {
    const { kind, rows = 0 } = await host.ask(JSON.stringify({ pid: app.pid, timeoutMs: SOON }))
    equal(kind, 'answer')
    ok(rows > 40 && rows < 50, `${rows} rows`)
  }
})

verifies('EL-9.2-never-wait', 'after all of that the same host still reads a good app', async () => {
  const { kind, rules } = await readOf('well')
  deepEqual([kind, rules], ['answer', []])
})
