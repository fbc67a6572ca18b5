/** The adapter, and what measures it, as one script for a page; made from the build. */
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/** A script that puts what is measured into the global `bench`. */
export async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: { entry: join(import.meta.dirname, 'in-page.ts'), formats: ['iife'], name: 'bench' },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap(each => ('output' in each ? each.output : []))
  const code = chunks.flatMap(chunk => (chunk.type === 'chunk' ? [chunk.code] : [])).join('\n')
  return `${code}\nglobalThis.bench = bench`
}
