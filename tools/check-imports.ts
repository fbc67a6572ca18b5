/** Holds the sources to the import table, the edge rule and the house rules; one line per violation. */
import { readFileSync } from 'node:fs'
import { importViolations, type Violation } from './lib/import-rules.ts'
import { readSources, type SourceFile } from './lib/source-files.ts'
import { styleViolations } from './lib/style-rules.ts'
import { parse } from './lib/syntax.ts'

const root = `${import.meta.dirname}/..`
const declaredByFolder = new Map<string, ReadonlySet<string>>()

const files = readSources(root, ['packages/*/src', 'apps/*/src'])
const violations = files.flatMap(check)
for (const { path, line, message } of violations) console.log(`${path}:${line} ${message}`)
if (violations.length > 0) process.exit(1)

function check(file: SourceFile): Violation[] {
  const parsed = parse(file)
  return [...importViolations(file, parsed, declaredBy), ...styleViolations(file, parsed)]
}

function declaredBy(folder: string): ReadonlySet<string> {
  const known = declaredByFolder.get(folder) ?? new Set(readDependencies(folder))
  declaredByFolder.set(folder, known)
  return known
}

function readDependencies(folder: string): string[] {
  const manifest: Record<string, object | undefined> = JSON.parse(
    readFileSync(`${root}/${folder}/package.json`, 'utf8'),
  )
  const lists = ['dependencies', 'peerDependencies', 'optionalDependencies']
  return lists.flatMap(list => Object.keys(manifest[list] ?? {}))
}
