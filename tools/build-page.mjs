/** Builds the desk's page when something it is made of changed; prints only what went wrong. */
import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that the page is made of. */
const SOURCES = [
  'apps/desk/page',
  'apps/desk/src',
  'packages/protocol/src',
  'packages/adapters/src',
  'tools/build-page.mjs',
  'package-lock.json',
]

/** Builds `apps/desk/dist/web` below a root; gives back what went wrong, or undefined. */
export function buildPage(root) {
  const start = new Date()
  const dist = join(root, 'apps/desk/dist')
  const stamp = join(dist, '.page-built')
  const built = Math.min(changedAt(stamp), changedAt(join(dist, 'web/index.html')))
  if (SOURCES.every(source => newest(join(root, source)) < built)) return undefined
  const fresh = join(dist, `.web-${process.pid}`)
  const trouble =
    run(root, 'node_modules/ts7/bin/tsc', '-p', 'apps/desk/page') ??
    run(
      root,
      'node_modules/vite/bin/vite.js',
      'build',
      'apps/desk/page',
      '--outDir',
      fresh,
      '--logLevel',
      'warn',
    )
  if (trouble === undefined) {
    putInPlace(fresh, join(dist, 'web'), join(dist, `.old-${process.pid}`))
    writeFileSync(stamp, '')
    utimesSync(stamp, start, start)
  }
  rmSync(fresh, { recursive: true, force: true })
  return trouble
}

/** Another build may do the same at this moment: then one of the two stays, and both are good. */
function putInPlace(fresh, place, old) {
  try {
    if (changedAt(place) > 0) renameSync(place, old)
    renameSync(fresh, place)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error
  }
  rmSync(old, { recursive: true, force: true })
}

function run(root, script, ...args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return status === 0 ? undefined : `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`
}

/** When a file, or anything in a folder, last changed; a file that was removed changed its folder. */
function newest(path) {
  let last = changedAt(path)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return last
  for (const entry of readdirSync(path)) last = Math.max(last, newest(join(path, entry)))
  return last
}

const changedAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
