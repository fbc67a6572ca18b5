import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { createIo } from '../../src/io.ts'
import { inert } from '../../src/render/inert.ts'

const odd = [
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['a line of its own', 'a\nb\rc', 'a\\u000ab\\u000dc'],
  ['a bell and a backspace', '\u0007\b', '\\u0007\\u0008'],
  ['the eight-bit escape', '\u009b31m', '\\u009b31m'],
  ['delete', '\u007f', '\\u007f'],
  ['text turned around', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['isolates', '\u2066x\u2069', '\\u2066x\\u2069'],
  ['marks of direction', '\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
  ['invisible spaces', 'a\u200bb\ufeffc\u2060', 'a\\u200bb\\ufeffc\\u2060'],
  ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
  ['tag characters', '\u{e0041}', '\\udb40\\udc41'],
  ['half a pair', '\ud800', '\\ud800'],
] as const
for (const [title, text, want] of odd)
  verifies('FR-39', `${title} is escaped`, () => equal(inert(text), want))

const plain = ['Ünï çødé', 'עברית', 'العربية', '漢字', '👩‍🚀', 'می‌خواهم', '"quotes" \\ back', '']
for (const text of plain)
  verifies('FR-39', `${JSON.stringify(text)} stays as it is`, () => equal(inert(text), text))

for (const [title, text] of odd)
  verifies('FR-39', `${title} in JSON parses to the same value`, () =>
    equal(JSON.parse(inert(JSON.stringify({ text }))).text, text),
  )

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
