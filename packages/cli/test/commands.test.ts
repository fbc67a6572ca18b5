import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { type Behaviour, copaneIn, ROOT, type RunningApp, startApp, WINDOWS } from './support/running-app.ts'

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

async function start(behaviour?: Behaviour): Promise<RunningApp> {
  const app = await startApp(behaviour)
  open.push(app)
  return app
}

test('apps lists each app, and each ignored file with its reason', async () => {
  const app = await start()
  app.folder.write('2-dead.json', JSON.stringify({}))
  deepEqual(await app.copane('apps'), {
    exit: 0,
    out: `app     pid${' '.repeat(String(process.pid).length - 1)}version  instance  bundle                           windows
Editor  ${process.pid}  1.2.0    k3f9x2    org.example.Editor (unverified)  offered
ignored  2-dead.json  EL-8-descriptor  not a descriptor: protocol is missing: a value of type string belongs there
`,
    err: '',
  })
})

test('apps --json holds the same data', async () => {
  const app = await start()
  app.folder.write('2-dead.json', '{')
  const { exit, out } = await app.copane('apps', '--json')
  const data = JSON.parse(out)
  equal(exit, 0)
  deepEqual(
    [data.folder, data.apps[0].name, data.apps[0].pid, data.ignored[0].file, data.ignored[0].why],
    [app.folder.path, 'Editor', process.pid, '2-dead.json', 'nonsense'],
  )
})

test('look prints the outline of what is there', async () => {
  const app = await start()
  deepEqual(await app.copane('look', '--app', 'Editor'), {
    exit: 0,
    out: 'app Application "Editor"\n  w-1 Window focused\n    sel-4 Text selected = "what it shows"\n',
    err: '',
  })
})

test('look --json holds the same tree', async () => {
  const { out } = await (await start()).copane('look', '--json')
  const data = JSON.parse(out)
  deepEqual([data.kind, data.app.name, data.root, data.findings], ['answer', 'Editor', ROOT, []])
})

test('look tells findings beside the outline, and ends with 1', async () => {
  const root = { ...ROOT, children: [{ id: 'w-1', role: 'Knob' }] }
  const { exit, out, err } = await (
    await start({ current: { protocol: '0.2.0', instance: 'k3f9x2', root } })
  ).copane('look')
  equal(exit, 1)
  equal(out, 'app Application "Editor"\n  w-1 Group\n')
  match(err, /^\w+ +EL-5\.2-\S+ +\$\.root\.children\[0\]/)
})

verifies('EL-8-answer-matches', 'look refuses the answer of another run', async () => {
  const app = await start({ current: { protocol: '0.2.0', instance: 'other', root: ROOT } })
  const { exit, out, err } = await app.copane('look')
  deepEqual([exit, out], [1, ''])
  match(err, /^must +EL-8-answer-matches +\$\.instance/)
})

verifies('FR-39', 'titles that play tricks are shown, not obeyed', async () => {
  const title = 'a\u001b]0;owned\u0007\u202eb'
  const app = await start({ current: { protocol: '0.2.0', instance: 'k3f9x2', root: { ...ROOT, title } } })
  for (const args of [['look'], ['look', '--json']]) {
    const { out, err } = await app.copane(...args)
    ok(!/[\p{Control}\u202e]/u.test((out + err).replaceAll('\n', '')))
  }
  equal(JSON.parse((await app.copane('look', '--json')).out).root.title, title)
})

verifies('EL-sec-no-log', 'no command prints a token', async () => {
  const app = await start({ location: { state: 'gone' }, call: () => ({ message: 'm' }) })
  const lines = [
    ['apps'],
    ['apps', '--json'],
    ['look', '--json'],
    ['where', 'sel-4', '--json'],
    ['windows', '--json'],
    ['do', 'w-1', 'edit', '--json'],
    ['look', '--app', 'Other'],
  ]
  for (const args of lines) {
    const { out, err } = await app.copane(...args)
    ok(!/t-elements|t-bridge/.test(out + err), args.join(' '))
  }
})

test('where prints the place', async () => {
  const app = await start({ location: { state: 'visible', window: 7, rects: [{ x: 1, y: 2, w: 3, h: 4 }] } })
  deepEqual(await app.copane('where', 'sel-4', '--app', 'Editor'), {
    exit: 0,
    out: `visible window 7
  rect x 1 y 2 w 3 h 4
  from x 1 y 2 to x 5 y 7
  +-------------------+
  |                   |
${'  |  ###############  |\n'.repeat(10)}  |                   |
  +-------------------+
`,
    err: '',
  })
  deepEqual(JSON.parse((await app.copane('where', 'sel-4', '--json')).out).location, {
    state: 'visible',
    window: 7,
    rects: [{ x: 1, y: 2, w: 3, h: 4 }],
  })
})

