/** `copane check` as a command: whom it finds, what it prints, how it ends. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checksOf } from '@copane/conformance'
import { afterEach, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { withElement } from '../../../conformance/test/peers/elements.ts'
import { type Peer, type PeerParts, startPeer } from '../../../conformance/test/peers/peer.ts'
import { copaneIn, type Ran } from '../support/running-app.ts'

const ended: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

async function startedPeer(parts: Partial<PeerParts> = {}): Promise<Peer> {
  const peer = await startPeer(parts)
  ended.push(peer.stop)
  return peer
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copane-check-'))
  ended.push(() => rmSync(folder, { recursive: true }))
  return folder
}

const check = (peer: Peer | string, ...args: string[]): Promise<Ran> =>
  copaneIn(typeof peer === 'string' ? peer : dirname(peer.descriptor), ['check', ...args])

/** Quick ones that need nobody to move. */
const SOME = ['--only', 'EL-sec-origin', '--only', 'EL-5.3-one-hover']

/** A peer whose descriptor names its bridge as well. */
const WITH_BRIDGE: Partial<PeerParts> = {
  descriptor: right => {
    const endpoint = String(right.endpoint).replace(/elements$/, 'bridge')
    return { ...right, bridge: { protocol: '0.1.0', endpoint, token: 'peer-bridge-token-9876543210' } }
  },
}

const TWO_HOVERS = { elements: withElement('win-1', { hovered: true }) }

verifies('D-09', 'an app is found by its name, its process and its file, and ends with 0', async () => {
  const peer = await startedPeer()
  for (const target of [
    ['peer'],
    ['org.example.peer'],
    ['--app', 'Peer'],
    [String(process.pid)],
    [peer.descriptor],
  ]) {
    const { exit, out, err } = await check(peer, 'elements', ...target, ...SOME)
    deepEqual([exit, out], [0, '2 passed, 0 failed\n'], target.join(' '))
    match(err, /^copane: elements 0\.2\.0, 2 checks\ncopane: MCP eras checked: legacy, modern\n$/)
  }
})

verifies(
  'D-09',
  'a fault is one line with the rule, what was seen, expected and to be done, and ends with 1',
  async () => {
    const peer = await startedPeer(TWO_HOVERS)
    const { exit, out } = await check(peer, 'elements', 'peer', ...SOME)
    equal(exit, 1)
    match(out, /^must {2}EL-5\.3-one-hover {2}legacy \$\.\S+ {2}.+; expected: .+; .+\n1 passed, 1 failed\n$/)
    equal(/peer-(?:elements|bridge)-token|some words/.test(out), false)
  },
)

test('what did not run ends with 1 as well, and a word says what would help', async () => {
  const peer = await startedPeer()
  const { exit, out, err } = await check(peer, 'elements', 'peer', '--only', 'EL-sec-no-log')
  deepEqual(
    [exit, out],
    [1, 'not-run  EL-sec-no-log    needs driver step name-logs\n0 passed, 0 failed, 1 not run\n'],
  )
  match(err, /--driver/)
  const both = await startedPeer(WITH_BRIDGE)
  const write = await check(both, 'bridge', 'peer', '--only', 'GB-5.4-success')
  equal(write.exit, 1)
  match(write.err, /--intrusive/)
})

test('a warning alone ends with 0', async () => {
  const peer = await startedPeer({ elements: withElement('doc-2', { role: 'Note' }) })
  const { exit, out } = await check(peer, 'elements', 'peer', '--only', 'EL-5.2-role-words')
  equal(exit, 0)
  match(out, /^should .*\n0 passed, 0 failed, 1 warned\n$/)
})

verifies('D-08', 'a URL takes its token from a variable or a file, and nothing prints it', async () => {
  const peer = await startedPeer()
  const file = join(scratch(), 'token')
  writeFileSync(file, `${peer.token}\n`)
  process.env.COPANE_TEST_TOKEN = peer.token
  ended.push(() => void delete process.env.COPANE_TEST_TOKEN)
  for (const way of [
    ['--token-env', 'COPANE_TEST_TOKEN'],
    ['--token-file', file],
  ]) {
    const { exit, out, err } = await check('/nowhere', 'elements', peer.endpoint, ...way, ...SOME)
    deepEqual([exit, out], [0, '2 passed, 0 failed\n'])
    equal(`${out}${err}`.includes(peer.token), false)
  }
  const unset = await check('/nowhere', 'elements', peer.endpoint, '--token-env', 'COPANE_TEST_NONE')
  deepEqual([unset.exit, unset.out], [2, ''])
  match(unset.err, /COPANE_TEST_NONE is not set/)
  const empty = await check('/nowhere', 'elements', peer.endpoint, '--token-file', '/nowhere/token')
  deepEqual([empty.exit, empty.out], [2, ''])
})

