/** Asks about what is selected: shows what would be sent, lets its user take things out, sends nothing by itself. */
import { createInterface } from 'node:readline'
import type { CollectionState, FrontSource } from '@copane/host'
import { inFront, openCollector, openFrontSource } from '@copane/host/node'

const [, , pid] = process.argv
const source = pid === undefined ? openFrontSource() : sourceOf(Number(pid))
const collector = openCollector({
  client: 'ask-about-selection',
  front: inFront(source, { timeoutMs: 5000 }),
})

const collection = collector.collect({ scope: 'pointed' })
show(await collection.ready)
console.log('Type "-" and an id to take that out, "send" to send what you see, "quit" to send nothing.')
for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('-')) show(collection.remove(line.slice(1).trim()))
  else if (line === 'quit' || (line === 'send' && (await send()))) break
}
collector.close()
source.close()

/** True when it was sent. */
async function send(): Promise<boolean> {
  const outcome = await collection.send()
  if (outcome.kind === 'changed') show(outcome.state)
  if (outcome.kind === 'not-shown') console.log('There is nothing to send.')
  if (outcome.kind === 'refused') console.log(outcome.message)
  if (outcome.kind !== 'sent') return false
  const { bytes, sha256 } = outcome.receipt
  console.log(`Sent ${bytes} bytes, SHA-256 ${sha256.slice(0, 12)}…`)
  return true
}

/** Where no window system tells which app is in front, its process id does. */
function sourceOf(pid: number): FrontSource {
  const now = { kind: 'process', pid, start: undefined, window: undefined, order: 'seen' } as const
  return { look: async () => ({ kind: 'seen', now, before: [] }), close: () => {} }
}

function show(state: CollectionState): void {
  if (state.kind === 'shown') console.log(state.preview.text)
  else console.log('message' in state ? state.message : state.kind)
}
