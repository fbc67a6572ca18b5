/** Secrets in every sensitive place are in no byte that is sent, printed, thrown or written, at any log level. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseDescriptor } from '@copane/protocol/elements'
import { beforeAll } from 'vitest'
import { verifies } from '../support/verifies.js'
import { type Drive, driveClient, driveStranger, driveWaiting } from './drive.js'
import { foundIn, mintSecrets, SENT, UNHEARD } from './secrets.js'

type Run = { leaks: string[]; sent: string; errors: string; exit: number | null; descriptorMode: number }
type Plant = 'none' | 'stdout' | 'stderr' | 'file' | 'answer' | 'error'

/** Runs the app through everything and says what was found where. */
async function runWith(plant: Plant): Promise<Run> {
  const root = mkdtempSync(join(tmpdir(), 'copane-canary-'))
  const secrets = mintSecrets()
  const sent: string[] = []
  const given = mkdtempSync(join(tmpdir(), 'copane-secrets-'))
  writeFileSync(join(given, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
  const child = startApp(root, [join(given, 'secrets.json'), plant])
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString('latin1')))
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString('latin1')))
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  /** Reads what the app says until it says one of these. */
  const hear = async (...wanted: string[]): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done || value === undefined) throw new Error(`the app ended: ${said.stderr.slice(-2000)}`)
      if (wanted.includes(value)) return value
    }
  }
  const tell = (line: string) => void child.stdin?.write(`${line}\n`)
  try {
    equal(await hear('started', 'refused'), 'started')
    const first = described(root)
    const reach = (descriptor: Descriptor): Drive => ({
      secrets,
      elements: descriptor,
      bridge: descriptor.bridge,
      keep: text => void sent.push(text),
    })
    await driveStranger(reach(first))
    for (const mode of ['legacy', 'auto'] as const) {
      const waiting = await driveWaiting(reach(first), mode)
      await hear('waiting')
      waiting.takeBack()
      await hear('taken back')
      await waiting.call
      await waiting.close()
      await driveClient(reach(first), mode)
    }
    const ending = await driveWaiting(reach(first), 'auto')
    await hear('waiting')
    tell('off')
    await ending.call
    await ending.close()
    equal(await hear('off', 'refused'), 'off')
    const filesOff = filesOf(root)
    tell('on')
    equal(await hear('started', 'off', 'refused', 'on'), 'started')
    const second = described(root)
    const filesOn = filesOf(root, second.file)
    child.kill('SIGTERM')
    await once(child, 'close')
    const tokens = Object.fromEntries(
      [first, second].flatMap(({ token, bridge }, at) => [
        [`token ${at}`, token],
        [`bridge token ${at}`, bridge.token],
      ]),
    )
    const all = { ...secrets, ...tokens }
    const unheard = Object.entries(all).filter(([name]) => UNHEARD.includes(name) || name in tokens)
    const places: [place: string, text: string, names: { [name: string]: string }][] = [
      ['answer', sent.join('\n'), Object.fromEntries(unheard)],
      ['stdout', said.stdout, all],
      ['stderr', said.stderr, all],
      ['file', [filesOff, filesOn, filesOf(root)].join('\n'), all],
    ]
    return {
      leaks: places.flatMap(([place, text, names]) =>
        foundIn(text, names).map(name => `${name} in ${place}`),
      ),
      sent: sent.join('\n'),
      errors: said.stderr,
      exit: child.exitCode,
      descriptorMode: first.mode,
    }
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
    for (const folder of [root, given]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Every folder that it could write to is below the root, and whatever can talk is told to. */
function startApp(root: string, args: readonly string[]): ChildProcess {
  const temp = join(root, 'tmp')
  mkdirSync(temp)
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    TMPDIR: temp,
    XDG_STATE_HOME: join(root, 'state'),
    COPANE_PROVIDERS_DIR: join(root, 'providers'),
    COPANE_CONFIG_DIR: join(root, 'config'),
    // All but `stream`, which prints the bytes that pass, as it says; no library can keep it from that.
    NODE_DEBUG: 'http,https,net,tls,fetch,undici,timer,fs,module,worker,child_process',
    DEBUG: '*',
    LOG_LEVEL: 'trace',
    NODE_ENV: 'development',
  }
  const program = join(import.meta.dirname, 'canary-app.ts')
  return spawn(process.execPath, ['--trace-warnings', '--trace-uncaught', program, ...args], {
    env,
    cwd: temp,
  })
}

type Descriptor = ReturnType<typeof described>

function described(root: string) {
  const [file = ''] = globSync(join(root, 'providers/*.json'))
  const outcome = parseDescriptor(readFileSync(file, 'utf8'))
  if (outcome.kind !== 'descriptor' || !outcome.descriptor.bridge) throw new Error('no whole descriptor')
  const { endpoint, token, bridge } = outcome.descriptor
  return { endpoint, token, bridge, file, mode: statSync(file).mode & 0o777 }
}

/** All files below a folder, with their names; the descriptor may hold its tokens. */
const filesOf = (root: string, except?: string): string =>
  globSync('**', { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => file !== except)
    .map(file => `${file}\n${readFileSync(file, 'latin1')}`)
    .join('\n')

let clean: Run
beforeAll(async () => {
  clean = await runWith('none')
}, 120_000)

/** The leaks of a run that a pattern names. */
const leaksLike = (pattern: RegExp): string[] => clean.leaks.filter(leak => pattern.test(leak))

for (const [id, title, pattern] of [
  [
    'GB-4.5-sensitive',
    'no sensitive value of a field or a block',
    /^(password|tokenField|block|cell|item|payload|picture) /,
  ],
  ['FR-40', 'no title and no text of a private window', /^private/],
  ['D-48', 'no word of what an action, the elements or a place threw', /^thrown/],
  ['D-08', 'no word of a request that was refused, its token included', new RegExp(`^(${SENT.join('|')}) `)],
  ['EL-sec-no-surprise', 'nothing that was not meant for agents is in an answer', / in answer$/],
  [
    'EL-sec-no-log',
    'nothing of an answer, and no token, is printed or in a file',
    / in (stdout|stderr|file)$/,
  ],
  ['FR-31', 'nothing masked is sent, printed or written, on any road, in either era', /./],
  ['FR-37', 'nothing is printed with every log level on, whatever error comes', / in std/],
] as const)
  verifies(id, title, () => deepEqual(leaksLike(pattern), []))

verifies('EL-sec-permissions', 'the one file that holds the tokens is the descriptor, and it is 0600', () => {
  equal(clean.descriptorMode, 0o600)
})

verifies('EL-sec-no-log', 'the drive went down the roads that it is meant to', () => {
  equal(clean.exit, 0)
  const heard = [
    'stale_state',
    'validation_failed',
    'blocked_by_modal',
    'window_not_found',
    'action_not_available',
    'action_failed',
    'turned this app off',
    'offscreen',
    '••••••',
    'Parse error',
    'Host must be',
    'no such path',
    'no page of any origin',
    'notifications/resources/updated',
  ].filter(word => !clean.sent.includes(word))
  deepEqual(heard, [], 'these were not heard')
  for (const word of [
    'threw before it committed',
    'threw after its commit',
    'tree threw or rejected',
    'locate threw or rejected',
    '$.root.children[0].children[0]',
    'HTTP',
  ])
    ok(clean.errors.includes(word), `${word} was not printed`)
})

for (const [plant, leak] of [
  ['stdout', 'text in stdout'],
  ['stderr', 'title in stderr'],
  ['file', 'password in file'],
  ['answer', 'password in answer'],
  ['error', 'thrown in answer'],
] as const)
  verifies('EL-sec-no-log', `a leak that is planted is found: ${leak}`, async () => {
    deepEqual((await runWith(plant)).leaks, [leak])
  })
