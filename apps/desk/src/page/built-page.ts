/** The files of the built page, read once: nothing else of the disk can be asked for. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file as it is served. */
export type BuiltFile = { type: string; body: Buffer }

/** Files by path, such as `/assets/index.js`; the page itself is `/`. */
export type BuiltPage = ReadonlyMap<string, BuiltFile>

/** Where `npm run build` puts the page; the same from the sources and from the build. */
export const BUILT_PAGE = fileURLToPath(new URL('../../dist/web', import.meta.url))

const TYPES: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads a folder; undefined when there is no page in it. */
export function readBuiltPage(folder: string): BuiltPage | undefined {
  const files = new Map<string, BuiltFile>()
  for (const path of pathsIn(folder)) {
    const type = TYPES[extname(path)]
    if (type !== undefined)
      files.set(path === 'index.html' ? '/' : `/${path}`, { type, body: readFileSync(join(folder, path)) })
  }
  return files.has('/') ? files : undefined
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => path.replaceAll('\\', '/'))
  } catch {
    return []
  }
}
