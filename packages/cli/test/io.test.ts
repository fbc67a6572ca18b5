import { deepEqual } from 'node:assert/strict'
import { test } from 'vitest'
import { createIo } from '../src/io.ts'

test('every line of an Io goes through inert, and nothing is written for no line', () => {
  const written: string[] = []
  const io = createIo(
    text => void written.push(`out ${text}`),
    text => void written.push(`err ${text}`),
  )
  io.out(['a\u001b', 'b\nc'])
  io.tell(['\u202e'])
  io.out([])
  deepEqual(written, ['out a\\u001b\nb\\u000ac\n', 'err \\u202e\n'])
})
