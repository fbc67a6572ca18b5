/** A host in a process of its own: reads the front app each time it is asked to, and prints what came of it. */
import { createInterface } from 'node:readline'

const [, , dist = '', folder = ''] = process.argv
const { openX11Front, readFront } = await import(dist)
const source = openX11Front()

createInterface({ input: process.stdin })
  .on('line', async () => {
    const outcome = await readFront(source, { folder, timeoutMs: 5000 })
    const { kind, by, why, root } = outcome
    console.log(JSON.stringify({ kind, by, why, title: root?.title }))
  })
  .on('close', () => process.exit(0))
await source.look()
console.log(JSON.stringify({ kind: 'ready' }))
