/** Lets a tool run what the tests run: the sources of the packages, not an earlier build. */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** From now on `@copane/<package>` is its sources, and `./x.js` beside `x.ts` is that file. */
export function runOnSources(root: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const [, name, subpath = ''] = /^@copane\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? []
      const index = name === undefined ? '' : join(root, 'packages', name, 'src', subpath, 'index.ts')
      if (existsSync(index)) return next(pathToFileURL(index).href, context)
      const source = sourceBeside(specifier, context.parentURL)
      return next(source ?? specifier, context)
    },
  })
}

function sourceBeside(specifier: string, parent: string | undefined): string | undefined {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !parent?.startsWith('file:'))
    return undefined
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parent)
  return existsSync(fileURLToPath(url)) ? url.href : undefined
}
