/** `copane check` with peers and drivers that are processes of their own. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { join } from 'node:path'
import { verifies } from '../../../../test/support/verifies.ts'
import { copaneIn } from '../support/running-app.ts'

const root = join(import.meta.dirname, '../../../..')
const node = (path: string) => [process.execPath, join(root, path)]
const check = (...args: string[]) => copaneIn('/nowhere', ['check', ...args])

verifies('D-09', 'a driver starts the desk, makes it do things, and says where it is', async () => {
  const driver = node('apps/desk/bin/steps.js').join(' ')
  const { exit, out, err } = await check(
    ...['elements', '--driver', driver],
    ...['--only', 'EL-sec-no-log', '--only', 'EL-9.1-id-stable', '--only', 'EL-4.1-instance'],
  )
  deepEqual([exit, out], [0, '3 passed, 0 failed\n'])
  match(err, /3 checks\n/)
})

verifies('GB-3-transport', 'a bridge server on stdio is a command', async () => {
  const program = node('packages/conformance/test/peers/stdio-main.ts')
  const only = ['--only', 'GB-5.4-success', '--only', 'GB-3-capabilities', '--intrusive']
  const { exit, out } = await check('bridge', ...only, '--', ...program)
  deepEqual([exit, out], [0, '2 passed, 0 failed\n'])
})

verifies('D-09', 'a host and a client are checked by their driver', async () => {
  const driver = node('test/conformance/support/host-driver.ts')
  const host = await check('host', '--only', 'EL-sec-origin', '--', ...driver)
  deepEqual([host.exit, host.out], [0, '1 passed, 0 failed\n'])
  const client = await check('client', '--only', 'GB-12.5-empty', '--driver', driver.join(' '))
  deepEqual([client.exit, client.out], [0, '1 passed, 0 failed\n'])
  equal(host.err.includes('MCP eras'), false)
})
