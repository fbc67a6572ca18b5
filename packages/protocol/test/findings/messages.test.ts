/** Every message that a reader can tell, in its words: they are what an implementer reads. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkCall, parseWindows, readWindows } from '@copane/protocol/bridge'
import { LIMITS, parseAnswer, readAnswer, readLocation } from '@copane/protocol/elements'
import type { Finding } from '@copane/protocol/findings'
import { expect, test } from 'vitest'
import { answer, answerWith, nested } from '../support/elements.ts'
import { model, offer, snapshotWith } from '../support/windows.ts'
import { CALL_MESSAGES, MESSAGES } from './messages.ts'

const folder = join(import.meta.dirname, '../../../../spec/cases')
const casesOf = (file: string): { value: unknown }[] => {
  const { cases }: { cases: { value: unknown }[] } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return cases
}

const app = { id: 'app', role: 'Application', title: 'A' }
const block = { type: 'text', id: 'b', text: 'x' }
const url = `data:image/png;base64,${'A'.repeat(400_000)}`

/** What no case can hold, or no case holds since it is about a limit or about us. */
const more = (): Finding[][] => [
  parseAnswer('{}', undefined, { ...LIMITS, maxBytes: 1 }).findings,
  parseAnswer('{').findings,
  readAnswer({ ...answer(app), protocol: 'x' }).findings,
  readAnswer(answer(app), { protocol: '0.2.1', instance: 'x' }).findings,
  readAnswer({ ...answer(app), instance: '' }).findings,
  readAnswer({ ...answer(app), front: { focused: true } }).findings,
  readAnswer(answerWith({}), undefined, { ...LIMITS, maxElements: 1 }).findings,
  readAnswer(answerWith({}), undefined, { ...LIMITS, maxDepth: 0 }).findings,
  readAnswer(answerWith({ attributes: { odd: 7n } })).findings,
  readAnswer(answerWith({ attributes: { deep: JSON.parse(nested(65)) } })).findings,
  readAnswer(answerWith({ more: { focused: true }, title: 7 })).findings,
  readAnswer(
    answer({ ...app, children: Array.from({ length: 1001 }, (_, at) => ({ id: `e${at}`, role: 7 })) }),
  ).findings,
  parseWindows('{}', 1).findings,
  parseWindows('{').findings,
  readWindows(snapshotWith(...Array.from({ length: 10_000 }, () => block))).findings,
  readWindows(snapshotWith({ ...block, deep: JSON.parse(nested(64)) })).findings,
  readWindows(snapshotWith({ type: 'media', id: 'b', mimeType: 'image/png', url, alt: 'a' })).findings,
  readWindows({ operableWindowIds: [], windows: [7] }).findings,
]

const READERS: { [file: string]: (value: unknown) => Finding[] } = {
  'current.json': value => readAnswer(value).findings,
  'location.json': value => readLocation(value).findings,
  'windows.json': value => readWindows(value).findings,
}

test('the messages of findings, in order of their rules', () => {
  const cases = readdirSync(folder).flatMap(file => {
    const read = READERS[file]
    return read ? casesOf(file).map(({ value }) => read(value)) : []
  })
  const lines = [...cases, ...more()].flat().map(({ requirement, message }) => `${requirement}: ${message}`)
  expect([...new Set(lines)].toSorted()).toEqual(MESSAGES)
})

test('the messages of calls that are refused', () => {
  const windows = model('a\nb\nm modal of b', ['save', 'undo'], { appActions: [offer('open')] })
  const now = {
    ...windows,
    windows: windows.windows.map(window => ({ ...window, unavailable: { undo: 'Nothing to undo' } })),
  }
  const hidden = model('a\nm modal of a private')
  const modal = model('a\nx app-modal', ['save'], { appActions: [offer('open')] })
  const called = (of: typeof now | typeof modal, name: string, args = {}) => {
    const judge = () => Object.keys(args).map(field => ({ field, error: 'wrong' }))
    const verdict = checkCall(of, { name, arguments: args }, judge)
    return verdict.kind === 'refused' ? `${verdict.error.code}: ${verdict.error.message}` : verdict.kind
  }
  expect([
    called(now, 'z__save'),
    called(now, 'b__save'),
    called(modal, 'app__open'),
    called(model('a\nm modal of a\nn modal of a'), 'a__save'),
    called(hidden, 'a__save'),
    called(now, 'a__print'),
    called(now, 'a__undo'),
    called(now, 'a__save', { expectedVersion: 7 }),
    called(now, 'a__save', { x: 1 }),
    called(now, 'a__save', { x: 1, expectedVersion: -1 }),
  ]).toEqual(CALL_MESSAGES)
})
