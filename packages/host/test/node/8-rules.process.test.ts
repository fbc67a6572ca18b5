import { deepEqual, equal, ok } from 'node:assert/strict'
import { chmodSync, readFileSync } from 'node:fs'
import type { RuleId } from '@copane/protocol/findings'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { discover } from '../../src/node/discover.ts'
import { readFront } from '../../src/node/front-app.ts'
import { inFront, openCollector } from '../../src/node/consenting.ts'
import { openSettings } from '../../src/node/settings.ts'
import { sourceOf } from '../support/front-source.ts'
import type { AppOptions } from '../support/in-app.ts'
import { makeFolder } from '../support/providers-folder.ts'
import { startApp, startProgram } from '../support/programs.ts'
import { until } from '../support/x-screen.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Enough for a busy machine. Units: milliseconds. */
const SOON = 10_000

async function appWith(options: Partial<AppOptions>) {
  const folder = makeFolder()
  undo.push(folder.remove)
  const app = await startApp({ folder: folder.path, ...options })
  undo.push(app.kill)
  return { app, options: { folder: folder.path, timeoutMs: SOON } }
}

/** Each is a living app that would answer; the reason, its rule, and that it was not asked. */
const rows: [rule: RuleId, title: string, options: Partial<AppOptions>, why: string][] = [
  ['EL-8-ignore-stale', 'the start of another process', { descriptor: { pidStart: '1' } }, 'pid-reused'],
  ['EL-8-listener-check', 'a listener on every address', { host: '0.0.0.0' }, 'exposed'],
  ['EL-8-listener-check', 'a listener on every address of both kinds', { host: '::' }, 'exposed'],
  [
    'EL-8-listener-check',
    'a port that nobody listens on',
    { descriptor: { endpoint: 'http://127.0.0.1:1/e' } },
    'no-listener',
  ],
  ['EL-8-endpoint', 'a host by name', { descriptor: { endpoint: 'http://localhost:1/e' } }, 'other-endpoint'],
  [
    'EL-8-endpoint',
    'another machine',
    { descriptor: { endpoint: 'http://192.0.2.7:80/e' } },
    'other-endpoint',
  ],
  ['EL-10-unsupported', 'a later version', { descriptor: { protocol: '0.3.0' } }, 'other-protocol'],
  ['EL-8-descriptor', 'a token that is no string', { descriptor: { token: 7 } }, 'nonsense'],
  ['EL-8-descriptor', 'no instance', { descriptor: { instance: null } }, 'nonsense'],
]
for (const [rule, title, options, why] of rows)
  verifies(rule, `a living app with ${title} is not asked: ${why}`, async () => {
    const { app, options: where } = await appWith(options)
    const discovery = await discover(where)
    deepEqual(
      discovery.kind === 'read' &&
        discovery.results.map(each => each.kind === 'ignored' && [each.why, each.rule]),
      [[why, rule]],
    )
    equal((await readFront(sourceOf(app.pid), where)).kind, 'no-provider')
  })

verifies('EL-8-by-pid', 'a descriptor that names another living process is not that one’s', async () => {
  const { app, options } = await appWith({ descriptor: { pid: process.pid } })
  equal((await readFront(sourceOf(app.pid), options)).kind, 'no-provider')
  const outcome = await readFront(sourceOf(process.pid), options)
  equal(outcome.kind === 'unknown-front' && outcome.why, 'own-only')
})

verifies('D-10', 'a folder that others can write to is refused, with the app in it', async () => {
  const { app, options } = await appWith({})
  chmodSync(options.folder, 0o777)
  const outcome = await readFront(sourceOf(app.pid), options)
  equal(outcome.kind === 'refused-folder' && outcome.why, 'open')
})

verifies('EL-8-ignore-stale', 'a process in front that is a zombie is no app', async () => {
  const { options } = await appWith({})
  // The child ends when its shell has become a program that waits for no child, so nobody buries it.
  const parent = startProgram<{ pid: number }>('/bin/sh', [
    '-c',
    'sleep 0.3 & echo "{\\"pid\\":$!}"; exec sleep 60',
  ])
  undo.push(parent.kill)
  const { pid } = await parent.said()
  await until(() => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z '))
  const outcome = await readFront(sourceOf(pid), options)
  equal(outcome.kind === 'unknown-front' && outcome.why, 'ended')
})

/** What a user who acts is told, by what is in front. */
const told: [title: string, options: Partial<AppOptions>, why: string, words: RegExp][] = [
  ['that hangs', { manner: 'never' }, 'late', /did not answer in time/],
  ['of another run', { manner: 'wrong-instance' }, 'refused', /breaks the protocol/],
  ['that offers nothing', { descriptor: 'none' }, 'no-app', /does not tell what is pointed at/],
  [
    'whose port is another’s',
    { descriptor: { endpoint: 'http://127.0.0.1:1/e' } },
    'no-app',
    /nobody listens/,
  ],
]
for (const [title, options, why, words] of told)
  verifies(
    'EL-9.2-show-remove',
    `from an app ${title} nothing is collected, and the user hears why`,
    async () => {
      const { app, options: where } = await appWith(options)
      const collector = openCollector({
        client: 'c',
        front: inFront(sourceOf(app.pid), { ...where, timeoutMs: 3000 }),
        settings: openSettings({ folder: where.folder }),
        receipts: false,
      })
      undo.push(collector.close)
      const state = await collector.collect().ready
      equal(state.kind === 'nothing' && state.why, why)
      ok(state.kind === 'nothing' && words.test(state.message), JSON.stringify(state))
    },
  )

verifies('EL-9.2-show-remove', 'what the user takes out while an app thinks is not waited for', async () => {
  const { app, options } = await appWith({ manner: 'never' })
  const find = inFront(sourceOf(app.pid), { ...options, timeoutMs: 60_000 })
  let tellAsked = () => {}
  const isAsked = new Promise<void>(resolve => (tellAsked = resolve))
  let answer: Promise<{ kind: string }> | undefined
  const collector = openCollector({
    client: 'c',
    front: async signal => {
      const found = await find(signal)
      if (found.kind !== 'app') return found
      return {
        ...found,
        read: over => {
          const reading = found.read(over)
          answer = reading
          tellAsked()
          return reading
        },
      }
    },
    settings: openSettings({ folder: options.folder }),
    receipts: false,
  })
  undo.push(collector.close)
  const collection = collector.collect()
  await isAsked
  collection.cancel()
  deepEqual(await collection.ready, { kind: 'ended', why: 'cancelled' })
  equal((await answer)?.kind, 'late')
  equal((await collection.send()).kind, 'not-shown')
})
