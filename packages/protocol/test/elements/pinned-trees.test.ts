/** The trees that reading is measured on: they keep every rule, and stay what they are. */
import { parseAnswer, readAnswer, walk } from '@copane/protocol/elements'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answerOf, TREE_NAMES } from '../../../../bench/validate/trees.ts'

const counts = { order: 9995, 'many-shapes': 10_000, dense: 9901, 'long-texts': 9991 }

for (const name of TREE_NAMES) {
  verifies('D-15', `the tree ${name} has nothing to repair and is handed on`, () => {
    const answer = answerOf(name, 10_000)
    const before = JSON.stringify(answer)
    const read = readAnswer(answer)
    expect(read).toEqual({ kind: 'answer', ...answer, findings: [] })
    expect(JSON.stringify(answer)).toBe(before)
    expect(parseAnswer(before)).toEqual(read)
    expect([...walk(answer.root)].length).toBe(counts[name])
  })
  test(`the tree ${name} is the same each time`, () =>
    expect(answerOf(name, 500)).toEqual(answerOf(name, 500)))
}
