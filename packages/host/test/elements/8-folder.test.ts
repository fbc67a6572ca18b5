import { equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { judgeFolder } from '../../src/elements/judge-folder.ts'

const OURS = { isLink: false, isFolder: true, uid: 7, mode: 0o40700 }
const rows = [
  ['ours alone', OURS, 7, undefined],
  ['a link', { ...OURS, isLink: true, isFolder: false }, 7, 'link'],
  ['a file', { ...OURS, isFolder: false }, 7, 'not-a-folder'],
  ["another user's", { ...OURS, uid: 8 }, 7, 'foreign'],
  ['readable by the group', { ...OURS, mode: 0o40750 }, 7, 'open'],
  ['writable by all', { ...OURS, mode: 0o40777 }, 7, 'open'],
  ['not even ours to read', { ...OURS, mode: 0o40500 }, 7, 'open'],
  ['a system without users', { ...OURS, uid: 0, mode: 0o40777 }, undefined, undefined],
] as const
for (const [title, look, uid, want] of rows)
  verifies('D-10', `folder: ${title}`, () => equal(judgeFolder(look, uid)?.why, want))
