import { equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { appByPid } from '../../src/elements/by-pid.ts'
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
