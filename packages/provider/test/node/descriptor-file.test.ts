import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDescriptor } from '@copane/protocol/elements'
import { afterEach, beforeEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { startOfProcess, writeDescriptor } from '../../src/node/descriptor-file.js'
import { ownHome } from '../../src/node/own-user.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copane-test-'))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const descriptor = {
  protocol: '0.2.0',
  bundleId: 'dev.copane.pads',
  name: 'Pads',
  version: '1',
  instance: 'i1',
  endpoint: 'http://127.0.0.1:4000/elements',
  token: 't',
  pid: process.pid,
}
const refusal = (folder: string): string => {
  const outcome = writeDescriptor(descriptor, folder)
  return outcome.kind === 'refused' ? outcome.reason : 'written'
}

verifies('EL-8-descriptor', 'the file holds the descriptor, and is gone after its removal', () => {
  const folder = join(root, 'a', 'providers')
  const outcome = writeDescriptor(descriptor, folder)
  ok(outcome.kind === 'written')
  deepEqual(readdirSync(folder), [`${process.pid}-i1.json`])
  deepEqual(parseDescriptor(readFileSync(outcome.file, 'utf8')), { kind: 'descriptor', descriptor })
  outcome.remove()
  outcome.remove()
  deepEqual(readdirSync(folder), [])
})

verifies(
  'D-10',
  'a file that stands in its place through a folder that was swapped for a link is left alone',
  () => {
    const folder = join(root, 'providers')
    const outcome = writeDescriptor(descriptor, folder)
    if (outcome.kind === 'refused') throw new Error(outcome.reason)
    const elsewhere = join(root, 'elsewhere')
    renameSync(folder, join(root, 'moved'))
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, folder)
    writeFileSync(outcome.file, 'of somebody else')
    outcome.remove()
    equal(readFileSync(outcome.file, 'utf8'), 'of somebody else')
  },
)

verifies('EL-sec-permissions', 'the folder is 0700 and the file 0600, whatever the umask', () => {
  const folder = join(root, 'providers')
  const before = process.umask(0)
  const outcome = writeDescriptor(descriptor, folder)
  process.umask(before)
  ok(outcome.kind === 'written')
  deepEqual([statSync(folder).mode & 0o777, statSync(outcome.file).mode & 0o777], [0o700, 0o600])
})

verifies('FR-25', 'a folder open to others is refused, with the command that mends it', () => {
  const folder = join(root, 'providers')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  equal(refusal(folder), `${folder} is open to other users; run: chmod 700 ${folder}`)
  deepEqual(readdirSync(folder), [])
})

verifies('FR-25', 'a folder that is a link is refused', () => {
  mkdirSync(join(root, 'real'), { mode: 0o700 })
  symlinkSync(join(root, 'real'), join(root, 'providers'))
  ok(refusal(join(root, 'providers')).includes('is a link'))
})

verifies('FR-25', 'a file where the folder should be is refused', () => {
  writeFileSync(join(root, 'providers'), '')
  ok(/EEXIST|ENOTDIR|no folder/.test(refusal(join(root, 'providers'))))
})

const dead = 4_194_303
const stale = [
  ['of a dead process', JSON.stringify({ ...descriptor, pid: dead }), false],
  ['of a process that took over the pid', JSON.stringify({ ...descriptor, pidStart: '1' }), false],
  ['of this very process', JSON.stringify({ ...descriptor, pidStart: startOfProcess(process.pid) }), true],
  ['without a start time, of a live process', JSON.stringify(descriptor), true],
  ['that is no descriptor', '{}', true],
  ['that is not JSON', 'x', true],
] as const
for (const [title, text, stays] of stale)
  verifies('D-11', `a file ${title} ${stays ? 'stays' : 'is removed at the start'}`, () => {
    const folder = join(root, 'providers')
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'other.json'), text)
    equal(writeDescriptor(descriptor, folder).kind, 'written')
    equal(existsSync(join(folder, 'other.json')), stays)
  })

verifies('FR-22', 'fifty descriptors of crashed runs are cleaned at the next start', () => {
  const folder = join(root, 'providers')
  mkdirSync(folder, { mode: 0o700 })
  for (let at = 0; at < 50; at++)
    writeFileSync(
      join(folder, `${at}.json`),
      JSON.stringify({ ...descriptor, pid: dead - at, instance: `old${at}` }),
    )
  equal(writeDescriptor(descriptor, folder).kind, 'written')
  equal(readdirSync(folder).length, 1)
})

verifies('D-10', 'a descriptor that no host would take is refused, with what to shorten', () => {
  const folder = join(root, 'providers')
  const outcome = writeDescriptor({ ...descriptor, name: 'n'.repeat(64 * 1024) }, folder)
  equal(
    outcome.kind === 'refused' ? outcome.reason : '',
    'no host takes a descriptor over 65536 bytes; shorten name and version',
  )
  deepEqual(readdirSync(folder), [])
})

verifies('D-10', 'a descriptor that can not be put in its place leaves no draft behind', () => {
  const folder = join(root, 'providers')
  mkdirSync(join(folder, `${process.pid}-i1.json`, 'in the way'), { recursive: true })
  chmodSync(folder, 0o700)
  equal(writeDescriptor(descriptor, folder).kind, 'refused')
  deepEqual(readdirSync(folder), [`${process.pid}-i1.json`])
})

verifies('D-10', 'a user whom the user database does not know has the home of the environment', () => {
  const unknown = () => {
    throw new Error('ENOENT')
  }
  equal(ownHome(unknown), homedir())
  equal(
    ownHome(() => ({ homedir: '/home/ada' })),
    '/home/ada',
  )
})
