/** Lets another program be the desk's user: one JSON object a line in, one out. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { isRecord } from '@copane/protocol/findings'
import { seen } from './seen.js'
import type { RunningDesk } from './start-desk.js'

/**
 * Serves a driver until its input ends.
 *
 * Shape   `{ id, act }` does a user's act and `{ id, see: true }` tells what is seen, each answered by
 *         `{ id, outcome }`; the first line out is `{ ready: true, page }`, with the address
 *         at which a browser is let in once.
 * Errors  a line of another form is answered `{ outcome: { kind: 'invalid', … } }`, and the next one is read.
 */
export async function serveDriver(
  { desk, page }: RunningDesk,
  input: Readable,
  output: Writable,
): Promise<void> {
  const say = (message: object) => void output.write(`${JSON.stringify(message)}\n`)
  say({ ready: true, page: page.url })
  for await (const line of createInterface({ input })) {
    const message = parse(line)
    const id = isRecord(message) && typeof message.id === 'number' ? { id: message.id } : {}
    if (isRecord(message) && message.see === true) say({ ...id, outcome: seen(desk.store.read()) })
    else say({ ...id, outcome: desk.act(isRecord(message) ? message.act : undefined) })
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
