import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createCollector, type Consent, DEFAULT_SETTINGS } from '@copane/host'
import { afterEach, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { makeFolder } from '../../../host/test/support/providers-folder.ts'
import { handOver } from '../../src/handover/hand-over.ts'
import type { Parcel } from '../../src/handover/parcel.ts'
import { openReceiver } from '../../src/handover/receiver.ts'
import { chooseReceivers, deliver, listReceivers } from '../../src/handover/receivers.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function newFolder(): string {
  const made = makeFolder()
  undo.push(made.remove)
  return join(made.path, 'g')
}

/** A receiver with what it took. */
async function receiver(folder: string, client = 'claude-code') {
  const taken: Parcel[] = []
  const opened = await openReceiver({ client: () => client, onParcel: parcel => taken.push(parcel), folder })
  if (opened.kind === 'open') undo.push(opened.close)
  return { opened, taken }
}

const ROOT = {
  id: 'app',
  role: 'Application' as const,
  title: 'Notes',
  children: [
    {
      id: 'may',
      role: 'Text' as const,
      selected: true as const,
      content: [{ type: 'text' as const, text: 'We launch in May.' }],
    },
  ],
}

const ALLOWED: Consent = { kind: 'settings', settings: DEFAULT_SETTINGS }

/** A collection of an app in front, shown. */
async function collected(consent: () => Promise<Consent> = async () => ALLOWED) {
  const collector = createCollector(
    {
      front: async () => ({
        kind: 'app',
        app: { bundleId: 'com.example.notes', name: 'Notes', instance: 'k3f9' },
        read: async () => ({
          kind: 'answer',
          protocol: '0.2.0',
          instance: 'k3f9',
          root: ROOT,
          findings: [],
        }),
      }),
      consent,
      sha256: () => 'f00d',
      mintId: () => '0000000000001-0123456789abcdef',
      now: Date.now,
      later: () => () => {},
    },
    { client: 'share' },
  )
  const collection = collector.collect()
  await collection.ready
  return collection
}

verifies('D-50', 'what the user shared reaches the gateway as it was shown, byte for byte', async () => {
  const folder = newFolder()
  const { taken } = await receiver(folder)
  const collection = await collected()
  const shown = collection.state()
  const outcome = await handOver(collection, { consent: async () => ALLOWED, folder, now: () => 5000 })
  deepEqual(outcome, {
    kind: 'shared',
    client: 'claude-code',
    bytes: shown.kind === 'shown' ? shown.preview.bytes : 0,
    expiresAt: 605_000,
  })
  equal(taken.length, 1)
  equal(taken[0]?.text, shown.kind === 'shown' ? shown.preview.text : '')
  deepEqual(taken[0]?.ids, ['app', 'may'])
  deepEqual(taken[0]?.app, { bundleId: 'com.example.notes', name: 'Notes', instance: 'k3f9' })
})

verifies('D-52', 'a handover writes none of what was shared to disk', async () => {
  const folder = newFolder()
  await receiver(folder)
  await handOver(await collected(), { consent: async () => ALLOWED, folder })
  for (const name of readdirSync(folder))
    if (name.endsWith('.json')) ok(!readFileSync(join(folder, name), 'utf8').includes('May'))
  equal(readdirSync(folder).length, 2)
})

verifies('D-52', 'the folder and what is in it are the user’s alone', async () => {
  const folder = newFolder()
  await receiver(folder)
  equal(statSync(folder).mode & 0o777, 0o700)
  for (const name of readdirSync(folder)) equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
})

verifies('FR-27', 'all gateways of one client get it, since a client starts several', async () => {
  const folder = newFolder()
  const all = await Promise.all([1, 2, 3].map(() => receiver(folder)))
  equal((await handOver(await collected(), { consent: async () => ALLOWED, folder })).kind, 'shared')
  deepEqual(
    all.map(({ taken }) => taken.length),
    [1, 1, 1],
  )
})

verifies(
  'FR-28',
  'two clients are an error that lists them, and naming one gives it to that one',
  async () => {
    const folder = newFolder()
    const claude = await receiver(folder, 'claude-code')
    const goose = await receiver(folder, 'Goose')
    const options = { consent: async () => ALLOWED, folder }
    deepEqual(await handOver(await collected(), options), {
      kind: 'several',
      clients: ['Goose', 'claude-code'],
    })
    equal((await handOver(await collected(), { ...options, to: 'goose' })).kind, 'shared')
    deepEqual([claude.taken.length, goose.taken.length], [0, 1])
    deepEqual(await handOver(await collected(), { ...options, to: 'zed' }), { kind: 'no-agent' })
  },
)

