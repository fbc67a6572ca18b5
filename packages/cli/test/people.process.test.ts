/** The commands for people, built, as processes of their own, beside a desk that runs as another. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '@copane/host'
import { afterEach, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import type { Parcel } from '../src/handover/parcel.ts'
import { openReceiver } from '../src/handover/receiver.ts'
import { type Home, makeHome } from './support/beside-desk.ts'

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function home(): Home {
  const made = makeHome()
  undo.push(made.close)
  return made
}

/** An agent's gateway in this process, with what it was given. */
async function agent({ path }: Home, client = 'claude-code') {
  const parcels: Parcel[] = []
  const opened = await openReceiver({
    client: () => client,
    onParcel: parcel => parcels.push(parcel),
    folder: join(path, 'state', 'gateways'),
  })
  if (opened.kind !== 'open') throw new Error(opened.message)
  undo.push(opened.close)
  return parcels
}

verifies('D-50', 'share gives an agent what it printed, byte for byte', async () => {
  const here = home()
  await here.desk()
  const parcels = await agent(here)
  const { code, out, err } = await here.copane('share', '--app', 'desk')
  equal(code, 0)
  match(out, /passag-1 Text selected = "what it shows"/)
  match(err, /^copane: shared \d+ bytes with claude-code until \d\d:\d\d; it gets them when it asks/)
  deepEqual(
    parcels.map(({ text }) => text),
    [out],
  )
  equal(existsSync(join(here.path, 'state', 'receipts')), false, 'the gateway keeps the receipt, not share')
})

verifies('D-50', 'a gateway that runs hands out what share printed, and leaves the receipt', async () => {
  const here = home()
  await here.desk()
  const gateway = here.start(['gateway'])
  const send = (message: object) =>
    void gateway.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'played-agent', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  send({ id: 1, method: 'initialize', params })
  await gateway.writes(/"id":1/)
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'pointing', arguments: {} } })
  ok(!(await gateway.writes(/"id":2/)).includes('what it shows'), 'nothing before it was shared')
  const { code, out, err } = await here.copane('share')
  equal(code, 0, err)
  match(err, /shared \d+ bytes with played-agent/)
  send({ id: 3, method: 'tools/call', params: { name: 'pointing', arguments: {} } })
  const lines = (await gateway.writes(/"id":3/)).trimEnd().split('\n')
  const answer = JSON.parse(lines.find(line => line.includes('"id":3')) ?? '{}')
  ok(JSON.stringify(answer.result).includes(JSON.stringify(out.trimEnd()).slice(1, -1)))
  const [receipt] = JSON.parse((await here.copane('receipts', '--json')).out).receipts
  deepEqual([receipt.client, receipt.bytes], ['played-agent', Buffer.byteLength(out)])
  gateway.child.stdin.end()
  equal((await gateway.done).code, 0)
})

verifies(
  'EL-9.2-show-remove',
  'what is taken out of a share reaches no agent, nor what repeats it',
  async () => {
    const here = home()
    await here.desk()
    const parcels = await agent(here)
    const { code, out } = await here.copane('share', '--without', 'passag-1', '--json')
    equal(code, 0)
    const data = JSON.parse(out)
    ok(!data.text.includes('what it shows'))
    equal(data.outcome.kind, 'shared')
    equal(parcels[0]?.text, data.text)
    equal((await here.copane('share', '--without', 'nope')).code, 2)
    equal(parcels.length, 1)
  },
)

verifies('D-50', 'a dry run shows, and shares nothing', async () => {
  const here = home()
  await here.desk()
  const parcels = await agent(here)
  const { code, out } = await here.copane('share', '--dry-run', '--scope', 'open')
  equal(code, 0)
  match(out, /Comment by Edda/)
  equal(parcels.length, 0)
})

verifies('FR-28', 'two agents are listed, and neither is given anything', async () => {
  const here = home()
  await here.desk()
  const parcels = [await agent(here), await agent(here, 'Goose')]
  const { code, out, err } = await here.copane('share')
  deepEqual([code, out], [2, ''])
  match(err, /several agents are connected: Goose, claude-code\ntry: copane share --to Goose\n/)
  equal(parcels.flat().length, 0)
  equal((await here.copane('share', '--to', 'goose')).code, 0)
  deepEqual(
    parcels.map(({ length }) => length),
    [0, 1],
  )
})

