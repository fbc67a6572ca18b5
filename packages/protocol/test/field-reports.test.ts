/** Public reports about size, restated: what is too large is told by name, before it costs memory. */
import { readWindows } from '@copane/protocol/bridge'
import { LIMITS, parseAnswer, readAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../test/support/verifies.ts'
import { answer, answerWith, told } from './support/elements.ts'
import { snapshotWith } from './support/windows.ts'

const rows = (count: number) =>
  answer({
    id: 'app',
    role: 'Application',
    title: 'A',
    children: Array.from({ length: count }, (_, at) => ({ id: `r${at}`, role: 'Row' })),
  })

verifies('FR-1', 'an answer at the limit is taken, one element more is refused and says the limit', () => {
  expect(readAnswer(rows(LIMITS.maxElements - 1)).kind).toBe('answer')
  const { findings, ...read } = readAnswer(rows(LIMITS.maxElements))
  expect([read.kind, told(findings)]).toEqual(['refused', ['D-16 must refuse $.root']])
  expect(findings[0]?.message).toContain('10000')
})

verifies('FR-1', 'a host can set its own limit', () => {
  const few = { ...LIMITS, maxElements: 10 }
  expect(readAnswer(rows(9), undefined, few).kind).toBe('answer')
  expect(readAnswer(rows(10), undefined, few).kind).toBe('refused')
})

verifies('FR-1', 'a table that is cut says its total, and one that does not is found', () => {
  const table = { type: 'table', id: 't', columns: ['a'], rows: [['x']], offset: 40 }
  expect(readWindows(snapshotWith({ ...table, total: 10_000 })).findings).toEqual([])
  expect(readWindows(snapshotWith(table)).findings.map(({ requirement }) => requirement)).toEqual([
    'GB-B-truncated-total',
  ])
})

verifies('FR-2', 'a million elements are refused by their number, not by a crash', () => {
  expect(told(readAnswer(rows(1_000_000)).findings)).toEqual(['D-16 must refuse $.root'])
})

verifies('FR-2', 'more bytes than the limit are refused before they are parsed', () => {
  const text = `{"protocol":"0.2.0","instance":"i","root":"${'a'.repeat(LIMITS.maxBytes)}"`
  expect(told(parseAnswer(text).findings)).toEqual(['D-16 must refuse $'])
})

verifies('FR-2', 'a tree 20,000 deep is cut, and what is above the cut is there', () => {
  let below: object = { id: 'e20000', role: 'Group' }
  for (let at = 19_999; at > 0; at--) below = { id: `e${at}`, role: 'Group', children: [below] }
  const read = readAnswer(
    answer({ id: 'app', role: 'Application', title: 'A', children: [below] }),
    undefined,
    {
      ...LIMITS,
      maxElements: 50_000,
    },
  )
  expect(read.kind).toBe('answer')
  expect(read.findings.map(({ requirement }) => requirement)).toEqual(['D-16'])
})

const base64 = (bytes: number): string => 'A'.repeat(Math.floor(bytes / 3) * 4)

verifies(
  'FR-6',
  'an image over the limit is dropped and its element stays; one within it is handed on',
  () => {
    const image = (data: string) => answerWith({ content: [{ type: 'image', data, mimeType: 'image/png' }] })
    expect(readAnswer(image(base64(LIMITS.maxImageBytes))).findings.length).toBe(0)
    const read = readAnswer(image(base64(LIMITS.maxImageBytes + 3)))
    expect(told(read.findings)).toEqual(['EL-5.5-small should repair $.root.children[0]'])
    expect(read.kind === 'answer' && read.root.children).toEqual([{ id: 'a', role: 'Group' }])
  },
)

verifies('FR-6', 'a data URL over the limit is found in a window', () => {
  const media = (bytes: number) =>
    snapshotWith({
      type: 'media',
      id: 'm',
      mimeType: 'image/png',
      url: `data:image/png;base64,${base64(bytes)}`,
      alt: 'a picture',
    })
  expect(readWindows(media(LIMITS.maxImageBytes)).findings).toEqual([])
  expect(readWindows(media(LIMITS.maxImageBytes + 3)).findings.map(({ requirement }) => requirement)).toEqual(
    ['GB-4.4-media-url'],
  )
})
