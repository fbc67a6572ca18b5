import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { UsedDescriptor } from '@copane/host'
import { estimateTokens, parseSettings } from '@copane/host'
import type { SeenWindow } from '@copane/protocol/bridge'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { misfitsOf } from '../../src/gateway/arguments.ts'
import { doneAnswer } from '../../src/gateway/done.ts'
import { jsonWithin, outlineWithin, partOf } from '../../src/gateway/fit.ts'
import { createMarks } from '../../src/gateway/marks.ts'
import { meantBy, nameApps } from '../../src/gateway/name-apps.ts'
import { createShelf } from '../../src/gateway/shelf.ts'
import { differenceOf, isDifferent, type Sight } from '../../src/gateway/sight.ts'
import { TOOLS } from '../../src/gateway/tool-list.ts'
import { standingInTheWay } from '../../src/gateway/words.ts'
import type { Parcel } from '../../src/handover/parcel.ts'
import { dataOf, sightOf, textOf, toolOf, windowOf } from './support/sights.ts'

const app = (name: string, pid: number): UsedDescriptor => ({
  kind: 'used',
  file: `${pid}.json`,
  descriptor: {
    protocol: '0.2.0',
    bundleId: `org.example.${name}`,
    name,
    version: '1',
    instance: `i${pid}`,
    endpoint: `http://127.0.0.1:${pid}/e`,
    token: 't',
    pid,
  },
  bundle: 'verified',
  bridge: { kind: 'none' },
})

verifies('FR-28', 'a word that two apps answer to means none of them', () => {
  const named = nameApps([app('Desk', 1), app('Desk', 2), app('Mail', 3)])
  deepEqual(
    named.map(({ handle }) => handle),
    ['Desk:1', 'Desk:2', 'Mail'],
  )
  equal(meantBy(named, 'desk').kind, 'several')
  equal(meantBy(named, 'org.example.Desk').kind, 'several')
  equal(meantBy(named, 'Des').kind, 'none')
  equal(meantBy(named, '').kind, 'none')
  for (const word of ['desk:2', 'Desk:2 ']) {
    const meant = meantBy(named, word)
    equal(meant.kind === 'app' && meant.named.app.descriptor.pid, 2)
  }
  for (const word of ['mail', 'Mail:3', 'org.example.mail']) equal(meantBy(named, word).kind, 'app')
})

const same = sightOf([windowOf('a'), windowOf('b')], ['a', 'b'], [toolOf('a', 'edit')])
const CHANGES: [title: string, after: Sight, where: string, ids: string[]][] = [
  [
    'a window that opened',
    sightOf([...same.snapshot.windows, windowOf('c')], ['a', 'b', 'c'], [toolOf('a', 'edit')]),
    'opened',
    ['c'],
  ],
  ['one that closed', sightOf([windowOf('a')], ['a'], [toolOf('a', 'edit')]), 'closed', ['b']],
  [
    'a version',
    sightOf([windowOf('a', { version: 2 }), windowOf('b')], ['a', 'b'], [toolOf('a', 'edit')]),
    'changed',
    ['a'],
  ],
  [
    'a title alone',
    sightOf([windowOf('a', { title: 'x' }), windowOf('b')], ['a', 'b'], [toolOf('a', 'edit')]),
    'changed',
    ['a'],
  ],
  ['what can be operated', sightOf(same.snapshot.windows, ['a'], [toolOf('a', 'edit')]), 'blocked', ['b']],
  ['what can be called', sightOf(same.snapshot.windows, ['a', 'b'], [toolOf('a', 'save')]), 'actions', ['a']],
  [
    'what the app itself can do',
    sightOf(same.snapshot.windows, ['a', 'b'], [toolOf('a', 'edit'), toolOf('app', 'x')]),
    'actions',
    ['app'],
  ],
]
for (const [title, after, where, ids] of CHANGES)
  test(`a wait ends with ${title}`, () => {
    const difference = Object.entries(differenceOf(same, after)).filter(([, found]) => found.length > 0)
    deepEqual(difference, [[where, ids]])
  })
test('a wait goes on while nothing differs', () => {
  equal(isDifferent(differenceOf(same, { ...same, tools: [toolOf('a', 'edit')] })), false)
})

