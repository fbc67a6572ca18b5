import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import {
  chooseFront,
  type FrontMoment,
  type FrontSight,
  type FrontSource,
  remember,
  sessionOf,
} from '../../src/elements/front.ts'
import { type WindowFacts, windowOwner } from '../../src/elements/window-owner.ts'
import { readFront } from '../../src/node/front-app.ts'
import { openFrontSource } from '../../src/node/front/open.ts'

const app = (pid: number, order: 'seen' | 'stacked' = 'seen'): FrontMoment => ({
  kind: 'process',
  pid,
  start: `s${pid}`,
  window: pid * 10,
  order,
})
const stranger: FrontMoment = { kind: 'unknown', why: 'no-process', window: 7 }
const seen = (now: FrontMoment | { kind: 'nothing' }, ...before: FrontMoment[]): FrontSight => ({
  kind: 'seen',
  now,
  before,
})

const HOST = 1
const TERMINAL = 2
const ENDED = 9

const sights: [title: string, sight: FrontSight, want: string][] = [
  ['an app in front', seen(app(5), app(6)), 'front 5 now'],
  ['the host in front: the app before', seen(app(HOST), app(5)), 'front 5 before'],
  ['its terminal in front: the app before', seen(app(TERMINAL), app(5)), 'front 5 before'],
  ['both in turn: the app before both', seen(app(HOST), app(TERMINAL), app(5)), 'front 5 before'],
  ['an app before that has ended: the one before it', seen(app(HOST), app(ENDED), app(5)), 'front 5 before'],
  [
    'only windows below: the topmost',
    seen(app(HOST), app(5, 'stacked'), app(6, 'stacked')),
    'front 5 stacked',
  ],
  ['an unknown app before: nobody in its place', seen(app(HOST), stranger, app(5)), 'unknown no-process'],
  ['an unknown app in front: nobody in its place', seen(stranger, app(5)), 'unknown no-process'],
  ['nothing in front: not the app before', seen({ kind: 'nothing' }, app(5)), 'nothing'],
  ['an app in front that has ended: not the one before', seen(app(ENDED), app(5)), 'unknown ended'],
  ['only the host so far', seen(app(HOST)), 'unknown own-only'],
  ['only the host and its terminal so far', seen(app(HOST), app(TERMINAL), app(ENDED)), 'unknown own-only'],
  ['a system that does not tell', { kind: 'unknown', why: 'wayland' }, 'unknown wayland'],
]
for (const [title, sight, want] of sights)
  verifies('D-27', title, async () => {
    const front = await chooseFront(sight, {
      isOwn: pid => pid === HOST || pid === TERMINAL,
      isRunning: async ({ pid }) => pid !== ENDED,
    })
    const said = {
      front: () => (front.kind === 'front' ? `front ${front.pid} ${front.by}` : ''),
      nothing: () => 'nothing',
      unknown: () => (front.kind === 'unknown' ? `unknown ${front.why}` : ''),
    }[front.kind]()
    equal(said, want)
  })

verifies('D-27', 'the history has one entry an app, latest first, and is bounded', () => {
  let history: FrontMoment[] = []
  for (let at = 0; at < 1000; at++) history = remember(history, app(at % 100))
  equal(history.length, 32)
  deepEqual(history.slice(0, 2), [app(99), app(98)])
  deepEqual(remember([app(1), app(2)], app(2)), [app(2), app(1)])
  deepEqual(remember([stranger], stranger), [stranger])
})

verifies('D-27', 'another process with the same id is another app', () => {
  const reborn: FrontMoment = { kind: 'process', pid: 1, start: 'later', window: 10, order: 'seen' }
  deepEqual(remember([app(1)], reborn), [reborn, app(1)])
})

const here = { hostname: 'desk' }
const owners: [title: string, facts: WindowFacts, want: string | number][] = [
  ['both say the same', { ...here, named: 5, connected: 5, machine: 'desk' }, 5],
  ['a name with a domain', { ...here, named: 5, connected: 5, machine: 'Desk.example.org' }, 5],
  ['only the connection is known', { ...here, named: undefined, connected: 5, machine: undefined }, 5],
  ['the connection is not known', { ...here, named: 5, connected: undefined, machine: 'desk' }, 5],
  ['they differ', { ...here, named: 2, connected: 5, machine: 'desk' }, 'other-namespace'],
  ['another machine', { ...here, named: 5, connected: 5, machine: 'desktop' }, 'other-machine'],
  ['neither is known', { ...here, named: undefined, connected: undefined, machine: 'desk' }, 'no-process'],
  [
    'nothing shows the machine',
    { ...here, named: 5, connected: undefined, machine: undefined },
    'no-process',
  ],
]
for (const [title, facts, want] of owners)
  verifies('EL-8-by-pid', `the process of a window: ${title}`, () => {
    const owner = windowOwner(facts)
    equal(owner.kind === 'process' ? owner.pid : owner.why, want)
  })

const bare = { platform: 'linux', sessionType: undefined, waylandDisplay: undefined, display: undefined }
const sessions = [
  [{ ...bare, display: ':0' }, 'x11'],
  [{ ...bare, display: ':0', sessionType: 'x11' }, 'x11'],
  [{ ...bare, display: ':0', sessionType: 'wayland' }, 'wayland'],
  [{ ...bare, display: ':0', waylandDisplay: 'wayland-0' }, 'wayland'],
  [bare, 'no-source'],
  [{ ...bare, platform: 'darwin', display: '/tmp/x:0' }, 'helper'],
  [{ ...bare, platform: 'win32' }, 'helper'],
] as const
for (const [facts, want] of sessions)
  verifies('EL-9.2-front-app', `${JSON.stringify(facts)} is ${want}`, () => equal(sessionOf(facts), want))

verifies('EL-9.2-front-app', 'an unknown front app is told in words, and nobody is asked', async () => {
  const source: FrontSource = { look: async () => ({ kind: 'unknown', why: 'wayland' }), close: () => {} }
  deepEqual(await readFront(source, { folder: '/nowhere' }), {
    kind: 'unknown-front',
    why: 'wayland',
    message: 'a Wayland session tells nobody which window is in front',
  })
})

const broken: [title: string, look: FrontSource['look'], why: string][] = [
  [
    'throws',
    () => {
      throw new Error('x')
    },
    'failed',
  ],
  [
    'rejects',
    async () => {
      throw new Error('x')
    },
    'failed',
  ],
  ['never answers', () => new Promise(() => {}), 'late'],
]
for (const [title, look, why] of broken)
  verifies('EL-9.2-never-wait', `a source that ${title} is unknown`, async () => {
    const outcome = await readFront({ look, close: () => {} }, { folder: '/nowhere', timeoutMs: 50 })
    equal(outcome.kind === 'unknown-front' && outcome.why, why)
  })

verifies('EL-9.2-front-app', 'a display that is named and not there is unknown', async () => {
  const source = openFrontSource({ display: ':9999' })
  deepEqual(await source.look(), { kind: 'unknown', why: 'no-display' })
  source.close()
})
