import { deepEqual, equal, match, ok } from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { DEFAULT_SETTINGS } from '../../src/consent/settings.ts'
import { readOwnFile } from '../../src/node/own-files.ts'
import { openSettings } from '../../src/node/settings.ts'
import { makeFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

function folder(): string {
  const made = makeFolder()
  undo.push(made.remove)
  return join(made.path, 'config')
}

verifies('D-52', 'without a file nothing is kept out, and reading makes none', async () => {
  const path = folder()
  deepEqual(await openSettings({ folder: path }).read(), { kind: 'settings', settings: DEFAULT_SETTINGS })
  equal(statSync(path, { throwIfNoEntry: false }), undefined)
})

verifies('FR-34', 'a denial and the switch are there after a restart', async () => {
  const path = folder()
  const first = openSettings({ folder: path })
  equal((await first.deny({ url: '**/.env*' })).kind, 'changed')
  equal((await first.deny({ url: '**/.env*' })).kind, 'changed')
  equal((await first.deny({ role: 'Table', bundleId: 'org.x.*' })).kind, 'changed')
  equal((await first.turnOff()).kind, 'changed')
  const settings = {
    off: true,
    deny: [{ url: '**/.env*' }, { role: 'Table', bundleId: 'org.x.*' }],
    keepSentDays: 0,
  }
  deepEqual(await openSettings({ folder: path }).read(), { kind: 'settings', settings })
  await first.turnOn()
  await first.allow({ bundleId: 'org.x.*', role: 'Table' })
  deepEqual(await first.read(), {
    kind: 'settings',
    settings: { off: false, deny: [{ url: '**/.env*' }], keepSentDays: 0 },
  })
})

verifies('D-52', 'the file is the user’s alone, and nothing lies beside it', async () => {
  const path = folder()
  const store = openSettings({ folder: path })
  await store.deny({ subrole: 'x' })
  equal(statSync(store.file).mode & 0o777, 0o600)
  equal(statSync(path).mode & 0o777, 0o700)
  deepEqual(readdirSync(path), ['settings.json'])
})

verifies('FR-34', 'what is written by hand counts from the next act on', async () => {
  const path = folder()
  const store = openSettings({ folder: path })
  await store.turnOn()
  writeFileSync(store.file, '{ "version": 1, "off": true }')
  const consent = await store.read()
  equal(consent.kind === 'settings' && consent.settings.off, true)
})

const broken: [title: string, make: (file: string) => void, why: RegExp][] = [
  [
    'half a file',
    file => writeFileSync(file, '{"version":1,"deny":[{'),
    /it is no JSON; mend it, or remove it/,
  ],
  ['an empty one', file => writeFileSync(file, ''), /it is no JSON/],
  ['a folder', file => mkdirSync(file), /no regular file|can't be read/],
  ['a pipe', file => execFileSync('mkfifo', [file]), /no regular file/],
  [
    'a link that leads nowhere',
    file => symlinkSync('/nonexistent/settings.json', file),
    /can't be read \(ENOENT\)/,
  ],
  ['a link to itself', file => symlinkSync('settings.json', file), /can't be read \(ELOOP\)/],
  ['bytes that are no text', file => writeFileSync(file, Buffer.from([0x22, 0xff, 0x22])), /can't be read/],
  ['too much', file => writeFileSync(file, ' '.repeat(300_000)), /larger than 262144 bytes/],
  [
    'one that others can write',
    file => {
      writeFileSync(file, '{"version":1}')
      chmodSync(file, 0o666)
    },
    /can be written by others; run: chmod go-w/,
  ],
  ['a folder that others can write', file => chmodSync(join(file, '..'), 0o777), /can be written by others/],
]
for (const [title, make, why] of broken)
  verifies(
    'D-52',
    `${title} in place of the settings denies everything, says so, and is not written over`,
    async () => {
      const path = folder()
      mkdirSync(path, { mode: 0o700 })
      const store = openSettings({ folder: path })
      make(store.file)
      const consent = await store.read()
      if (consent.kind !== 'unreadable') throw new Error('it was read')
      match(consent.message, why)
      equal((await store.turnOn()).kind, 'refused')
      equal((await store.read()).kind, 'unreadable')
      ok(!readdirSync(path).some(name => name.endsWith('.new')))
    },
  )

verifies('D-52', 'a link to a file elsewhere is followed, and stays a link', async () => {
  const path = folder()
  mkdirSync(path, { mode: 0o700 })
  const real = join(path, 'dotfiles.json')
  writeFileSync(real, '{"version":1}', { mode: 0o600 })
  symlinkSync(real, join(path, 'settings.json'))
  equal((await openSettings({ folder: path }).turnOff()).kind, 'changed')
  match(readFileSync(real, 'utf8'), /"off": true/)
})

verifies('FR-34', 'many changes at once in one process: none is lost', async () => {
  const path = folder()
  const stores = Array.from({ length: 4 }, () => openSettings({ folder: path, waitMs: 20_000 }))
  const all = stores.flatMap((store, at) =>
    Array.from({ length: 5 }, (_, turn) => store.deny({ subrole: `kind-${at}-${turn}` })),
  )
  for (const outcome of await Promise.all(all)) equal(outcome.kind, 'changed')
  const consent = await openSettings({ folder: path }).read()
  equal(consent.kind === 'settings' && consent.settings.deny.length, 20)
})

verifies('FR-34', 'a lock whose process has ended is taken away', async () => {
  const path = folder()
  mkdirSync(path, { mode: 0o700 })
  const store = openSettings({ folder: path })
  for (const mark of [
    { pid: 2 ** 30, start: '1' },
    { pid: process.pid, start: 'another life' },
  ]) {
    writeFileSync(`${store.file}.lock`, JSON.stringify(mark), { mode: 0o600 })
    equal((await store.turnOff()).kind, 'changed')
  }
  deepEqual(readdirSync(path), ['settings.json'])
})

verifies(
  'FR-34',
  'a lock that is held is waited for, and then named: nothing is changed past it',
  async () => {
    const path = folder()
    mkdirSync(path, { mode: 0o700 })
    const store = openSettings({ folder: path, waitMs: 100 })
    writeFileSync(`${store.file}.lock`, JSON.stringify({ pid: process.pid, start: '' }), { mode: 0o600 })
    const outcome = await store.turnOff()
    if (outcome.kind !== 'refused') throw new Error('it was changed')
    match(
      outcome.message,
      /another process is changing the settings; if none is, remove .*settings\.json\.lock/,
    )
    deepEqual(await store.read(), { kind: 'settings', settings: DEFAULT_SETTINGS })
  },
)

verifies('D-52', 'a change that makes no settings is refused', async () => {
  const store = openSettings({ folder: folder() })
  const outcome = await store.deny({})
  equal(outcome.kind, 'refused')
  equal((await store.read()).kind, 'settings')
})

for (const [title, name] of [
  ['its folder is', 'config'],
  ['a folder above it is', 'above'],
] as const)
  verifies('D-52', `where ${title} behind a link that leads nowhere, everything is kept out`, async () => {
    const made = makeFolder()
    undo.push(made.remove)
    symlinkSync(join(made.path, 'unmounted'), join(made.path, name))
    const store = openSettings({ folder: join(made.path, name, ...(name === 'above' ? ['config'] : [])) })
    const consent = await store.read()
    equal(consent.kind, 'unreadable')
    match(consent.kind === 'unreadable' ? consent.message : '', /leads nowhere; mend it, or remove it$/)
    mkdirSync(join(made.path, 'unmounted'), { mode: 0o700 })
    equal((await store.read()).kind, 'settings')
  })

verifies('D-52', 'a file is read in memory of its size, whatever is the most it may be', async () => {
  const made = makeFolder()
  undo.push(made.remove)
  made.write('small.txt', 'small')
  const before = process.memoryUsage().arrayBuffers
  const reads = Array.from({ length: 64 }, () => readOwnFile(join(made.path, 'small.txt'), 64 * 2 ** 20))
  deepEqual(new Set((await Promise.all(reads)).map(({ kind }) => kind)), new Set(['text']))
  ok(process.memoryUsage().arrayBuffers - before < 64 * 2 ** 20)
})

verifies('D-52', 'a file of as much as it may be is read, one byte more is too much', async () => {
  const made = makeFolder()
  undo.push(made.remove)
  made.write('file.txt', 'x'.repeat(1000))
  const path = join(made.path, 'file.txt')
  deepEqual(await readOwnFile(path, 1000), { kind: 'text', text: 'x'.repeat(1000) })
  deepEqual(await readOwnFile(path, 999), { kind: 'unread', why: `${path} is larger than 999 bytes` })
})
