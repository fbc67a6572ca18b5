import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { openSettings } from '../../src/node/settings.ts'
import { makeFolder } from '../support/providers-folder.ts'

const undo: (() => unknown)[] = []
afterEach(() => {
  for (const step of undo.splice(0).toReversed()) step()
})

/** Denials that a process said were kept, as it says them. */
function denier(folder: string, name: string, count: number) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'in-denier.ts'), folder, name, String(count)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  undo.push(() => child.kill('SIGKILL'))
  const kept: string[] = []
  const ended = once(child, 'close')
  if (child.stdout) createInterface({ input: child.stdout }).on('line', line => kept.push(line))
  return { child, kept, ended }
}

async function denied(folder: string): Promise<Set<string | undefined>> {
  const consent = await openSettings({ folder }).read()
  if (consent.kind !== 'settings') throw new Error(consent.message)
  return new Set(consent.settings.deny.map(({ subrole }) => subrole))
}

function newFolder(): string {
  const made = makeFolder()
  undo.push(made.remove)
  return join(made.path, 'config')
}

verifies('FR-34', 'two processes that deny at once lose no denial', async () => {
  const folder = newFolder()
  const both = [denier(folder, 'one', 25), denier(folder, 'two', 25)]
  for (const { ended } of both) deepEqual(await ended, [0, null])
  const found = await denied(folder)
  equal(found.size, 50)
  for (const { kept } of both) for (const name of kept) ok(found.has(name), name)
})

verifies(
  'FR-34',
  'a process that is killed while it denies loses none that was kept, and stops nobody',
  async () => {
    const folder = newFolder()
    const said: string[] = []
    for (let round = 0; round < 4; round++) {
      const victim = denier(folder, `victim-${round}`, 1000)
      if (victim.child.stdout) await once(victim.child.stdout, 'data')
      victim.child.kill('SIGKILL')
      await victim.ended
      said.push(...victim.kept)
    }
    const last = denier(folder, 'last', 3)
    deepEqual(await last.ended, [0, null])
    const found = await denied(folder)
    for (const name of [...said, ...last.kept]) ok(found.has(name), name)
    equal(last.kept.length, 3)
  },
)

verifies('D-52', 'a user that the system has no name for has settings as well', () => {
  if (process.getuid?.() !== 0) return
  const index = new URL('../../dist/node/index.js', import.meta.url).href
  const script = `import { openSettings } from ${JSON.stringify(index)}
    console.log(openSettings().file)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    uid: 54_321,
    cwd: '/',
    env: { HOME: '/home/ada' },
    encoding: 'utf8',
  })
  equal(output, '/home/ada/.config/copane/settings.json\n')
})
