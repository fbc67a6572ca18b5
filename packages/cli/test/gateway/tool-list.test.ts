import { deepEqual, equal, ok } from 'node:assert/strict'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { INSTRUCTIONS, TOOLS } from '../../src/gateway/tool-list.ts'

test('the tool list takes at most 900 tokens (o200k), the instructions at most 60', () => {
  const list = countTokens(JSON.stringify(TOOLS))
  ok(list <= 900, `${list}`)
  ok(countTokens(INSTRUCTIONS) <= 60, `${countTokens(INSTRUCTIONS)}`)
})

verifies('D-43', 'each tool says all four hints, and only act is no read', () => {
  for (const { name, annotations } of TOOLS) {
    equal(Object.keys(annotations).length, 4)
    equal(annotations.readOnlyHint, name !== 'act')
    equal(annotations.destructiveHint, name === 'act')
  }
})

verifies('FR-54', 'every output schema is an open object that requires nothing, so no error is lost', () => {
  for (const { outputSchema } of TOOLS)
    deepEqual(Object.keys({ ...outputSchema }).toSorted(), ['properties', 'type'])
})
