/** Compiles every package and app that changed; prints only what went wrong. */
import './guard.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const compiler = fileURLToPath(new URL('../node_modules/ts7/bin/tsc', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const { status, stdout, stderr, error } = spawnSync(process.execPath, [compiler, '-b'], {
  cwd: root,
  encoding: 'utf8',
})

if (status !== 0) {
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  process.exit(status || 1)
}
