import { equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { appByPid, descendsFrom } from '../../src/elements/by-pid.ts'
import type { UsedDescriptor } from '../../src/elements/judge-descriptor.ts'

const app = (pid: number, file: string): UsedDescriptor => ({
  kind: 'used',
  file,
  descriptor: {
    protocol: '0.2.0',
    bundleId: 'b',
    name: 'n',
    version: '1',
    instance: file,
    endpoint: 'http://127.0.0.1:1/',
    token: 't',
    pid,
  },
  bundle: 'unverified',
  bridge: { kind: 'none' },
})

const rows = [
  ['EL-8-by-pid', 'the one with this pid', [app(1, 'a'), app(2, 'b')], 2, 'app'],
  ['EL-8-by-pid', 'none with this pid', [app(1, 'a')], 3, 'none'],
  ['D-12', 'two for one process', [app(1, 'a'), app(1, 'b'), app(2, 'c')], 1, 'ambiguous'],
] as const
for (const [id, title, apps, pid, want] of rows)
  verifies(id, `${title} is ${want}`, () => equal(appByPid(apps, pid).kind, want))

verifies('D-12', 'helpers count where no descriptor names the process itself', () => {
  const isHelper = (pid: number) => pid === 7 || pid === 8
  equal(appByPid([app(7, 'a')], 1, isHelper).kind, 'app')
  equal(appByPid([app(7, 'a'), app(8, 'b')], 1, isHelper).kind, 'ambiguous')
  equal(appByPid([app(9, 'a')], 1, isHelper).kind, 'none')
  const found = appByPid([app(7, 'a'), app(1, 'b')], 1, isHelper)
  equal(found.kind === 'app' && found.app.file, 'b')
})

const lineages = [
  ['a child', [5, 1], 1000, true],
  ['a grandchild', [4, 5, 1], 1000, true],
  ['the process itself', [1], 1000, false],
  ['its parent', [], 1000, false],
  ['a child of another user', [5, 1], 0, false],
  ['a child of nobody knows whom', [5, 1], undefined, false],
] as const
for (const [title, ancestors, uid, want] of lineages)
  verifies('D-12', `${title}: ${want ? 'speaks' : 'does not speak'} for the process`, () =>
    equal(descendsFrom({ ancestors, uid }, 5, 1000), want),
  )

verifies('D-12', 'where the system names no users nobody is of the same one', () =>
  equal(descendsFrom({ ancestors: [5], uid: undefined }, 5, undefined), false),
)
