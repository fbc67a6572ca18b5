/** Asks about what is selected: shows what would be sent, lets its user take things out, sends nothing by itself. */
import { createInterface } from 'node:readline'
import { appByPid, type CollectionState } from '@copane/host'
import { asFront, findApps, openCollector } from '@copane/host/node'

const pid = Number(process.argv[2])
const collector = openCollector({
  client: 'ask-about-selection',
  front: async () => {
    const found = appByPid(await findApps({ timeoutMs: 5000 }), pid)
    if (found.kind === 'app') return asFront(found.app, { timeoutMs: 5000 })
    return {
      kind: 'none',
      message: found.kind === 'none' ? `no app with the process id ${pid}` : 'several apps for one process',
    }
  },
})

const collection = collector.collect({ scope: 'pointed' })
show(await collection.ready)
console.log('Type "-" and an id to take that out, "send" to send what you see, "quit" to send nothing.')
for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('-')) show(collection.remove(line.slice(1).trim()))
  else if (line === 'quit' || (line === 'send' && (await send()))) break
}
collector.close()

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

function show(state: CollectionState): void {
  if (state.kind === 'shown') console.log(state.preview.text)
  else console.log('message' in state ? state.message : state.kind)
}
