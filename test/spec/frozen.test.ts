/** What a protocol version asks for is frozen: a changed set is a changed version, and lint says so. */
import { deepEqual, equal } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { REQUIREMENTS } from '@copane/protocol/findings'
import { test } from 'vitest'
import { frozenSets, stateOf } from '../../tools/spec/frozen.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

/** A set may change here only together with its version. */
const PINS = {
  'bridge-0.1.0.json': '0a5567f84812dcded7b30f962de080625c43885a4ca839858e68f3bdf1790681',
  'elements-0.2.0.json': '162d581ab2d59a5bff577f461d095f7e536626586795155174fcdaf160c92709',
}

test('the files of each version are those that were written once', () => {
  const folder = join(root, 'spec/frozen')
  const files = readdirSync(folder).sort()
  deepEqual(Object.fromEntries(files.map(file => [file, sha(textOf(`spec/frozen/${file}`))])), PINS)
})

test('what the kit checks now is what is frozen', () => {
  for (const { path, value } of frozenSets(REQUIREMENTS)) deepEqual(JSON.parse(textOf(path)), value)
})

test('a row that is reworded, weakened, added or taken out is a changed set', () => {
  const [first, ...rest] = REQUIREMENTS
  if (!first) throw new Error('no requirement')
  const text = (rows: readonly (typeof first)[]) => JSON.stringify(frozenSets(rows)[0]?.value)
  const written = text(REQUIREMENTS)
  equal(stateOf(written, text(REQUIREMENTS)), 'same')
  equal(stateOf(undefined, written), 'missing')
  for (const rows of [
    rest,
    [{ ...first, text: 'Something else' }, ...rest],
    [{ ...first, level: 'may' as const }, ...rest],
    [...REQUIREMENTS, first],
  ])
    equal(stateOf(written, text(rows)), 'changed')
  equal(stateOf(written, text([{ ...first, pending: 'later' }, ...rest])), 'same')
})