verifies('EL-4.2-never-issued', 'where says when an id was never issued', async () => {
  const { exit, out, err } = await (await start()).copane('where', 'nope')
  deepEqual([exit, out], [1, ''])
  match(err, /Editor can't say where that is/)
})

test('windows prints the windows, or one of them', async () => {
  const second = { ...WINDOWS.windows[0], id: 'w-2', title: 'Other', blocks: [] }
  const app = await start({
    windows: { operableWindowIds: ['w-1', 'w-2'], windows: [...WINDOWS.windows, second] },
  })
  const both = await app.copane('windows', '--app', 'Editor')
  equal(both.exit, 0)
  match(
    both.out,
    /^w-1 window "Order" v3 operable = "Editing an order"\n {2}text b1 = "Order 12"\nw-2 window/,
  )
  const one = await app.copane('windows', '--window', 'w-2')
  equal(one.out, 'w-2 window "Other" v3 operable = "Editing an order"\n')
  deepEqual(JSON.parse((await app.copane('windows', '--json')).out).operableWindowIds, ['w-1', 'w-2'])
})

test('windows --actions prints what can be called, as do takes it', async () => {
  const app = await start()
  deepEqual(await app.copane('windows', '--actions'), {
    exit: 0,
    out: 'w-1  edit  field= [value=]  Edit a field\n',
    err: '',
  })
})

verifies('GB-12.5-empty', 'an app without windows is no error', async () => {
  const { exit, out } = await (await start({ windows: { operableWindowIds: [], windows: [] } })).copane(
    'windows',
  )
  deepEqual([exit, out], [0, ''])
})

verifies(
  'GB-11-client-carries',
  'do sends the version of this moment, or the one that is named',
  async () => {
    const app = await start({
      call: args => ({ message: JSON.stringify(args), openedWindowIds: ['w-9'], result: { n: 1 } }),
    })
    deepEqual(await app.copane('do', 'w-1', 'edit', 'field=a', 'value=3', '--app', 'Editor'), {
      exit: 0,
      out: `done ${JSON.stringify('{"field":"a","value":3,"expectedVersion":3}')}\nopened w-9\nresult {"n":1}\n`,
      err: '',
    })
    match(
      (await app.copane('do', 'w-1', 'edit', '--args', '{"field":"a"}', '--expect', '1')).out,
      /expectedVersion\\":1/,
    )
  },
)

const refusals = [
  [
    'stale_state',
    { code: 'stale_state', message: 'changed', currentVersion: 4 },
    /^stale_state {2}changed\n {2}w-1 is at version 4: look again\n$/,
  ],
  [
    'validation_failed',
    { code: 'validation_failed', message: 'bad', fields: [{ field: 'value', error: 'too long' }] },
    /^validation_failed {2}bad\n {2}value {2}too long\n$/,
  ],
  [
    'blocked_by_modal',
    { code: 'blocked_by_modal', message: 'no', blockedBy: ['d-1'] },
    /^blocked {2}w-1 is behind d-1/,
  ],
  ['an unknown code', { code: 'made_up', message: 'hm' }, /^made_up {2}hm\n$/],
] as const
for (const [title, said, want] of refusals)
  verifies('GB-11-client-carries', `do tells ${title} and ends with 1`, async () => {
    const app = await start({ call: () => said })
    const { exit, out, err } = await app.copane('do', 'w-1', 'edit')
    deepEqual([exit, out], [1, ''])
    match(err, want)
    equal((await app.copane('do', 'w-1', 'edit', '--json')).exit, 1)
  })

test('do tells an action that is not there', async () => {
  const { exit, err } = await (await start()).copane('do', 'w-1', 'nope')
  equal(exit, 1)
  match(err, /no such action now/)
})

test('an app without windows says so', async () => {
  const app = await start({ descriptor: { bridge: undefined } })
  deepEqual(await app.copane('windows'), { exit: 2, out: '', err: 'copane: Editor: it offers no windows\n' })
})

verifies('FR-28', 'several apps are listed with what tells them apart', async () => {
  const app = await start()
  app.folder.write('3-b.json', readFileSync(join(app.folder.path, '1-a.json'), 'utf8'))
  const { exit, err } = await app.copane('look', '--app', 'Editor')
  equal(exit, 2)
  match(err, /one process has several descriptors/)
  match(err, /1-a\.json\n.*3-b\.json/)
})

test('no app: says so, and where it looked', async () => {
  const app = await start({ descriptor: { protocol: '0.9.0' } })
  const ignored = await app.copane('look')
  deepEqual([ignored.exit, ignored.out], [2, ''])
  match(
    ignored.err,
    new RegExp(`no running app offers anything in ${app.folder.path}\nwhy each file is ignored: copane apps`),
  )
  const missing = join(app.folder.path, 'nowhere')
  deepEqual(await copaneIn(missing, ['look']), {
    exit: 2,
    out: '',
    err: `copane: no app offers anything: there is no ${missing}\n`,
  })
  equal((await copaneIn(missing, ['apps'])).exit, 0)
})

verifies('D-10', 'a folder that others can write to is told, never used', async () => {
  const app = await start()
  chmodSync(app.folder.path, 0o777)
  for (const command of ['apps', 'look']) {
    const { exit, err } = await app.copane(command)
    equal(exit, 2)
    match(err, /is not used: its mode is 0777; run chmod 700 on it/)
  }
})

test('another name: lists the names there are', async () => {
  const { exit, err } = await (await start()).copane('look', '--app', 'Mail')
  equal(exit, 2)
  match(err, new RegExp(`no running app is called "Mail"\n {2}--pid ${process.pid} +Editor`))
})
