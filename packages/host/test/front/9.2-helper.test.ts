/** The outputs are those that the documentation and the source of get-windows 9.3 give; they were not taken on such machines. */
import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { chooseFront } from '../../src/elements/front.ts'
import { reportedAncestors, reportedListeners, reportedSight } from '../../src/elements/reported.ts'
import { frontNow } from '../../src/node/front-app.ts'
import { openHelperFront } from '../../src/node/front/helper.ts'
import type { WindowsHelper } from '../../src/node/helpers.ts'

const onMac = (id: number, processId: number, bundleId: string) => ({
  platform: 'macos',
  title: '',
  id,
  bounds: { x: 0, y: 25, width: 1440, height: 900 },
  owner: { name: 'App', processId, bundleId, path: '/Applications/App.app' },
  memoryUsage: 11_015_432,
})
const onWindows = (id: number, processId: number) => ({
  platform: 'windows',
  id,
  title: '',
  owner: { processId, path: String.raw`C:\Program Files\App\app.exe`, name: 'App' },
  bounds: { x: -8, y: -8, width: 1936, height: 1056 },
  contentBounds: { x: 0, y: 23, width: 1920, height: 1017 },
  memoryUsage: 52_756_480,
})

const NOTES = onMac(5762, 310, 'org.example.notes')
const MAIL = onMac(81, 402, 'org.example.mail')
const TERMINAL = onMac(99, 77, 'com.apple.Terminal')
const DESK = onWindows(1_311_598, 4120)
const CONSOLE = onWindows(66_050, 700)
const HANDLE_BELOW_ZERO = onWindows(-2_147_417_000, 4120)

const OWN = new Set([1, 77, 700])
const sights: [title: string, active: unknown, open: unknown, want: unknown][] = [
  ['macOS: the app in front', NOTES, [NOTES, MAIL], { pid: 310, window: 5762, by: 'now' }],
  [
    'macOS: from the terminal, the app below it',
    TERMINAL,
    [TERMINAL, MAIL, NOTES],
    { pid: 402, window: 81, by: 'stacked' },
  ],
  ['macOS: only the terminal', TERMINAL, [TERMINAL], 'own-only'],
  ['macOS: an app without a window', null, null, 'untold'],
  ['Windows: the app in front', DESK, [DESK, CONSOLE], { pid: 4120, window: 1_311_598, by: 'now' }],
  [
    'Windows: from the console, the app below it',
    CONSOLE,
    [CONSOLE, DESK],
    { pid: 4120, window: 1_311_598, by: 'stacked' },
  ],
  [
    'Windows: a handle that is no number of a window',
    HANDLE_BELOW_ZERO,
    [],
    { pid: 4120, window: undefined, by: 'now' },
  ],
  ['Windows: the window of a program with more rights', null, [DESK], 'untold'],
  ['Windows: the helper without its compiled part', undefined, undefined, 'no-helper'],
  ['a window without an owner', { id: 1 }, [NOTES], 'no-process'],
  ['an owner without a process', { id: 1, owner: { processId: 0 } }, [NOTES], 'no-process'],
  [
    'below the terminal a window without an owner: nobody in its place',
    TERMINAL,
    [{ id: 5 }, NOTES],
    'no-process',
  ],
  ['words', 'front', 'all', 'no-process'],
]
for (const [title, active, open, want] of sights)
  verifies('EL-9.2-front-app', `recorded: ${title}`, async () => {
    const front = await chooseFront(reportedSight(active, open), {
      isOwn: pid => OWN.has(pid),
      isRunning: async () => true,
    })
    const { kind } = front
    deepEqual(
      kind === 'front'
        ? { pid: front.pid, window: front.window, by: front.by }
        : kind === 'unknown' && front.why,
      want,
    )
  })

const helperOf = (over: Partial<WindowsHelper>): WindowsHelper => ({
  activeWindow: async () => onMac(7, process.pid, 'org.example.host'),
  openWindows: () => [],
  ...over,
})
const fail = () => {
  throw new Error('x')
}
const loads: [title: string, load: () => Promise<WindowsHelper | undefined>, want: string][] = [
  ['is not installed', async () => undefined, 'no-helper'],
  ['names this program', async () => helperOf({}), 'own-only'],
  ['rejects', async () => helperOf({ activeWindow: async () => fail() }), 'failed'],
  ['throws', async () => helperOf({ openWindows: fail }), 'failed'],
  ['never answers', async () => helperOf({ openWindows: () => new Promise(() => {}) }), 'late'],
]
for (const [title, load, want] of loads)
  verifies('EL-9.2-front-app', `a helper that ${title} is unknown: ${want}`, async () => {
    const front = await frontNow(openHelperFront(load), AbortSignal.timeout(100))
    deepEqual(front.kind === 'unknown' && front.why, want)
  })

verifies(
  'EL-9.2-front-app',
  'a helper is asked for nothing that the system would ask its user about',
  async () => {
    const asked: unknown[] = []
    const note = (options: unknown) => void asked.push(options)
    await openHelperFront(async () =>
      helperOf({ activeWindow: async options => note(options), openWindows: note }),
    ).look()
    const quiet = { accessibilityPermission: false, screenRecordingPermission: false }
    deepEqual(asked, [quiet, quiet])
  },
)

const bindings: [title: string, reported: unknown, want: unknown][] = [
  ['the process itself', [{ host: '127.0.0.1', pid: 5 }], [{ reach: 'loopback', isHeld: true }]],
  ['another process', [{ host: '127.0.0.1', pid: 6 }], [{ reach: 'loopback', isHeld: false }]],
  ['every address', [{ host: '*', pid: 5 }], [{ reach: 'any', isHeld: true }]],
  ['every address of the old kind', [{ host: '0.0.0.0', pid: 5 }], [{ reach: 'any', isHeld: true }]],
  [
    'two on one port',
    [
      { host: '127.0.0.1', pid: 5 },
      { host: '127.0.0.1', pid: 6 },
    ],
    [
      { reach: 'loopback', isHeld: true },
      { reach: 'loopback', isHeld: false },
    ],
  ],
  ['another address', [{ host: '192.0.2.7', pid: 5 }], undefined],
  ['no process told', [], undefined],
  ['nonsense', 'x', undefined],
  ['nonsense in a list', [null, 7, { pid: 5 }], undefined],
]
for (const [title, reported, want] of bindings)
  verifies('EL-8-listener-check', `recorded listeners: ${title}`, () => {
    const facts = reportedListeners(reported, 5)
    deepEqual(facts.kind === 'sockets' ? facts.sockets : undefined, want)
  })

const LIST = [
  { pid: 9, ppid: 5, name: 'node' },
  { pid: 5, ppid: 3, name: 'zsh' },
  { pid: 3, ppid: 1, name: 'Terminal' },
  { pid: 1, ppid: 0, name: 'launchd' },
  { pid: 20, ppid: 21, name: 'ring' },
  { pid: 21, ppid: 20, name: 'ring' },
]
const lines: [title: string, list: unknown, pid: number, want: number[]][] = [
  ['up to the first', LIST, 9, [5, 3, 1]],
  ['a ring of reused ids ends', LIST, 20, [21, 20]],
  ['a process that is not listed', LIST, 4, []],
  ['nonsense', 'x', 9, []],
]
for (const [title, list, pid, want] of lines)
  verifies('D-27', `recorded ancestors: ${title}`, () => deepEqual(reportedAncestors(list, pid), want))
