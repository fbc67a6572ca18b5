/** Plays the user of the host: looks, takes a passage out, sends, and finds the receipt; then denies and asks again. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openReceipts, openSettings } from '@copane/host/node'

const home = mkdtempSync(join(tmpdir(), 'ask-about-selection-'))
const [config, state] = [join(home, 'config'), join(home, 'state')]
const env = {
  ...process.env,
  COPANE_PROVIDERS_DIR: join(home, 'providers'),
  COPANE_CONFIG_DIR: config,
  COPANE_STATE_DIR: state,
}
const notes = start('notes.ts')
try {
  const [line] = await once(linesOf(notes), 'line')
  equal(line, 'Notes can be found.')

  const { said: short } = await ask('', 'short.ts')
  console.log(`${short.join('\n')}\n`)

  const first = await ask('- price\nsend\n')
  say(
    'then',
    `price is taken out: ${first.shown[1]
      ?.split('\n')
      .find(line => line.includes('plan Document'))
      ?.trim()}`,
  )
  say('told', first.last)
  ok(!first.shown[1]?.includes('price is 40'), 'the passage is gone, also from the text of the note')
  const receipts = openReceipts({ folder: join(state, 'receipts') })
  const { receipts: kept } = await receipts.list()
  deepEqual(
    kept.slice(0, 1).map(({ client, bytes, sha256 }) => ({ client, bytes, sha256 })),
    [{ client: 'ask-about-selection', ...digestOf(first.shown[1] ?? '') }],
    'what was sent is what was shown, byte for byte',
  )

  await openSettings({ folder: config }).deny({ url: 'file:///home/ada/notes/*' })
  const second = await ask('send\n')
  say('denied', second.shown[0]?.split('\n').at(-3))
  ok(!second.shown[0]?.includes('launch'), 'the note is kept out, with its selection')

  await openSettings({ folder: config }).turnOff()
  say('off', (await ask('send\n')).said[0])
} finally {
  notes.kill('SIGTERM')
  const [code] = await once(notes, 'exit')
  equal(code, 0, 'the app ends when it is asked to')
  deepEqual(readdirSync(join(home, 'providers')), [], 'its descriptor is gone')
  rmSync(home, { recursive: true })
}

/** Runs the host with what its user types; gives what it showed, and its other lines. */
async function ask(
  typed: string,
  file = 'host.ts',
): Promise<{ shown: string[]; said: string[]; last: string }> {
  const host = start(file, String(notes.pid))
  let output = ''
  host.stdout?.on('data', chunk => (output += String(chunk)))
  host.stdin?.end(typed)
  const [code] = await once(host, 'close')
  equal(code, 0)
  const shown = output.match(/<app-data>\n[^]*?\n<\/app-data>\n/g) ?? []
  const said = output.trimEnd().split('\n')
  return { shown, said, last: said.at(-1) ?? '' }
}

function start(file: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

function linesOf({ stdout }: ChildProcess) {
  if (!stdout) throw new Error('no output')
  return createInterface({ input: stdout })
}

function digestOf(text: string): { bytes: number; sha256: string } {
  const bytes = Buffer.from(text)
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function say(what: string, text = ''): void {
  console.log(`${what.padEnd(8)}${text.trimEnd().replaceAll('\n', `\n${' '.repeat(8)}`)}`)
}
