/** A program that writes without an end is ended, before it costs memory. */
import { equal } from 'node:assert/strict'
import { test } from 'vitest'
import { startChannel } from '../../src/node/channel-process.ts'

const run = (program: string) => startChannel({ command: process.execPath, args: ['-e', program] })

test('a line that never ends ends the program', async () => {
  const lines: string[] = []
  const channel = run("const more = () => process.stdout.write('x'.repeat(1 << 20), more); more()")
  channel.onLine(line => lines.push(line))
  await channel.ended
  equal(lines.length, 0)
})

test('a line that comes in parts is one line, without its carriage return', async () => {
  const came = Promise.withResolvers<string>()
  const channel = run("process.stdout.write('one\\r'); setTimeout(() => process.stdout.write('\\ntwo'), 20)")
  channel.onLine(came.resolve)
  equal(await came.promise, 'one')
  await channel.close()
})
