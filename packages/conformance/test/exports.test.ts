import { deepEqual } from 'node:assert/strict'
import * as told from '@copane/conformance'
import * as running from '@copane/conformance/node'
import { test } from 'vitest'

test('the public list is this one', () => {
  deepEqual(
    [Object.keys(told), Object.keys(running).sort()],
    [['renderReport'], ['checkBridge', 'checkProvider']],
  )
})
