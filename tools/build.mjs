/** Compiles every package and app that changed, and the desk's page; prints only what went wrong. */
import './guard.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.mjs'

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
const trouble = buildPage(root)
if (trouble !== undefined) {
  process.stderr.write(trouble)
  process.exit(1)
}
