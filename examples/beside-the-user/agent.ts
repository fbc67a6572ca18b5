import { once } from 'node:events'
import { mayHaveActed } from '@copane/host'
import { appsOf, discover, openAllowed } from '@copane/host/node'
import type { WindowsSnapshot } from '@copane/protocol/bridge'

const [app] = appsOf(await discover({ timeoutMs: 5000 }))
if (!app) throw new Error('no app is running')
const opened = await openAllowed(app, { name: 'my-agent' }) // behind the user's settings
if (opened.kind !== 'session') throw new Error('message' in opened ? opened.message : opened.kind)
const { session } = opened

const read = await session.snapshot()
if (read.kind !== 'snapshot') throw new Error(read.kind)
const [pad] = read.snapshot.windows // what the agent decides on from here
console.log(`read   ${textOf(read.snapshot)}`)
await session.watch(heard => {
  console.log(`heard  ${heard.kind === 'snapshot' ? textOf(heard.snapshot) : heard.kind}`)
})
await once(process.stdin, 'data') // the agent thinks; meanwhile the user types

const more = (windows: WindowsSnapshot) => ({ text: `${textOf(windows)} Bye.` })
const outcome = await session.call(pad?.id ?? '', 'write', more(read.snapshot), {
  decide: fresh => ({ args: more(fresh) }), // it changed: decide again, or undefined to let it be
})
if (outcome.kind === 'done') console.log(`done   ${outcome.message}`)
else if (mayHaveActed(outcome)) console.log('unsure: read the windows before you call again')
else console.log(outcome.kind === 'failed' ? outcome.error.message : outcome.kind)
await session.close()

function textOf({ windows }: WindowsSnapshot): string {
  const [block] = windows[0]?.blocks ?? []
  return block?.type === 'text' ? block.text : ''
}
