/** A windows snapshot as text: one line per window, block, field and row, whatever a server puts in. */
import { type Block, printWindows, readWindows, type WindowsSnapshot } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { appWindows, snapshotWith } from '../support/windows.ts'

test('a snapshot', () => {
  const [a, ...others] = appWindows('a\nm modal of a\nx app-modal\ny modal of x')
  const blocks: Block[] = [
    { type: 'text', id: 'b1', text: 'one\ntwo' },
    {
      type: 'fields',
      id: 'b2',
      items: [
        { label: 'To', value: '' },
        { label: 'Pin', value: '••••••', sensitive: true },
      ],
    },
    { type: 'table', id: 'b3', columns: ['A', 'B'], rows: [['a', 1]], offset: 10, total: 12 },
    { type: 'list', id: 'b4', items: ['x', null], ordered: true },
    { type: 'notice', id: 'b5', severity: 'error', text: 'E' },
    { type: 'media', id: 'b6', mimeType: 'image/png', url: 'data:image/png;base64,AAAA', alt: 'A' },
    { type: 'media', mimeType: 'image/png', url: 'https://example.com' },
    { type: 'custom', id: 'b7', sensitive: true, payload: '••••••' },
  ]
  const windows = a ? [{ ...a, blocks }, ...others] : []
  expect(printWindows({ operableWindowIds: ['y'], windows })).toBe(
    `a window "T a" v1 blocked = "S"
  text b1 = "one\\ntwo"
  fields b2
    "To" = ""
    "Pin" sensitive = "••••••"
  table b3 ["A","B"] from 10 total 12
    ["a",1]
  list b4 ordered
    "x"
    null
  notice b5 error = "E"
  media b6 image/png "data:image/png;base64,…" = "A"
  media image/png "https://example.com"
  custom b7 sensitive = "••••••"
m modal "T m" v1 of a blocked = "S"
x app-modal "T x" v1 blocked = "S"
y modal "T y" v1 of x operable = "S"`,
  )
})

const odd = fc.string({
  unit: fc.constantFrom('\n', '\r', '\u2028', '\u202e', '\u001b', '\u009b', '"', ' ', 'a'),
})

verifies('FR-39', 'no text of a server starts a line or turns one round', () =>
  fc.assert(
    fc.property(odd, text => {
      const windows: WindowsSnapshot['windows'] = [
        {
          ...{ id: text, title: text, modal: true, ownerId: text, version: 1, summary: text },
          blocks: [
            { type: 'text', id: text, text },
            { type: 'fields', items: [{ label: text, value: { [text]: text } }] },
            { type: 'table', columns: [text], rows: [[text]] },
            { type: 'media', mimeType: text, url: text, alt: text },
            { type: 'custom', payload: [text] },
          ],
        },
      ]
      const printed = printWindows({ operableWindowIds: [], windows })
      expect(printed.split('\n')).toHaveLength(8)
      for (const sign of ['\r', '\u2028', '\u202e', '\u001b', '\u009b']) expect(printed).not.toContain(sign)
    }),
  ),
)

test('whatever was read can be printed', () =>
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), payloads => {
      const read = readWindows(
        snapshotWith(...payloads.map(payload => ({ type: 'custom', id: 'b', payload }))),
      )
      expect(read.kind === 'snapshot' && printWindows(read.snapshot).split('\n')).toHaveLength(
        payloads.length + 1,
      )
    }),
  ))
