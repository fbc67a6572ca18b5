import { deepEqual, equal, throws } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/index.js'
import { createApp, type DeveloperFinding } from '../../src/node/index.js'

const identity = { bundleId: 'com.example.pad', name: 'Pad', version: '1.0.0' }
const window = { key: 'pad', title: 'Pad', summary: 'A pad.' }
const action = (name: string) =>
  defineAction<unknown>({ name, title: 'Act', description: 'Acts.', writes: () => undefined })
const windows = (...list: object[]) => ({ ...identity, state: {}, windows: () => list })

/** What a program without types may write, and the first words and the remedy that its developer reads. */
const rows: readonly [title: string, options: object, message: RegExp][] = [
  ['nothing', {}, /^createApp: name is missing; add what users call the app/],
  ['an empty name', { ...identity, name: ' ' }, /^createApp: name is missing; add/],
  ['no version', { ...identity, version: undefined }, /^createApp: version is missing; add/],
  [
    'no bundleId',
    { ...identity, bundleId: '' },
    /^createApp: bundleId is missing; add a reversed domain name/,
  ],
  [
    'a bundleId with a path in it',
    { ...identity, bundleId: '../pad' },
    /^createApp: bundleId must be .* such as/,
  ],
  ['a bundleId without end', { ...identity, bundleId: 'a'.repeat(201) }, /^createApp: bundleId must be/],
  ['no state', { ...identity, windows: () => [] }, /^createApp: state is missing; add/],
  ['nothing to show', { ...identity, state: {} }, /^createApp: there is nothing to show; add windows/],
  ['a list of windows', { ...identity, state: {}, windows: [] }, /^createApp: windows must be a function/],
  ['a single action', { ...identity, state: {}, actions: action('a') }, /^createApp: actions must be a list/],
  [
    'a raw action',
    { ...identity, state: {}, actions: [{ name: 'a' }] },
    /actions\[0\] is no action; make it with/,
  ],
  [
    'an async function of windows',
    { ...identity, state: {}, windows: async () => [] },
    /gave a promise; .*load/,
  ],
  [
    'a function that gives one window',
    { ...identity, state: {}, windows: () => window },
    /gave no list; return/,
  ],
  [
    'two windows with one key',
    windows(window, window),
    /^windows\[1\] has the key of a window before it; give/,
  ],
  ['a window without a key', windows({ title: 'Pad', summary: '' }), /^windows\[0\] has no key; add/],
  ['a window without a title', windows({ ...window, title: undefined }), /^windows\[0\] has no title; add/],
  [
    'a window without a summary',
    windows({ ...window, summary: undefined }),
    /^windows\[0\] has no summary; add/,
  ],
  [
    'an action with "__" in its name',
    windows({ ...window, actions: [action('ok'), { ...action('no'), name: 'not__ok' }] }),
    /^windows\[0\]\.actions\[1\] needs another name: 1 to 24 letters/,
  ],
  [
    'two actions with one name',
    windows({ ...window, actions: [action('a'), action('a')] }),
    /^windows\[0\]\.actions\[1\] has the name of an action before it; rename one/,
  ],
  [
    'a window made by the function alone',
    windows({ ...window, actions: ['write'] }),
    /^windows\[0\]\.actions\[0\] is no action; make it with defineAction\(\)/,
  ],
]

/** As from a program without types. */
const make = (options: object) => () =>
  Reflect.apply(createApp, undefined, [{ findings: 'silent', ...options }])

for (const [title, options, message] of rows)
  verifies('D-30', `${title}: the developer reads what to write instead`, () => {
    throws(make(options), { message })
  })

verifies('D-08', 'no error of wrong options quotes a key, a title or a name of the app', () => {
  const titled = { ...window, key: 'canary', title: 'canary' }
  for (const broken of [
    windows(titled, titled),
    windows({ ...titled, actions: [action('a'), action('a')] }),
    windows({ key: 'canary', title: 'canary' }),
  ])
    throws(make(broken), error => error instanceof Error && !error.message.includes('canary'))
})

verifies('D-30', 'windows that break later undo the commit and are told, inside an action too', async () => {
  const findings: DeveloperFinding[] = []
  const app = createApp({
    ...identity,
    state: { copies: 1 },
    windows: ({ copies }) => Array.from({ length: copies }, () => window),
    findings: finding => void findings.push(finding),
  })
  throws(() => app.commit(() => ({ copies: 2 })), /windows\[1\] has the key of a window before it/)
  equal(app.store.read().copies, 1)
  deepEqual(
    findings.map(({ at, level }) => [at, level]),
    [['windows[1]', 'must']],
  )
  throws(() => app.ids.window('closed'), /no window with this key is open/)
  throws(() => app.keyOf('nobody-1'), /keyOf\(\) takes ctx\.windowId/)
})

verifies('D-30', 'what createApp throws is not told as a finding too', () => {
  const findings: unknown[] = []
  throws(make({ ...windows(window, window), findings: (finding: unknown) => void findings.push(finding) }))
  deepEqual(findings, [])
})

verifies('D-36', 'a change of the user that gives a promise is undone', () => {
  const app = createApp({ ...identity, state: {}, windows: () => [] })
  throws(() => app.commit(async state => state), /the change gave a promise; wait/)
  deepEqual(app.store.read(), {})
})
