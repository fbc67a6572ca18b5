/** Finds and reads the source and test files of the repository. */
import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'

/** A file to look at; `path` is relative to the repository, with forward slashes. */
export type SourceFile = { path: string; text: string }

const ENDINGS = '{ts,tsx,mts,js,mjs}'
const SKIPPED = new Set(['node_modules', 'dist'])

/**
 * The written code below one of the patterns, sorted by path.
 *
 * Shape   without declaration files, generated files (`.gen.`), builds and installed packages.
 */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  const patterns = folders.map(folder => `${folder}/**/*.${ENDINGS}`)
  return globSync(patterns, { cwd: root, exclude: name => SKIPPED.has(name.split(sep).at(-1) ?? '') })
    .map(path => path.replaceAll(sep, '/'))
    .filter(path => !/\.d\.ts$|\.gen\./.test(path))
    .sort()
    .map(path => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

/** Every package and app; one without sources yet has nothing to check or to publish. */
export const workspaceFolders = (root: string): { folder: string; hasSources: boolean }[] =>
  globSync(['packages/*', 'apps/*'], { cwd: root })
    .sort()
    .map(folder => ({
      folder: folder.replaceAll(sep, '/'),
      hasSources: globSync(`${folder}/src/**/*.ts`, { cwd: root }).length > 0,
    }))

/** Lines as `wc -l` counts them. */
export const lineCount = (text: string): number =>
  text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0)
