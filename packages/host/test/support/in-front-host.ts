/** A host in a process of its own: reads the front app each time it is asked to, and prints what came of it. */
import { createInterface } from 'node:readline'

const [, , dist = '', folder = ''] = process.argv
const { openX11Front, readFront } = await import(dist)
const source = openX11Front()

createInterface({ input: process.stdin })
  .on('line', () => void read())
  .on('close', () => process.exit(0))

async function read(): Promise<void> {
  const { kind, by, why, root } = await readFront(source, { folder, timeoutMs: 5000 })
  console.log(JSON.stringify({ kind, by, why, title: root?.title }))
}

await source.look()
console.log(JSON.stringify({ kind: 'ready' }))
