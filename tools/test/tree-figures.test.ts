/** The figures of a small tree, counted by hand. */
import { expect, test } from 'vitest'
import { treeFigures } from '../lib/tree-figures.ts'

const SOURCE = `/** A file. */
import './b.js'

/** A. */
export const a: any = 'class enum throw any' as any
export function bare() {
  // TODO mend
  throw new Error()
}
class Plain {}
`
const STAR = `export * from './a.js'\nnamespace A {}\nenum B {}\n`

test('counts what is code, not what is in strings or comments', () => {
  const sources = [
    { path: 'packages/x/src/a.ts', text: SOURCE },
    { path: 'packages/x/src/index.ts', text: STAR },
  ]
  expect(treeFigures(sources, [{ path: 'test/a.test.ts', text: '\n'.repeat(26) }])).toEqual({
    files: 2,
    lines: 13,
    median: 10,
    p90: 10,
    longest: 10,
    testRatio: 2,
    any: 153.8,
    exportStar: 1,
    classes: 76.9,
    enums: 1,
    namespaces: 1,
    throws: 76.9,
    todo: 1,
    documentedPct: 50,
    commentPct: 23,
  })
})

test('an empty tree has figures too', () => {
  expect(treeFigures([], [])).toMatchObject({ files: 0, lines: 0, longest: 0, testRatio: 0, any: 0 })
})
