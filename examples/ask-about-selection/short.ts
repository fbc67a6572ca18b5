import { asFront, findApps, openCollector } from '@copane/host/node'

const collector = openCollector({
  client: 'my-host',
  front: async () => {
    const { kind, apps } = await findApps({ timeoutMs: 5000 })
    const [app, other] = apps
    return kind === 'all' && app && !other
      ? asFront(app, { timeoutMs: 5000 })
      : { kind: 'none', message: 'not one app, but none or several' }
  },
})
const collection = collector.collect({ scope: 'pointed' }) // the user asked: read once, now
const state = await collection.ready
if (state.kind === 'shown') console.log(state.preview.text) // what would be sent, byte for byte
collection.remove('may') // the user takes something out
const sent = await collection.send()
if (sent.kind === 'sent')
  console.log(`Sent ${sent.bytes.length} bytes; ${sent.receipt.counts.elements} elements.`)
