/** A bridge server that is a program on stdio, checked without any HTTP. */
import { deepEqual, equal } from 'node:assert/strict'
import { join } from 'node:path'
import { checkBridge } from '@copane/conformance/node'
import { verifies } from '../../../test/support/verifies.ts'
import { verdictsOf } from './planted.ts'

const MAIN = join(import.meta.dirname, 'peers/stdio-main.ts')
const program = (...args: string[]) => ({ command: process.execPath, args: [MAIN, ...args] })
const OPTIONS = { mayChange: true, hearMs: 1500, askMs: 10_000 }

verifies(
  'GB-3-transport',
  'a program on stdio passes in both eras, and is changed by its own tools',
  async () => {
    const report = await checkBridge(program(), OPTIONS)
    deepEqual(verdictsOf(report), {})
    deepEqual([report.eras, report.isReached], [['legacy', 'modern'], true])
    const verdicts = new Map(report.checks.map(({ id, verdict }) => [id, verdict]))
    for (const id of ['GB-5.4-success', 'GB-7.1-version-rises', 'GB-10.1-serialised'] as const)
      equal(`${id} ${verdicts.get(id)}`, `${id} passed`)
  },
)

verifies('GB-3-transport', 'a program on stdio that never notifies is caught', async () => {
  const report = await checkBridge(program('--broken'), { ...OPTIONS, hearMs: 300, eras: ['legacy'] })
  deepEqual(report.eras, ['legacy'])
  const failed = report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  deepEqual(failed, ['GB-6-after-effect'])
})

const NOBODY: readonly (readonly [string, { command: string; args?: string[] }, boolean])[] = [
  ['a command that is not there', { command: 'copane-no-such-command' }, false],
  ['a command that ends at once', { command: process.execPath, args: ['-e', ''] }, false],
  ['a command that repeats what it is told', { command: 'cat' }, true],
  [
    'a command that says what is no JSON',
    {
      command: process.execPath,
      args: [
        '-e',
        'process.stdin.resume().on("end", () => process.exit()); setInterval(() => console.log("{"), 9)',
      ],
    },
    true,
  ],
]

for (const [title, command, isReached] of NOBODY)
  verifies('GB-3-capabilities', `${title} fails there, and nothing is judged in the dark`, async () => {
    const report = await checkBridge(command, { askMs: 400 })
    const failed = report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
    deepEqual([failed, report.ok, report.isReached], [['GB-3-capabilities'], false, isReached])
  })
