/** An app that offers both protocols and handles no signal; prints what a client needs, one JSON object. */
import { createBridge, createElements, createIds, createStore } from '@copane/provider'
import { after, createFingerprint, mintInstance, startProvider } from '@copane/provider/node'

const ids = createIds('app')
const id = ids.windowId()
const store = createStore({ initial: {} })
const bridge = createBridge<object>({
  store,
  windows: () => ({
    windows: [{ id, title: 'Window', summary: 'Is there.', blocks: [], actions: [] }],
  }),
  fingerprint: createFingerprint(),
  after,
})
const instance = mintInstance()
const outcome = await startProvider({
  app: { bundleId: 'dev.copane.test', name: 'Test', version: '1' },
  instance,
  elements: createElements({
    instance,
    ids: { isIssued: () => false },
    tree: () => {
      throw new Error('canary-of-the-app')
    },
    locate: () => undefined,
  }),
  bridge,
})
if (outcome.kind === 'refused') {
  console.error(outcome.reason)
  process.exit(3)
}
console.log(JSON.stringify(outcome.provider.descriptor))
process.stdin.on('end', () => process.exit(0)).resume()
