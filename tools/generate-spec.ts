/** Writes what implementers in other languages download: `npm run -s generate [-- --check]`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REQUIREMENTS } from '@copane/protocol/findings'
import { flags } from './lib/flags.ts'
import { schemas } from './spec/schemas.ts'

const { check } = flags('npm run -s generate', ['check'])
const ROUNDED = String(2 ** 63)
const spec = join(import.meta.dirname, '../spec')

const files: { [path: string]: unknown } = { 'requirements.json': REQUIREMENTS }
for (const [name, schema] of Object.entries(schemas())) files[`schema/${name}`] = schema

const stale = Object.entries(files).filter(([path, value]) => !isWritten(path, value))
for (const [path, value] of check ? [] : stale) write(path, value)
for (const [path] of stale)
  console.log(check ? `spec/${path} is not what npm run generate writes` : `spec/${path}`)
if (check && stale.length > 0) process.exit(1)

/** The range of 64 bits is written exactly, which a number of ours is not. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
  const exact = text
    .replaceAll(`-${ROUNDED}`, '-9223372036854775808')
    .replaceAll(ROUNDED, '9223372036854775807')
  return `${exact}\n`
}

function isWritten(path: string, value: unknown): boolean {
  try {
    return readFileSync(join(spec, path), 'utf8') === textOf(value)
  } catch {
    return false
  }
}

function write(path: string, value: unknown): void {
  const file = join(spec, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, textOf(value))
}
