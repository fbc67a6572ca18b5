/** Holds the sources to the import table, the edge rule and the house rules; one line per violation. */
import { readFileSync } from 'node:fs'
import { importViolations, type Violation } from './lib/import-rules.ts'
import { readSources, type SourceFile } from './lib/source-files.ts'
import { styleViolations } from './lib/style-rules.ts'
import { parse } from './lib/syntax.ts'

const root = `${import.meta.dirname}/..`
const declaredByFolder = new Map<string, ReadonlySet<string>>()

const files = readSources(root, ['packages/*/src', 'apps/*/src', 'apps/*/page/src'])
const violations = files.flatMap(check)
for (const { path, line, message } of violations) console.log(`${path}:${line} ${message}`)
if (violations.length > 0) process.exit(1)

function check(file: SourceFile): Violation[] {
  const parsed = parse(file)
  return [...importViolations(file, parsed, declaredBy), ...styleViolations(file, parsed)]
}

function declaredBy(folder: string, isBundled: boolean): ReadonlySet<string> {
  const key = `${folder} ${isBundled}`
  const known = declaredByFolder.get(key) ?? new Set(readDependencies(folder, isBundled))
  declaredByFolder.set(key, known)
  return known
}

function readDependencies(folder: string, isBundled: boolean): string[] {
  const manifest: Record<string, object | undefined> = JSON.parse(
    readFileSync(`${root}/${folder}/package.json`, 'utf8'),
  )
  const lists = ['dependencies', 'peerDependencies', 'optionalDependencies']
  if (isBundled) lists.push('devDependencies')
  return lists.flatMap(list => Object.keys(manifest[list] ?? {}))
}