const done = { kind: 'done' as const, message: 'ok', openedWindowIds: [], result: undefined }
const answered = (after: SeenWindow, given: string[] = []) => {
  const told = new Map([['a', windowOf('a')]])
  const answer = doneAnswer(done, {
    window: 'a',
    given,
    before: sightOf([windowOf('a')], ['a']),
    after: sightOf([after], ['a'], [toolOf('a', 'edit')]),
    told,
    heard: new Set(),
  })
  return { text: textOf(answer), data: dataOf(answer), told }
}

test('a version that rose by one is the agent’s to go on with', () => {
  const { text, data, told } = answered(windowOf('a', { version: 2 }))
  match(text, /^a v2: edit$/m)
  deepEqual(data.windows, { a: { version: 2, now: ['edit'] } })
  equal(told.get('a')?.version, 2)
})
const form = (note: string, to = 'Ada') =>
  windowOf('a', {
    version: 2,
    blocks: [
      {
        type: 'fields',
        id: 'form',
        items: [
          { label: 'To', value: to },
          { label: 'Note', value: note },
        ],
      },
    ],
  })
verifies(
  'GB-7.1-client-retries',
  'what is new in the window that was called is told, but for what was given',
  () => {
    const { text, data, told } = answered(form('Ring twice', 'Eve'), ['Eve'])
    const news = 'a v2 operable\n  fields form\n    "Note" = "Ring twice"'
    equal(text, `Done: "ok"\n${news}\na: edit`)
    deepEqual(data.windows, { a: { version: 2, now: ['edit'], outline: news } })
    equal(told.get('a')?.version, 2)
  },
)
verifies('FR-5', 'where that is much, the window has to be read before the next call', () => {
  const { text, data, told } = answered(form('long '.repeat(400)))
  equal(text, 'Done: "ok"\na: edit\nchanged, read before you act: a')
  deepEqual(data.readFirst, ['a'])
  equal(told.get('a')?.version, 1)
})
verifies('D-36', 'a version that rose by more is not handed on: the user may have been there', () => {
  const { text, data, told } = answered(windowOf('a', { version: 3 }))
  ok(!text.includes('v3'))
  match(text, /changed, read before you act: a/)
  deepEqual(data.readFirst, ['a'])
  equal(told.get('a')?.version, 1)
})

verifies('D-36', 'of two windows that opened, the agent may go on in the one its call opened', () => {
  const told = new Map<string, SeenWindow>()
  const windows = [windowOf('a'), windowOf('mine'), windowOf('theirs')]
  doneAnswer(
    { ...done, openedWindowIds: ['mine'] },
    {
      window: 'a',
      before: sightOf([windowOf('a')], ['a']),
      after: sightOf(windows, ['a', 'mine', 'theirs']),
      given: [],
      told,
      heard: new Set(),
    },
  )
  deepEqual([...told.keys()], ['mine'])
})

const long = windowOf('long', {
  blocks: [{ type: 'table', columns: ['n'], rows: Array.from({ length: 500 }, (_, n) => [`row ${n}`]) }],
})
verifies('FR-1', 'windows fit the budget, each keeps its line, and what is left out is said', () => {
  const part = partOf({ windows: [long, windowOf('front')], operableWindowIds: ['front'] }, undefined, 300)
  const outline = outlineWithin(part, 300)
  ok(estimateTokens(outline) < 350)
  match(outline, /^front window/)
  match(outline, /^long window .*\n[^]*… 4\d\d more lines$/m)
  const [, data] = jsonWithin(part, 300)
  deepEqual([data?.id, data?.blocksLeftOut, data?.blocks], ['long', 1, []])
})

verifies(
  'FR-1',
  'two thousand windows stay within the budget as well, and those left out are counted',
  () => {
    const windows = Array.from({ length: 2000 }, (_, n) => windowOf(`w-${n}`))
    const part = partOf({ windows, operableWindowIds: ['w-1999'] }, undefined, 500)
    equal(part.windows[0]?.id, 'w-1999')
    const outline = outlineWithin(part, 500)
    ok(estimateTokens(outline) < 600)
    match(outline, /… 19\d\d more windows: name some of w-\d+/)
  },
)

