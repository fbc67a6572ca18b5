import { deepEqual, equal, match } from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { copaneIn, type RunningApp, startApp } from './support/running-app.ts'

const open: RunningApp[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

const wrong = [
  [['lok'], /no command "lok"; there are .*apps, look, where, windows, do.*\ntry: copane look/],
  [['wacth'], /no command "wacth".*\ntry: copane watch/],
  [['sett'], /try: copane settings/],
  [['frobnicate'], /try: copane --help/],
  [['settings', 'of'], /no setting "of"; there are off, on, deny.*\ntry: copane settings deny/],
  [['settings', 'off', 'now'], /"now" is one word too many/],
  [['settings', 'deny'], /deny takes --app, --url, --subrole or --role/],
  [['settings', 'deny', '--role', 'Knob'], /--role takes one of Application, /],
  [['settings', 'deny', '--url', ''], /an empty pattern/],
  [['settings', '--app', 'x'], /go with deny or allow/],
  [['settings', 'ask', 'maybe'], /ask takes on or off/],
  [['settings', 'keep', 'long'], /keep takes a number of days/],
  [['receipts', '--last', '0'], /--last takes a number, not "0"/],
  [['share', '--scope', 'all'], /--scope takes pointed, shown or open, not "all"/],
  [['share', '--bytes', 'x'], /--bytes takes a number/],
  [['init', '--client', 'emacs'], /--client takes claude-code, .*, not "emacs"/],
  [['init', '--yes', '--dry-run'], /give one or the other/],
  [['init', '--command', ' '], /--command takes the words/],
  [['watch', 'now'], /"now" is one word too many/],
  [['doctor', 'me'], /"me" is one word too many/],
  [['completions'], /the shell is missing/],
  [['constructor'], /no command "constructor"/],
  [['look', '--nope'], /Unknown option '--nope'\ntry: copane look --app Editor/],
  [['look', '--app'], /Option '--app <value>' argument missing\ntry: /],
  [['look', 'x'], /"x" is one word too many\ntry: /],
  [['look', '--pid', 'x'], /--pid takes a process id, not "x"\ntry: /],
  [['look', '--pid', '-1'], /--pid/],
  [['where'], /the id of an element is missing\ntry: copane where sel-4 --app Editor/],
  [['do'], /the window \(or app\) is missing\ntry: /],
  [['do', 'w-1'], /the action is missing\ntry: /],
  [['do', 'w-1', 'edit', 'x'], /"x" is not key=value\ntry: /],
  [['do', 'w-1', 'edit', '--expect', '-1'], /--expect/],
  [['do', 'w-1', 'edit', '--expect', '1.5'], /--expect takes a version, not "1.5"\ntry: .*--expect 3/],
  [['do', 'w-1', 'edit', '--args', '[]'], /--args takes one JSON object\ntry: /],
  [
    ['windows', '--window', 'w-9'],
    /--window: Editor has no window "w-9"; it has w-1\ntry: copane windows --app Editor/,
  ],
  [['apps', '--app', 'x'], /Unknown option '--app'\ntry: copane apps --json/],
] as const
for (const [args, want] of wrong)
  test(`wrong use: ${args.join(' ')}`, async () => {
    const app = await startApp()
    open.push(app)
    const { exit, out, err } = await app.copane(...args)
    deepEqual([exit, out], [2, ''])
    match(err, want)
  })

test('help is data when it was asked for, and talk when nothing was', async () => {
  const [asked, short, none] = await Promise.all(
    [['--help'], ['help'], []].map(args => copaneIn('/nowhere', args)),
  )
  equal(asked?.exit, 0)
  deepEqual([short?.out, none?.err], [asked?.out, asked?.out])
  equal(none?.exit, 2)
  for (const name of ['apps', 'look', 'where', 'windows', 'do']) {
    match(asked?.out ?? '', new RegExp(`copane ${name} `))
    const { exit, out } = await copaneIn('/nowhere', [name, '--help'])
    equal(exit, 0)
    match(out, new RegExp(`^copane ${name} [^]*example: copane ${name}`))
    equal((await copaneIn('/nowhere', ['help', name])).out, out)
  }
})

test('--version', async () =>
  deepEqual(await copaneIn('/nowhere', ['--version']), { exit: 0, out: '1.2.3\n', err: '' }))
