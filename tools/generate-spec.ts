/** Writes what implementers in other languages download: `npm run -s generate [-- --check]`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REQUIREMENTS } from '@copane/protocol/findings'
import { flags } from './lib/flags.ts'
import { frozenSets, stateOf } from './spec/frozen.ts'
import { pages } from './spec/reference.ts'
import { schemas } from './spec/schemas.ts'

const { check } = flags('npm run -s generate', ['check'])
const ROUNDED = String(2 ** 63)
const root = join(import.meta.dirname, '..')

const files: { [path: string]: string } = { 'spec/requirements.json': textOf(REQUIREMENTS) }
for (const [name, schema] of Object.entries(schemas())) files[`spec/schema/${name}`] = textOf(schema)
for (const [name, text] of Object.entries(pages(REQUIREMENTS))) files[`docs/reference/${name}`] = text

const changed: string[] = []
for (const { path, value } of frozenSets(REQUIREMENTS)) {
  const text = textOf(value)
  const state = stateOf(written(path), text)
  if (state === 'missing') files[path] = text
  if (state === 'changed') changed.push(path)
}
for (const path of changed)
  console.log(
    `${path} is frozen, and the requirements or checks are no longer those of its version: undo the change, or give the protocol a new version`,
  )

const stale = Object.entries(files).filter(([path, text]) => written(path) !== text)
for (const [path, text] of check ? [] : stale) write(path, text)
for (const [path] of stale) console.log(check ? `${path} is not what npm run generate writes` : path)
if (changed.length > 0 || (check && stale.length > 0)) process.exit(1)

/** The range of 64 bits is written exactly, which a number of ours is not. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
  const exact = text
    .replaceAll(`-${ROUNDED}`, '-9223372036854775808')
    .replaceAll(ROUNDED, '9223372036854775807')
  return `${exact}\n`
}

function written(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