verifies('FR-1', 'of a text that is longer than the budget as much is shown as there is room for', () => {
  const text = windowOf('t', { blocks: [{ type: 'text', text: 'word '.repeat(20_000) }] })
  const outline = outlineWithin(partOf({ windows: [text], operableWindowIds: [] }, ['t'], 1000), 1000)
  ok(estimateTokens(outline) > 900 && estimateTokens(outline) < 1100)
  match(outline, /\n {2}… cut$/)
})

verifies('FR-20', 'a dialog that the app does not show is told as such', () => {
  deepEqual(standingInTheWay(sightOf([windowOf('a')], []), ['a']), [
    'Something the app does not show is in front: ask the user to deal with it.',
  ])
  const modal = windowOf('m', { modal: true, ownerId: 'a', title: 'Sure?' })
  deepEqual(standingInTheWay(sightOf([windowOf('a'), modal], ['m']), ['a']), ['a waits behind m "Sure?"'])
  deepEqual(standingInTheWay(sightOf([windowOf('a')], ['a']), ['a']), [])
})

const actSchema = TOOLS.find(({ name }) => name === 'act')?.inputSchema ?? {}
const MISFITS: [args: { [name: string]: unknown }, fields: string[]][] = [
  [{}, ['app', 'window', 'action']],
  [{ app: 1, window: 'a', action: 'b' }, ['app']],
  [{ app: 'a', window: 'a', action: 'b', expectedVersion: 1.5 }, ['expectedVersion']],
  [{ app: 'a', window: 'a', action: 'b', arguments: [] }, ['arguments']],
  [{ app: 'a', window: 'a', action: 'b', version: 1 }, ['version']],
  [{ app: 'a', window: 'a', action: 'b', arguments: {}, expectedVersion: 3 }, []],
]
for (const [args, fields] of MISFITS)
  test(`arguments ${JSON.stringify(args)} are judged by field`, () => {
    deepEqual(
      misfitsOf(args, actSchema).map(({ field }) => field),
      fields,
    )
  })

test('marks are forgotten, the oldest first, and never taken for another gateway’s', () => {
  const marks = createMarks('x-')
  const first = marks.keep({ instance: 'i', sight: same })
  for (let count = 0; count < 200; count++) marks.keep({ instance: 'i', sight: same })
  equal(marks.find(first), undefined)
  equal(createMarks('y-').find(first), undefined)
})

test('a mark keeps what moments are compared by, not megabytes of contents', () => {
  const marks = createMarks('x-')
  const text = 'x'.repeat(1000)
  const sight = sightOf([windowOf('a', { blocks: [{ type: 'text', text }] })], ['a'], [toolOf('a', 'edit')])
  const found = marks.find(marks.keep({ instance: 'i', sight }))
  ok(found && !JSON.stringify(found).includes(text))
  deepEqual(differenceOf(found.sight, sight), differenceOf(sight, sight))
})

verifies('D-50', 'what was shared expires, and a newer one takes its place', () => {
  let now = 1000
  const shelf = createShelf(() => now)
  const parcel = (text: string): Parcel => ({
    app: { bundleId: 'b', name: 'n', instance: 'i' },
    text,
    images: [],
    ids: [],
    rules: '',
    expiresAt: 601_000,
    receipt: {
      id: '',
      time: '',
      client: '',
      app: { bundleId: 'b', name: 'n' },
      form: 'outline',
      counts: { elements: 1, selected: 0, leftOut: {} },
      bytes: 1,
      sha256: '',
      images: [],
    },
  })
  shelf.put(parcel('one'))
  shelf.put(parcel('two'))
  equal(shelf.now()?.text, 'two')
  now = 601_000
  equal(shelf.now(), undefined)
})

verifies(
  'D-50',
  '`always` and `askFirst` are off unless the file says true, and nothing else will do',
  () => {
    const read = (more: object) => parseSettings(JSON.stringify({ version: 1, ...more }))
    const plain = read({})
    ok(
      plain.kind === 'settings' &&
        plain.settings.always === undefined &&
        plain.settings.askFirst === undefined,
    )
    const set = read({ always: true, askFirst: true })
    ok(set.kind === 'settings' && set.settings.always === true && set.settings.askFirst === true)
    for (const wrong of ['yes', 1, null]) {
      equal(read({ always: wrong }).kind, 'unreadable')
      equal(read({ askFirst: wrong }).kind, 'unreadable')
    }
  },
)
