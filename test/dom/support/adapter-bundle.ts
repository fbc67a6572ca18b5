/** The adapter as one script for a page, made from the sources. */
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** A script that puts what `@copane/adapters/dom` exports into the global `copane`. */
export async function bundleAdapter(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [{ name: 'package-sources', enforce: 'pre', resolveId: sourceOf }],
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: join(root, 'packages/adapters/src/dom/index.ts'), formats: ['iife'], name: 'copane' },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap(each => ('output' in each ? each.output : []))
  const code = chunks.flatMap(chunk => (chunk.type === 'chunk' ? [chunk.code] : [])).join('\n')
  return `${code}\nglobalThis.copane = copane`
}

function sourceOf(id: string): string | undefined {
  const [, name, subpath = ''] = /^@copane\/([\w-]+)(?:\/(.+))?$/.exec(id) ?? []
  return name === undefined ? undefined : join(root, 'packages', name, 'src', subpath, 'index.ts')
}
