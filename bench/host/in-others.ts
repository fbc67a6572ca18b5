/** The other apps of the machine in one process: many that answer nothing, and one that hangs on every request. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { descriptor } from './descriptor.ts'

const [, , folder = '', count = '0', withDescriptors] = process.argv

process.on('disconnect', () => process.exit(0))
let port = 0
for (let at = 0; at < Number(count); at++) {
  port = await listen()
  const text = JSON.stringify(descriptor(at, port, process.pid))
  if (withDescriptors === 'yes')
    writeFileSync(join(folder, `${process.pid}-live${at}.json`), text, { mode: 0o600 })
}
process.send?.({ pid: process.pid, port })

async function listen(): Promise<number> {
  const server = createServer(() => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