test('one era alone is checked when it is asked for', async () => {
  const peer = await startedPeer(WITH_BRIDGE)
  const { exit, err } = await check(peer, 'bridge', 'peer', '--era', 'modern', '--only', 'GB-5.2-names')
  equal(exit, 0)
  match(err, /MCP eras checked: modern\n/)
})

test('an app without a bridge has none to check', async () => {
  const { exit, err } = await check(await startedPeer(), 'bridge', 'peer')
  equal(exit, 2)
  match(err, /no bridge endpoint is named there/)
})

test('where nobody answers it ends with 2, and the reports in files are written all the same', async () => {
  const file = join(scratch(), 'report.json')
  const url = 'http://127.0.0.1:9/bridge'
  const { exit, out, err } = await check('/nowhere', 'bridge', url, '--report', `json=${file}`)
  deepEqual([exit, out], [2, ''])
  match(err, /nobody answers there/)
  const report: { ok: boolean; checks: object[] } = JSON.parse(readFileSync(file, 'utf8'))
  deepEqual([report.ok, report.checks.length], [false, checksOf('bridge').length])
})

const NOBODY: readonly (readonly [string, string[], RegExp])[] = [
  ['an app that is not there', ['elements', 'Nobody'], /no descriptor in .* fits\n {2}--pid \d+ +Peer/],
  ['a file that is not there', ['elements', '/nowhere/a.json'], /is no file with one JSON object/],
  [
    'a driver that is none',
    ['elements', 'peer', '--driver', 'false'],
    /--driver: false ended with code 1; a JSON object is wanted/,
  ],
  ['a host that is none', ['host', '--', 'false'], /false ended with code 1; a JSON object is wanted/],
  ['a client that is not there', ['client', '--', 'copane-no-such-command'], /could not be run \(ENOENT\); a JSON/],
  ['a program that is not there', ['bridge', '--', 'copane-no-such-command'], /nobody answers there/],
]

for (const [title, args, want] of NOBODY)
  test(`${title} ends with 2 and a reason`, async () => {
    const { exit, out, err } = await check(await startedPeer(), ...args)
    deepEqual([exit, out], [2, ''])
    match(err, want)
  })

test('two apps of one name are never guessed between', async () => {
  const peer = await startedPeer()
  copyFileSync(peer.descriptor, join(dirname(peer.descriptor), 'other.json'))
  const { exit, err } = await check(peer, 'elements', 'peer')
  equal(exit, 2)
  match(err, /several descriptors fit; name a process or a file/)
})

test('an app that a host would ignore is checked, and the reason is told', async () => {
  const peer = await startedPeer({ fileMode: 0o644, descriptor: right => ({ ...right, version: 7 }) })
  const { exit, out, err } = await check(peer, 'elements', 'peer', '--only', 'EL-sec-permissions')
  equal(exit, 1)
  match(out, /^must {2}EL-sec-permissions /)
  match(err, /a host ignores this app: .*; it is checked all the same/)
})

test('each form of a report goes to standard output, or into a file', async () => {
  const peer = await startedPeer(TWO_HOVERS)
  const [json, junit, markdown] = await Promise.all(
    ['json', 'junit', 'markdown'].map(form => check(peer, 'elements', 'peer', '--report', form, ...SOME)),
  )
  const document: { subject: string; checks: { id: string }[] } = JSON.parse(json?.out ?? '')
  deepEqual(
    document.checks.map(({ id }) => id),
    ['EL-sec-origin', 'EL-5.3-one-hover'],
  )
  match(junit?.out ?? '', /^<\?xml [^]*<failure type="EL-5\.3-one-hover"[^]*<\/testsuites>\n$/)
  match(markdown?.out ?? '', /^# elements: 1 passed, 1 failed\n/)
  const folder = scratch()
  const files = ['json', 'junit', 'markdown'].flatMap(form => ['--report', `${form}=${join(folder, form)}`])
  const both = await check(peer, 'elements', 'peer', ...files, ...SOME)
  match(both.out, /^must [^]*\n1 passed, 1 failed\n$/)
  equal(readFileSync(join(folder, 'json'), 'utf8'), json?.out)
  equal(readFileSync(join(folder, 'markdown'), 'utf8'), markdown?.out)
  const nowhere = await check(peer, 'elements', 'peer', '--report', 'json=/nowhere/a.json', ...SOME)
  equal(nowhere.exit, 2)
  match(nowhere.err, /\/nowhere\/a\.json can't be written/)
})

test('--list shows every check of whom is asked for, and runs none', async () => {
  for (const subject of ['elements', 'bridge', 'host', 'client'] as const) {
    const { exit, out } = await check('/nowhere', subject, '--list')
    equal(exit, 0)
    deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map(line => line.split(' ')[0]),
      checksOf(subject).map(({ id }) => id),
    )
  }
  const { out } = await check('/nowhere', 'host', '--list', '--json')
  const listed: { checks: { id: string; title: string }[] } = JSON.parse(out)
  equal(listed.checks.length, checksOf('host').length)
})
