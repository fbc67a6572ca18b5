/** Sessions with apps in processes of their own: ours and foreign ones, both eras, over HTTP and on stdio. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import type { Session } from '../../src/bridge/session.ts'
import type { SnapshotOutcome } from '../../src/bridge/snapshot.ts'
import { commandOf, endAll, opened, startProcess, textsOf } from './support/second-process.ts'

afterEach(endAll)

/** Watches; `until` resolves at the first snapshot whose texts are these. */
async function watching(session: Session) {
  const heard: SnapshotOutcome[] = []
  const waiting = new Set<() => void>()
  const { kind } = await session.watch(outcome => {
    heard.push(outcome)
    for (const check of waiting) check()
  })
  if (kind !== 'watching') throw new Error(`not watching: ${kind}`)
  const until = (is: (outcome: SnapshotOutcome) => boolean) =>
    new Promise<void>(resolve => {
      const check = () => {
        const last = heard.at(-1)
        if (last && is(last)) resolve()
      }
      waiting.add(check)
      check()
    })
  return { heard, until, shows: (text: string) => until(outcome => JSON.stringify(outcome).includes(text)) }
}

const ERAS = ['legacy', 'modern'] as const

for (const era of ERAS) {
  verifies(
    'GB-7.1-client-retries',
    `${era}, HTTP: a user’s edit is seen, decided about, and kept`,
    async () => {
      const app = await startProcess('pad-app.ts', {})
      const session = await opened(app.place, { era })
      const { shows } = await watching(session)
      const [first = ''] = app.windows
      await shows('empty')
      equal((await session.call(first, 'write', { text: 'one' })).kind, 'done')
      await shows('one')
      const decided = await session.snapshot()
      if (decided.kind !== 'snapshot') throw new Error('no windows')
      await app.user({ text: 'of the user' })
      await shows('of the user')
      const outcome = await session.call(
        first,
        'write',
        { text: 'two' },
        {
          basedOn: decided.snapshot,
          decide: fresh => ({ args: { text: `${JSON.stringify(fresh).includes('of the user')} two` } }),
        },
      )
      equal(outcome.kind, 'done')
      deepEqual((await app.user({})).at(0), 'true two')
    },
  )

  verifies(
    'GB-3-transport',
    `${era}, stdio: reads, watches, calls, and the program ends with the session`,
    async () => {
      const session = await opened(commandOf('pad-app.ts', { way: 'stdio' }), { era })
      const { shows } = await watching(session)
      await shows('empty')
      const listed = await session.tools()
      const window = (listed.kind === 'tools' && listed.tools[0]?.window) || ''
      equal((await session.call(window, 'write', { text: 'hello' })).kind, 'done')
      await shows('hello')
      const asked = await session.call(window, 'ask')
      const [question = ''] = asked.kind === 'done' ? asked.openedWindowIds : []
      const blocked = await session.call(window, 'write', { text: 'past it' })
      deepEqual(blocked.kind === 'blocked' && blocked.by, [question])
      equal((await session.call(question, 'yes')).kind, 'done')
      await session.close()
      equal((await session.snapshot()).kind, 'gone')
    },
  )

  for (const way of ['http', 'stdio'] as const)
    verifies(
      'GB-11-client-carries',
      `${era}, ${way}: an app that dies in the middle of a call is gone`,
      async () => {
        const place =
          way === 'stdio' ? commandOf('pad-app.ts', { way }) : (await startProcess('pad-app.ts', {})).place
        const session = await opened(place, { era })
        const { until } = await watching(session)
        const listed = await session.tools()
        const window = (listed.kind === 'tools' && listed.tools[0]?.window) || ''
        const began = performance.now()
        equal((await session.call(window, 'die')).kind, 'gone')
        await until(({ kind }) => kind === 'gone')
        ok(performance.now() - began < 5000)
        const after = await session.call(window, 'write', { text: 'x' })
        equal(after.kind === 'unsent' ? after.why : after.kind, 'gone')
      },
    )

  verifies('GB-11-client-carries', `${era}: a call that is cancelled is taken back at the app`, async () => {
    const app = await startProcess('pad-app.ts', {})
    const session = await opened(app.place, { era })
    const cancel = new AbortController()
    const call = session.call(app.windows[0] ?? '', 'hang', {}, { signal: cancel.signal })
    await app.says('hanging')
    cancel.abort()
    equal((await call).kind, 'late')
    await app.says('taken back')
  })

  verifies(
    'GB-10.3-never-reused',
    `${era}: after a restart on the same port the old session is no longer let in`,
    async () => {
      const app = await startProcess('pad-app.ts', {})
      const session = await opened(app.place, { era })
      const { until } = await watching(session)
      const port = Number(new URL(app.place.endpoint).port)
      await app.kill()
      await startProcess('pad-app.ts', { port })
      const outcome = await session.call(app.windows[0] ?? '', 'write', { text: 'x' })
      ok(outcome.kind === 'unsent' && ['denied', 'gone'].includes(outcome.why), JSON.stringify(outcome))
      await until(({ kind }) => kind === 'gone' || kind === 'denied')
    },
  )

  verifies('GB-4.1-one-resource', `${era}: 1,000 windows are read, watched and called`, async () => {
    const app = await startProcess('pad-app.ts', { windows: 1000 })
    const session = await opened(app.place, { era })
    const { shows } = await watching(session)
    await app.user({ at: 999, text: 'the last one' })
    await shows('the last one')
    equal((await session.call(app.windows[500] ?? '', 'write', { text: 'the middle' })).kind, 'done')
    await shows('the middle')
    equal((await textsOf(session)).length, 1000)
  })

  for (const way of ['http', 'stdio'] as const)
    for (const json of era === 'legacy' && way === 'http' ? [true, false] : [false])
      verifies(
        'D-09',
        `${era}, ${way}${json ? ', JSON answers' : ''}: a foreign server of an SDK alone`,
        async () => {
          const options = { era, way, json }
          const app = way === 'http' ? await startProcess('foreign-sdk.ts', options) : undefined
          const session = await opened(app?.place ?? commandOf('foreign-sdk.ts', options))
          const { shows } = await watching(session)
          const window = 'main__window_number_one'
          await shows('empty')
          equal((await session.call(window, 'write', { text: 'ours' })).kind, 'done')
          await shows('ours')
          const seen = await session.snapshot()
          if (seen.kind !== 'snapshot') throw new Error('no windows')
          equal((await session.call(window, 'write', { text: 'again' })).kind, 'done')
          const late = await session.call(window, 'write', { text: 'late' }, { basedOn: seen.snapshot })
          equal(late.kind === 'failed' && late.error.code, 'stale_state')
          deepEqual(await session.call(window, 'write', { text: 'boom' }), {
            kind: 'odd',
            code: 'business_says_no',
            message: 'no',
          })
        },
      )

  verifies('D-39', `${era}: a version beyond what a number holds goes back digit for digit`, async () => {
    const app = await startProcess('foreign-sdk.ts', { era, way: 'http', first: '9007199254740993' })
    const session = await opened(app.place)
    const outcome = await session.call(app.windows[0] ?? '', 'write', { text: 'big' })
    deepEqual([outcome.kind, (await app.user({}))[0]], ['done', 'big'])
  })

  verifies('FR-58', `${era}: a foreign server that never tells is read now and then`, async () => {
    const app = await startProcess('foreign-sdk.ts', { era, way: 'http', tells: false })
    const session = await opened(app.place, { silenceMs: 20 })
    const { shows } = await watching(session)
    await shows('empty')
    await app.user({ text: 'silently' })
    await shows('silently')
  })

  verifies(
    'FR-58',
    `${era}: a change whose notification was lost is found, and the next is heard`,
    async () => {
      const app = await startProcess('foreign-sdk.ts', { era, way: 'http' })
      const session = await opened(app.place, { silenceMs: 50 })
      const { shows } = await watching(session)
      await shows('empty')
      await app.user({ text: 'lost', silently: true })
      await shows('lost')
      await app.user({ text: 'heard' })
      await shows('heard')
    },
  )
}

verifies('GB-3-transport', 'a command that is not there is gone, one that says nothing is late', async () => {
  const { openWindows } = await import('../../src/bridge/node/open-windows.ts')
  deepEqual(await openWindows({ command: '/nowhere/copane' }), { kind: 'gone' })
  const silent = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }
  deepEqual(await openWindows(silent, { timeoutMs: 300 }), { kind: 'late' })
  const other = { command: process.execPath, args: ['-e', 'console.log("hello"); process.exit(1)'] }
  deepEqual(await openWindows(other, { era: 'legacy' }), { kind: 'gone' })
})