verifies('D-50', 'without an agent nothing is read, and it says how to get one', async () => {
  const here = home()
  await here.desk()
  const { code, out, err } = await here.copane('share')
  deepEqual([code, out], [2, ''])
  match(err, /no agent is connected\n.*copane gateway.*copane init/)
})

verifies('D-52', 'context prints what it leaves a receipt of, and no more', async () => {
  const here = home()
  await here.desk()
  const { code, out, err } = await here.copane('context', '--app', 'desk', '--client', 'claude-code')
  deepEqual([code, err], [0, ''])
  match(out, /^<app-data>\n[^]*<\/app-data>\n$/)
  const listed = JSON.parse((await here.copane('receipts', '--json')).out)
  equal(listed.total, 1)
  const [receipt] = listed.receipts
  deepEqual(
    [receipt.client, receipt.bytes, receipt.sha256],
    ['claude-code', Buffer.byteLength(out), createHash('sha256').update(out).digest('hex')],
  )
  const one = await here.copane('receipts', receipt.id.slice(-8))
  match(one.out, new RegExp(`sha256 +${receipt.sha256}`))
  equal((await here.copane('receipts', '--sent', receipt.id)).code, 1, 'the text is not kept')
  for (const name of readdirSync(join(here.path, 'state', 'receipts')))
    equal(statSync(join(here.path, 'state', 'receipts', name)).mode & 0o777, 0o600)
})

verifies('D-52', 'where the settings keep what was sent, receipts show it', async () => {
  const here = home()
  await here.desk()
  equal((await here.copane('settings', 'keep', '1')).code, 0)
  const { out } = await here.copane('context', '--app', 'desk')
  const [receipt] = JSON.parse((await here.copane('receipts', '--json')).out).receipts
  equal((await here.copane('receipts', '--sent', receipt.id)).out, out)
})

verifies(
  'EL-9.2-never-wait',
  'a prompt is never stopped: context ends with 0 or 1, whatever is wrong',
  async () => {
    const here = home()
    for (const [args, want] of [
      [[], 0],
      [['--app', 'Mail'], 0],
      [['--pid', 'x'], 0],
      [['--bogus'], 1],
      [['--scope', 'all'], 1],
    ] as const) {
      const { code, out, err } = await here.copane('context', ...args)
      deepEqual([args, code, out], [args, want, ''])
      match(err, /^copane: /)
    }
  },
)

verifies('FR-34', 'off, a denied app and a denied address hold for every later process', async () => {
  const here = home()
  await here.desk()
  const parcels = await agent(here)
  equal((await here.copane('settings', 'off')).code, 0)
  for (const command of ['share', 'context']) {
    const { out, err } = await here.copane(command, '--app', 'desk')
    equal(out, '')
    match(err, /the user turned this off/)
  }
  equal((await here.copane('settings', 'on')).code, 0)
  equal((await here.copane('settings', 'deny', '--app', 'dev.copane.*')).code, 0)
  const denied = await here.copane('share')
  deepEqual([denied.code, denied.out], [1, ''])
  match(denied.err, /the settings keep this app out/)
  match((await here.copane('settings')).out, /\ndeny {4}--app 'dev.copane.\*'\n/)
  equal((await here.copane('settings', 'allow', '--app', 'dev.copane.*')).code, 0)
  equal((await here.copane('settings', 'allow', '--app', 'dev.copane.*')).code, 2, 'no rule is that one')
  equal((await here.copane('settings', 'deny', '--role', 'text')).code, 0)
  const { out } = await here.copane('share')
  ok(out.includes('Launch plan') && !out.includes('what it shows'))
  equal(parcels.length, 1)
})

