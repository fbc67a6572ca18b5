import { deepEqual, equal, ok } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { DEFAULT_SETTINGS } from '../../src/consent/settings.ts'
import { findApps } from '../../src/node/apps.ts'
import { inFront, openCollector } from '../../src/node/consenting.ts'
import { discover } from '../../src/node/discover.ts'
import { readFront } from '../../src/node/front-app.ts'
import { sourceOf } from '../support/front-source.ts'
import { makeFolder, type TestFolder } from '../support/providers-folder.ts'
import { startApp, startProgram } from '../support/programs.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function folder(): TestFolder {
  const made = makeFolder()
  undo.push(made.remove)
  return made
}

/** Enough for a busy machine. Units: milliseconds. */
const SOON = 10_000

/** Ten thousand files of every kind that is no descriptor. */
function fill(path: string): void {
  const pipes = Array.from({ length: 200 }, (_, at) => join(path, `pipe${at}.json`))
  execFileSync('mkfifo', pipes)
  for (let at = 0; at < 200; at++) {
    symlinkSync(at % 2 === 0 ? '/dev/zero' : join(path, 'nowhere'), join(path, `link${at}.json`))
    mkdirSync(join(path, `folder${at}.json`))
  }
  for (let at = 0; at < 100; at++) {
    writeFileSync(join(path, `huge${at}.json`), '')
    truncateSync(join(path, `huge${at}.json`), 1e12)
  }
  for (let at = 0; at < 9300; at++)
    writeFileSync(
      join(path, `junk${at}.json`),
      at % 2 === 0 ? '{'.repeat(100) : `{"protocol":"0.2.0","pid":${at}}`,
    )
}

verifies('D-10', 'in a folder of junk the app in front is found, in time and little memory', async () => {
  const made = folder()
  fill(made.path)
  const app = await startApp({ folder: made.path })
  undo.push(app.kill)
  const before = process.memoryUsage().rss
  for (let at = 0; at < 3; at++) {
    const outcome = await readFront(sourceOf(app.pid), { folder: made.path, timeoutMs: SOON })
    equal(outcome.kind, 'answer')
  }
  ok(process.memoryUsage().rss - before < 150 * 2 ** 20)
})

verifies('EL-9.2-never-wait', 'a folder of junk is left in the middle when the time is over', async () => {
  const made = folder()
  fill(made.path)
  const began = performance.now()
  const discovery = await discover({ folder: made.path, timeoutMs: 20 })
  ok(performance.now() - began < 1000)
  const whys =
    discovery.kind === 'read' ? discovery.results.map(each => each.kind === 'ignored' && each.why) : []
  ok(discovery.kind === 'late' || whys.includes('late'))
})

verifies(
  'EL-9.2-never-wait',
  'a folder that was not read in time is told from one without apps',
  async () => {
    const made = folder()
    equal((await findApps({ folder: made.path, timeoutMs: SOON })).kind, 'all')
    fill(made.path)
    const app = await startApp({ folder: made.path })
    undo.push(app.kill)
    const hasty = { folder: made.path, timeoutMs: 10 }
    deepEqual(await findApps(hasty), { kind: 'late', apps: [] })
    const collector = openCollector({
      client: 'c',
      front: inFront(sourceOf(app.pid), { folder: made.path, timeoutMs: 1 }),
      settings: { read: async () => ({ kind: 'settings', settings: DEFAULT_SETTINGS }) },
      receipts: false,
    })
    const state = await collector.collect().ready
    equal(state.kind === 'nothing' && state.why, 'late')
    collector.close()
  },
)

verifies('D-10', 'each file of a folder of junk is told with its reason, and stays', async () => {
  const made = folder()
  fill(made.path)
  const count = readdirSync(made.path).length
  const discovery = await discover({ folder: made.path, timeoutMs: 60_000 })
  if (discovery.kind !== 'read') throw new Error(discovery.kind)
  const counts = Map.groupBy(discovery.results, each => (each.kind === 'ignored' ? each.why : each.kind))
  deepEqual(Object.fromEntries([...counts].map(([why, each]) => [why, each.length])), {
    'not-regular': 600,
    'too-large': 100,
    nonsense: 9300,
  })
  equal(readdirSync(made.path).length, count)
})

/** Puts one thing after the other under the name of a descriptor, as fast as it can, by renaming and in place. */
const SWAPPER = `
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
const [path, aside] = process.argv.slice(1)
const text = readFileSync(path, 'utf8')
const forms = [
  at => writeFileSync(at, text, { mode: 0o600 }),
  at => writeFileSync(at, text.replace(/"pid":\\d+/, '"pid":4194305'), { mode: 0o600 }),
  at => writeFileSync(at, text.slice(0, 40), { mode: 0o600 }),
  at => symlinkSync('/dev/zero', at),
  at => execFileSync('mkfifo', [at]),
  at => writeFileSync(at, 'x'.repeat(1e6), { mode: 0o600 }),
]
console.log('{}')
for (let at = 0; ; at++) {
  forms[at % forms.length](aside)
  renameSync(aside, path)
  if (at % forms.length === 0) for (let times = 0; times < 50; times++) writeFileSync(path, times % 2 ? text : text.replace(/"pid"/, '"pud"'))
}`

verifies(
  'D-10',
  'a descriptor that is swapped while it is read gives its app or a reason, each time',
  async () => {
    const made = folder()
    const app = await startApp({ folder: made.path })
    undo.push(app.kill)
    const given = ['--input-type=module', '-e', SWAPPER, app.path, join(made.path, 'aside')]
    const swapper = startProgram(process.execPath, given)
    undo.push(swapper.kill)
    await swapper.said()
    const kinds = new Set<string>()
    for (let at = 0; at < 2000; at++) {
      const outcome = await readFront(sourceOf(app.pid), { folder: made.path, timeoutMs: SOON })
      kinds.add(outcome.kind)
      if (kinds.size === 2 && at > 300) break
    }
    deepEqual([...kinds].toSorted(), ['answer', 'no-provider'])
  },
)

verifies('D-11', 'what a file says now counts, not what it said when it was read the last time', async () => {
  const made = folder()
  const app = await startApp({ folder: made.path })
  undo.push(app.kill)
  const read = async () => (await readFront(sourceOf(app.pid), { folder: made.path, timeoutMs: SOON })).kind
  const text = readFileSync(app.path, 'utf8')
  const other = text.replace('"protocol":"0.2.0"', '"protocol":"9.2.0"')
  const past = new Date(Date.now() - 60_000)
  for (let at = 0; at < 3; at++) {
    while (Date.now() - statSync(app.path).ctimeMs < OLD_MS) await pause(50)
    deepEqual([await read(), await read()], ['answer', 'answer'])
    writeFileSync(app.path, other)
    utimesSync(app.path, past, past)
    equal(await read(), 'no-provider')
    writeFileSync(app.path, text)
    utimesSync(app.path, past, past)
  }
})

/** A file that did not change for so long is not read again. Units: milliseconds. */
const OLD_MS = 2100
