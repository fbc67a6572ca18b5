import { deepEqual } from 'node:assert/strict'
import type { UsedDescriptor } from '@copane/host'
import { verifies } from '../../../test/support/verifies.ts'
import { pickApp } from '../src/pick-app.ts'

const app = (name: string, pid: number, bundleId = `org.example.${name}`): UsedDescriptor => ({
  kind: 'used',
  file: `${pid}.json`,
  descriptor: {
    protocol: '0.2.0',
    bundleId,
    name,
    version: '1',
    instance: String(pid),
    endpoint: '',
    token: '',
    pid,
  },
  bundle: 'unverified',
  bridge: { kind: 'none' },
})
const EDITOR = app('Editor', 1)
const MAIL = app('Mail', 2)
const SECOND = app('Editor', 3)

const rows = [
  ['nothing runs', [], {}, 'none'],
  ['the only one', [EDITOR], {}, 1],
  ['no choice between two', [EDITOR, MAIL], {}, 'several'],
  ['by name', [EDITOR, MAIL], { app: 'Mail' }, 2],
  ['by name in another case', [EDITOR, MAIL], { app: 'mail' }, 2],
  ['by bundle identifier', [EDITOR, MAIL], { app: 'org.example.mail' }, 2],
  ['part of a name is no name', [EDITOR], { app: 'Edit' }, 'none'],
  ['by process', [EDITOR, MAIL], { pid: 1 }, 1],
  ['a name that two have', [EDITOR, SECOND], { app: 'Editor' }, 'several'],
  ['a name that two have, and the process', [EDITOR, SECOND], { app: 'Editor', pid: 3 }, 3],
  ['a name and the process of another', [EDITOR, MAIL], { app: 'Editor', pid: 2 }, 'none'],
  ['the only one, but another name', [EDITOR], { app: 'Mail' }, 'none'],
] as const
for (const [title, apps, wanted, want] of rows)
  verifies('FR-28', title, () => {
    const picked = pickApp(apps, { app: undefined, pid: undefined, ...wanted })
    deepEqual(picked.kind === 'app' ? picked.app.descriptor.pid : picked.kind, want)
  })