verifies(
  'D-52',
  'settings that cannot be read deny everything, say so, and are not overwritten',
  async () => {
    const here = home()
    await here.desk()
    mkdirSync(join(here.path, 'config'), { mode: 0o700 })
    const file = join(here.path, 'config', 'settings.json')
    writeFileSync(file, '{ "version": 1, "of": true }', { mode: 0o600 })
    const shown = await here.copane('settings')
    deepEqual([shown.code, shown.out], [1, ''])
    match(shown.err, /nothing is allowed: .*settings\.json: it holds a field that is not known; mend it/)
    equal((await here.copane('settings', 'on')).code, 2)
    match((await here.copane('context', '--app', 'desk')).err, /the settings can't be read/)
    equal(readFileSync(file, 'utf8'), '{ "version": 1, "of": true }')
  },
)

verifies('FR-28', 'of two desks every command lists both, and takes neither', async () => {
  const here = home()
  await Promise.all([here.desk(), here.desk()])
  await agent(here)
  for (const args of [
    ['look'],
    ['where', 'passag-1'],
    ['windows'],
    ['do', 'app', 'open_orders'],
    ['watch'],
    ['share', '--app', 'Desk'],
  ]) {
    const { code, out, err } = await here.copane(...args)
    deepEqual([args, code, out], [args, 2, ''])
    match(err, /several apps match[^]*--pid \d+ +Desk[^]*--pid \d+ +Desk[^]*try: copane /)
  }
})

verifies('FR-5', 'what a call answers is small: the page is not in it', async () => {
  const here = home()
  await here.desk()
  const listed = JSON.parse((await here.copane('windows', '--actions', '--json')).out)
  const action = listed.actions.find((each: { action: string }) => /filter/.test(each.action))
  const { out, code } = await here.copane('do', action.window, action.action, 'text=Lighting', '--json')
  equal(code, 0, out)
  ok(estimateTokens(out) < 200, out)
})

test('watch tells what a user changes as it happens, and Ctrl-C ends it cleanly', async () => {
  const here = home()
  const { types } = await here.desk()
  const watch = here.start(['watch', '--app', 'Desk'])
  await watch.writes(/is {7}\d\d:\d\d:\d\d {2}\S+ window "Threads"/)
  types('comment left Let us ship it')
  await watch.writes(/changed {2}\d\d:\d\d:\d\d [^\n]*"Threads"[^\n]*\n[^]*Let us ship it/)
  types('sign-out')
  await watch.writes(/opened {3}\d\d:\d\d:\d\d {2}\S+ app-modal/)
  watch.child.kill('SIGINT')
  const { code, err } = await watch.done
  equal(code, 0)
  equal(err, 'copane: watching Desk; Ctrl-C ends it\n')
})

test('watch ends with 2 when the app is gone', async () => {
  const here = home()
  const { running } = await here.desk()
  const watch = here.start(['watch', '--json'])
  await watch.writes(/"kind":"snapshot"/)
  running.child.stdin.end()
  const { code, out, err } = await watch.done
  equal(code, 2)
  match(err, /Desk is gone/)
  for (const line of out.trimEnd().split('\n')) ok(JSON.parse(line).time)
})

verifies('FR-27', 'many watch one app at once; the end of one is nothing to the others', async () => {
  const here = home()
  const { types } = await here.desk()
  const [first, ...others] = [1, 2, 3, 4, 5].map(() => here.start(['watch']))
  await Promise.all([first, ...others].map(each => each?.writes(/is {7}/)))
  first?.child.kill('SIGKILL')
  types('comment left Second thought')
  await Promise.all(others.map(each => each.writes(/Second thought/)))
})

test('doctor names what is wrong with a remedy, and ends with 1 for what is bad', async () => {
  const here = home()
  await here.desk()
  mkdirSync(join(here.path, '.cursor'))
  writeFileSync(join(here.path, '.cursor', 'mcp.json'), '{ broken')
  const dead = {
    protocol: '0.2.0',
    bundleId: 'a.b',
    name: 'A',
    version: '1',
    instance: 'x',
    pid: 2 ** 22 - 3,
  }
  writeFileSync(
    join(here.path, 'providers', '1-dead.json'),
    JSON.stringify({ ...dead, endpoint: 'http://127.0.0.1:9/e', token: 't-secret' }),
  )
  const { code, out, err } = await here.copane('doctor')
  equal(code, 1)
  match(out, /^ok +folder +\S+ \(COPANE_PROVIDERS_DIR\), yours alone$/m)
  match(
    out,
    /^care +stale file +1-dead.json: its process does not run \(EL-8-ignore-stale\) → its app was killed/m,
  )
  match(out, /^ok +app +Desk, process \d+, answers in \d+ ms$/m)
  match(out, /^bad +client +Cursor: \S+mcp.json: it can't be parsed as JSON → mend it/m)
  match(out, /^care +agents +none is connected → copane init/m)
  ok(!out.includes('t-secret'))
  match(err, /1 bad, \d+ to know of/)
  const data = JSON.parse((await here.copane('doctor', '--json')).out)
  ok(data.checks.every((check: { grade: string; remedy?: string }) => check.grade === 'ok' || check.remedy))
})

test('init changes what it shows, keeps what was there, and a second time has nothing to do', async () => {
  const here = home()
  const file = join(here.path, '.gemini', 'settings.json')
  mkdirSync(join(here.path, '.gemini'))
  mkdirSync(join(here.path, 'dotfiles'))
  const text = '{\n  // mine\n  "theme": "Dark"\n}\n'
  writeFileSync(join(here.path, 'dotfiles', 'gemini.json'), text, { mode: 0o640 })
  symlinkSync(join(here.path, 'dotfiles', 'gemini.json'), file)
  const dry = await here.copane('init', '--dry-run')
  equal(dry.code, 0)
  match(dry.out, /^add +Gemini CLI +\S+\n {2}at line 3\n {2}\(line 3 gets a comma\)\n {2}\+ {3}"mcpServers"/m)
  const unanswered = await here.copane('init')
  equal(unanswered.code, 2)
  match(unanswered.err, /nobody answered, so nothing was written\ntry: copane init --yes/)
  equal(readFileSync(file, 'utf8'), text)
  equal((await here.copane('init', '--yes')).code, 0)
  match(readFileSync(file, 'utf8'), /\/\/ mine\n {2}"theme": "Dark",\n {2}"mcpServers": \{/)
  equal(statSync(file).mode & 0o777, 0o640)
  equal(readFileSync(join(here.path, 'dotfiles', 'gemini.json.before-copane'), 'utf8'), text)
  match((await here.copane('init', '--yes')).out, /^there +Gemini CLI/m)
  deepEqual(readdirSync(join(here.path, 'dotfiles')).toSorted(), ['gemini.json', 'gemini.json.before-copane'])
})

test('init leaves a file alone that it cannot parse, shows what to write by hand, and does the others', async () => {
  const here = home()
  mkdirSync(join(here.path, '.cursor'))
  mkdirSync(join(here.path, '.codex'))
  writeFileSync(join(here.path, '.cursor', 'mcp.json'), '{ "mcpServers": ')
  const { code, out, err } = await here.copane('init', '--yes', '--command', 'copane gateway')
  equal(code, 1)
  match(
    out,
    /^refused +Cursor +\S+: it can't be parsed as JSON; it is left alone\. By hand, it takes:\n {4}\{/m,
  )
  equal(readFileSync(join(here.path, '.cursor', 'mcp.json'), 'utf8'), '{ "mcpServers": ')
  equal(
    readFileSync(join(here.path, '.codex', 'config.toml'), 'utf8'),
    '[mcp_servers.copane]\ncommand = "copane"\nargs = [ "gateway" ]\n',
  )
  match(err, /wrote \S+config\.toml; restart the client/)
  const data = JSON.parse((await here.copane('init', '--json')).out)
  deepEqual(
    data.clients
      .filter((each: { kind: string }) => each.kind !== 'absent')
      .map((each: { id: string }) => each.id),
    ['cursor', 'codex'],
  )
})

test('validate reads what is piped in', async () => {
  const here = home()
  const { child, done } = here.start(['validate', '-'])
  child.stdin.end('{"state":"visible"}')
  const { code, out } = await done
  equal(code, 1)
  match(out, /^must +EL-6-location/)
})
