/** A program that an agent starts: a counter on stdin and stdout, with timers and a socket that would keep it alive. */
import { createServer } from 'node:net'
import { createBridge, createIds, createStore, defineAction } from '@copane/provider'
import { after, createFingerprint, serveStdio } from '@copane/provider/node'

const id = createIds('cnt').windowId()
const store = createStore({ initial: { count: 0 } })
const add = defineAction<{ count: number }>({
  name: 'add',
  title: 'Add',
  description: 'Adds one.',
  writes: ctx => {
    ctx.commit(({ count }) => ({ kind: 'done', state: { count: count + 1 }, message: 'added' }))
    return undefined
  },
})
const bridge = createBridge<{ count: number }>({
  store,
  windows: ({ count }) => ({
    windows: [
      {
        id,
        title: 'Counter',
        summary: 'Counts.',
        blocks: [{ type: 'text', id: 'n', text: String(count) }],
        actions: [add],
      },
    ],
  }),
  fingerprint: createFingerprint(),
  after,
})

setInterval(() => console.log('a stray line of the app'), 5)
createServer().listen(0, '127.0.0.1')
const end = await serveStdio({ bridge, app: { name: 'Counter', version: '1' } })
process.stderr.write(`end: ${end}\n`)
process.exit(0)
