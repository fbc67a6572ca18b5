/** `copane validate`: the kind is found from the content, and each finding cites its rule. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { type Kind, validateText } from '../src/validating.ts'
import { copaneIn } from './support/running-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'validate-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function validate(value: unknown, ...args: string[]) {
  const file = join(folder, 'x.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return copaneIn('/nowhere', ['validate', file, ...args])
}

const FILES: [string, Kind][] = [
  ['current', 'current'],
  ['descriptor', 'descriptor'],
  ['location', 'location'],
  ['windows', 'windows'],
  ['tool-error', 'tool-error'],
]
for (const [name, kind] of FILES)
  test(`the accepted cases of spec/cases/${name}.json show that they are of kind ${kind}`, () => {
    const path = join(import.meta.dirname, `../../../spec/cases/${name}.json`)
    const { cases }: { cases: { accepted: boolean; title: string; value: unknown }[] } = JSON.parse(
      readFileSync(path, 'utf8'),
    )
    for (const { title, value } of cases.filter(({ accepted }) => accepted)) {
      const outcome = validateText(JSON.stringify(value), undefined)
      deepEqual([title, outcome.kind === 'judged' && outcome.as], [title, kind])
    }
  })

const root = { id: 'app', role: 'Application', title: 'A' }
const answer = { protocol: '0.2.0', instance: 'k3f9', root }
const windows = { operableWindowIds: [], windows: [] }
const CLEAN: [string, unknown, string][] = [
  ['an answer', answer, 'current: nothing is wrong'],
  ['a location', { state: 'gone' }, 'location: nothing is wrong'],
  [
    'a response that was recorded',
    {
      jsonrpc: '2.0',
      id: 1,
      result: { contents: [{ uri: 'app://windows', text: JSON.stringify(windows) }] },
    },
    'windows in $.result.contents[0].text: nothing is wrong',
  ],
  [
    'a call that took effect',
    { content: [], structuredContent: { message: 'ok' } },
    'tool-result in $.structuredContent: nothing is wrong',
  ],
  [
    'a call that failed',
    { isError: true, structuredContent: { code: 'made_up', message: 'no' } },
    'tool-error in $.structuredContent: nothing is wrong',
  ],
]
for (const [title, value, want] of CLEAN)
  test(`${title}: ${want}`, async () => {
    deepEqual(await validate(value), { exit: 0, out: '', err: `${want}\n` })
  })

const BROKEN: [string, unknown, RegExp][] = [
  [
    'a state sent as false',
    { ...answer, root: { ...root, selected: false } },
    /^must +EL-5\.3-only-true +\$\.root/,
  ],
  ['a location of no state', { state: 'here' }, /^must +EL-6-location +\$\.state /],
  [
    'a descriptor without a name',
    { endpoint: 'http://127.0.0.1:1/e', token: 't' },
    /^must +EL-8-descriptor +\$ /,
  ],
  ['an owner that is no window', { ...windows, windows: [{ id: 'a', ownerId: 'b' }] }, /^must +GB-/],
  ['a result with a flag', { structuredContent: { ok: true } }, /^must +GB-5\.4-success +\$\.ok /],
  [
    'an error without a message',
    { isError: true, structuredContent: { code: 'x' } },
    /GB-7\.4-failure +\$\.message/,
  ],
  [
    'stale without a version',
    { code: 'stale_state', message: 'm' },
    /^must +GB-7\.1-stale-state +\$\.currentVersion +missing/,
  ],
  [
    'invalid without fields',
    { code: 'validation_failed', message: 'm', fields: [{ field: 'a' }] },
    /^must +GB-7\.3-field-errors +\$\.fields\[0\]\.error/,
  ],
]
for (const [title, value, want] of BROKEN)
  test(`${title} is found, with the words of its rule`, async () => {
    const { exit, out, err } = await validate(value)
    equal(exit, 1)
    match(out, want)
    const [, id] = /^\w+ +(\S+)/.exec(out) ?? []
    ok(err.includes(`\n  ${id}  `), err)
    const data = JSON.parse((await validate(value, '--json')).out)
    equal(data.findings[0].requirement, id)
    ok(data.rules.every((rule: { text: string }) => rule.text.length > 5))
  })

test('a file that quotes the app quotes nothing of it in a finding', async () => {
  const { out, err } = await validate({ ...answer, root: { ...root, id: 'canary secret' } })
  ok(!(out + err).includes('canary'))
})

const WRONG: [string, string[], number, RegExp][] = [
  ['not json', [], 1, /is no JSON/],
  ['{}', [], 2, /shows no kind; name it with --kind: current, /],
  ['[]', [], 2, /shows no kind/],
  ['{}', ['--kind', 'tree'], 2, /--kind takes one of current, .*"tree"\ntry: copane validate/],
]
for (const [text, args, code, want] of WRONG)
  test(`${JSON.stringify(text)} ${args.join(' ')} ends with ${code}`, async () => {
    const { exit, out, err } = await validate(text, ...args)
    deepEqual([exit, out], [code, ''])
    match(err, want)
  })

test('a folder, a file that is not there and no file at all are wrong use', async () => {
  for (const args of [[folder], [join(folder, 'none')], []]) {
    const { exit, err } = await copaneIn('/nowhere', ['validate', ...args])
    equal(exit, 2)
    match(
      err,
      /(is no file|can't be read \(ENOENT\)|the file, or - is missing)\ntry: copane validate answer\.json/,
    )
  }
})
