import { equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { inert } from '@copane/protocol/elements'

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

const hidden = [
  ['variants that hide bytes', '\u{e0141}\ufe01', '\\udb40\\udd41\\ufe01'],
  ['fillers and blanks', '\u3164\uffa0\u115f\u2800', '\\u3164\\uffa0\\u115f\\u2800'],
  ['joiners of nothing', '\u034f\u180e', '\\u034f\\u180e'],
] as const
for (const [title, text, want] of hidden)
  verifies('FR-39', `${title} are escaped`, () => equal(inert(text), want))