verifies('D-50', 'without a gateway nothing is sent, and the outcome says so', async () => {
  deepEqual(await handOver(await collected(), { consent: async () => ALLOWED, folder: newFolder() }), {
    kind: 'no-agent',
  })
})

verifies('FR-34', 'settings that changed since it was shown stop the handover', async () => {
  const folder = newFolder()
  const { taken } = await receiver(folder)
  const off: Consent = { kind: 'settings', settings: { ...DEFAULT_SETTINGS, off: true } }
  let now: Consent = ALLOWED
  const collection = await collected(async () => now)
  now = off
  equal((await handOver(collection, { consent: async () => now, folder })).kind, 'changed')
  equal(taken.length, 0)
})

test('a gateway that closes is not found any more, and leaves no file', async () => {
  const folder = newFolder()
  const { opened } = await receiver(folder)
  equal((await listReceivers(folder)).length, 1)
  if (opened.kind === 'open') await opened.close()
  deepEqual(await listReceivers(folder), [])
  deepEqual(readdirSync(folder), [])
})

test('what a killed gateway left is no receiver, and the next one removes it', async () => {
  const folder = newFolder()
  mkdirSync(folder, { mode: 0o700 })
  const file = join(folder, '1-dead.json')
  writeFileSync(file, JSON.stringify({ address: join(folder, '1-dead.sock') }), { mode: 0o600 })
  deepEqual(await listReceivers(folder), [])
  await receiver(folder)
  for (let tries = 0; existsSync(file) && tries < 1000; tries++) await new Promise(setImmediate)
  equal(existsSync(file), false)
})

const JUNK = ['', 'not json\n', '[]\n', '{"kind":"parcel"}\n', '{"kind":"parcel","parcel":{"text":1}}\n']
for (const junk of JUNK)
  test(`a receiver survives ${JSON.stringify(junk)} and takes nothing`, async () => {
    const folder = newFolder()
    const { taken } = await receiver(folder)
    const [found] = await listReceivers(folder)
    const socket = connect(found?.address ?? '')
    socket.end(junk)
    await new Promise(resolve => socket.on('close', resolve).resume())
    equal(taken.length, 0)
    equal((await listReceivers(folder)).length, 1)
  })

test('a receiver that is gone takes nothing', async () => {
  const address = join(newFolder(), 'none.sock')
  const parcel: Parcel = await handedParcel()
  equal(await deliver({ client: 'x', pid: 1, address }, parcel), false)
})

test('no client is chosen of none', () => {
  deepEqual(chooseReceivers([]), { kind: 'none' })
})

async function handedParcel(): Promise<Parcel> {
  const folder = newFolder()
  const { taken } = await receiver(folder)
  await handOver(await collected(), { consent: async () => ALLOWED, folder })
  const [parcel] = taken
  if (!parcel) throw new Error('nothing was handed over')
  return parcel
}

test('a file that names anything but its own socket leads nowhere, and what it names is left alone', async () => {
  const folder = newFolder()
  mkdirSync(folder, { mode: 0o700 })
  const precious = join(folder, 'precious')
  for (const [name, address] of [
    ['1', precious],
    ['2', join(folder, '../precious')],
    ['3', join(folder, 'dead.sock')],
  ] as const)
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ address }), { mode: 0o600 })
  writeFileSync(precious, 'x')
  await receiver(folder)
  deepEqual(
    (await listReceivers(folder)).map(({ client }) => client),
    ['claude-code'],
  )
  ok(existsSync(precious))
})

test('a link in the place of the folder is refused, and what it leads to stays as it is', async () => {
  const elsewhere = makeFolder()
  undo.push(elsewhere.remove)
  chmodSync(elsewhere.path, 0o755)
  const folder = newFolder()
  symlinkSync(elsewhere.path, folder)
  const { opened } = await receiver(folder)
  equal(opened.kind, 'refused')
  equal(statSync(elsewhere.path).mode & 0o777, 0o755)
  deepEqual(readdirSync(elsewhere.path), [])
})

for (const [title, bytes] of [
  ['says nothing', 0],
  ['goes on and on', 40],
] as const)
  test(`a peer that ${title} is hung up on, and nobody waits for it`, async () => {
    const folder = newFolder()
    const { taken } = await receiver(folder)
    const [at] = await listReceivers(folder)
    const peer = connect(at?.address ?? '')
    const gone = new Promise(resolve => peer.on('close', resolve))
    peer.on('error', () => {}).resume()
    for (let megabyte = 0; megabyte < bytes; megabyte++) peer.write(Buffer.alloc(1024 * 1024, 'x'))
    const outcome = await handOver(await collected(), { consent: async () => ALLOWED, folder })
    deepEqual([outcome.kind, taken.length], ['shared', 1])
    await gone
  })
