/** Text from the wire holds no half characters, wherever they stood. */
import { parseWindows } from '@copane/protocol/bridge'
import { parseAnswer } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { wholeJson } from '../../src/json/whole.ts'
import { answerWith } from '../support/elements.ts'
import { texts } from '../support/trees.ts'

const B = '\\'
const rows: [title: string, sent: string, whole: string][] = [
  ['plain text', '"a"', '"a"'],
  ['a pair', '"🙂"', '"🙂"'],
  ['half a pair as a sign', '"\ud83d"', '"\ufffd"'],
  ['an escaped pair', `"${B}ud83d${B}ude42"`, `"${B}ud83d${B}ude42"`],
  ['an escaped pair in capitals', `"${B}uDBFF${B}uDFFF"`, `"${B}uDBFF${B}uDFFF"`],
  ['the first half, escaped', `"${B}ud83d"`, `"${B}ufffd"`],
  ['the first half in capitals', `"${B}uD83D"`, `"${B}ufffd"`],
  ['the second half, escaped', `"${B}udc00"`, `"${B}ufffd"`],
  ['two first halves', `"${B}ud800${B}udbff"`, `"${B}ufffd${B}ufffd"`],
  ['two second halves', `"${B}ude42${B}udfff"`, `"${B}ufffd${B}ufffd"`],
  ['halves in the wrong order', `"${B}ude42${B}ud83d"`, `"${B}ufffd${B}ufffd"`],
  ['a first half before a pair', `"${B}ud83d${B}ud83d${B}ude42"`, `"${B}ufffd${B}ud83d${B}ude42"`],
  ['a pair before a second half', `"${B}ud83d${B}ude42${B}ude42"`, `"${B}ud83d${B}ude42${B}ufffd"`],
  ['a half before text that looks like one', `"${B}ud83dude42"`, `"${B}ufffdude42"`],
  ['another escape', `"${B}ud7ff${B}ue000${B}u0041${B}ud83d"`, `"${B}ud7ff${B}ue000${B}u0041${B}ufffd"`],
  ['a backslash before what looks like an escape', `"${B}${B}ud83d"`, `"${B}${B}ud83d"`],
  ['two backslashes and an escape', `"${B}${B}${B}${B}${B}ud83d"`, `"${B}${B}${B}${B}${B}ufffd"`],
  ['a quote and an escape', `"${B}"${B}ud83d"`, `"${B}"${B}ufffd"`],
  ['an escape that is none', `"${B}ud8"`, `"${B}ud8"`],
  ['a name', `{"${B}udfff":1}`, `{"${B}ufffd":1}`],
]

for (const [title, sent, whole] of rows)
  test(`JSON text with ${title}`, () => expect(wholeJson(sent)).toBe(whole))

/** A value with every text in it made whole, the plain way. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  )
}

test('any JSON text is read as the value whose texts are whole', () =>
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.oneof(texts, fc.constantFrom('\\', 'u', 'd')) }), value => {
      expect(JSON.parse(wholeJson(JSON.stringify(value)))).toEqual(
        wellFormed(JSON.parse(JSON.stringify(value))),
      )
    }),
  ))

verifies('D-15', 'half a pair in content and attributes of an answer is U+FFFD for whoever gets it', () => {
  const fields = {
    title: 'a\ud83d',
    subrole: '\ude42',
    content: [{ type: 'text', text: 'x\ud83d', note: '\udc00' }],
    attributes: { 'due\udfff': ['\ud800b'] },
  }
  const read = parseAnswer(JSON.stringify(answerWith(fields)))
  expect(read.findings).toMatchObject([])
  expect(read.kind === 'answer' && read.root.children?.[0]).toMatchObject({
    title: 'a\ufffd',
    subrole: '\ufffd',
    content: [{ type: 'text', text: 'x\ufffd', note: '\ufffd' }],
    attributes: { 'due\ufffd': ['\ufffdb'] },
  })
})

verifies('D-46', 'half a pair in texts, labels and payloads of windows is U+FFFD', () => {
  const blocks = [
    { type: 'text', id: 'a', text: '\ud83d' },
    { type: 'fields', id: 'b', items: [{ label: '\ude42', value: '\ud83d' }] },
    { type: 'custom', id: 'c', payload: { 'k\ud83d': '\ud83d' } },
  ]
  const window = { id: 'a', title: 'T', modal: false, ownerId: null, version: 1, summary: '\ud83d', blocks }
  const read = parseWindows(JSON.stringify({ operableWindowIds: ['a'], windows: [window] }))
  expect(read).toMatchObject({
    findings: [],
    snapshot: {
      windows: [
        {
          summary: '\ufffd',
          blocks: [
            { text: '\ufffd' },
            { items: [{ label: '\ufffd', value: '\ufffd' }] },
            { payload: { 'k\ufffd': '\ufffd' } },
          ],
        },
      ],
    },
  })
})
