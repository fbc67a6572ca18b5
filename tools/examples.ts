/** Runs the check of every example: `npm run -s examples [-- <name>…]`; ends 1 when one fails. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const all = globSync('examples/*/check.ts', { cwd: root }).sort()
const names = all.map(file => basename(dirname(file)))
const unknown = wanted.find(name => !names.includes(name))
if (unknown !== undefined) {
  console.error(
    `no example ${unknown}; there are: ${names.join(', ')}. Try: npm run -s examples -- ${names[0]}`,
  )
  process.exit(2)
}

let failed = 0
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`== ${name}`)
  const { status } = spawnSync(process.execPath, [join(root, 'examples', name, 'check.ts')], {
    cwd: root,
    stdio: 'inherit',
    timeout: 60_000,
  })
  if (status !== 0) failed++
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'}`)
}
if (failed > 0) process.exit(1)
