/** What people read: drawings, changes, colour, and waiting that is told. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { SeenSnapshot } from '@copane/protocol/bridge'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { checkFolder, checkProxy } from '../../src/doctor/checks.ts'
import { createIo } from '../../src/io.ts'
import { changeLines } from '../../src/render/changes.ts'
import { drawingLines } from '../../src/render/drawing.ts'
import { plain } from '../../src/render/lines.ts'
import { blockedLines } from '../../src/render/windows.ts'

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h })

test('two lines of a text are drawn one below the other, to scale', () => {
  deepEqual(drawingLines({ state: 'visible', rects: [at(100, 100, 800, 80), at(100, 180, 400, 80)] }), [
    '  from x 0 y 0 to x 1000 y 360',
    `  +${'-'.repeat(48)}+`,
    `  |${' '.repeat(48)}|`,
    `  |${' '.repeat(48)}|`,
    `  |     ${'#'.repeat(38)}     |`,
    `  |     ${'#'.repeat(38)}     |`,
    `  |     ${'#'.repeat(19)}${' '.repeat(24)}|`,
    `  |     ${'#'.repeat(19)}${' '.repeat(24)}|`,
    `  |${' '.repeat(48)}|`,
    `  |${' '.repeat(48)}|`,
    `  |${' '.repeat(48)}|`,
    `  +${'-'.repeat(48)}+`,
  ])
})

test('what is tiny, far apart or left of the primary display is drawn too; what has no place is not', () => {
  const lines = drawingLines({ state: 'visible', rects: [at(-4000, -900, 0.1, 0.1), at(5000, 900, 1, 1)] })
  equal(lines.join('').split('#').length - 1, 2)
  ok(lines.length <= 15 && lines.every(line => line.length <= 60))
  deepEqual(drawingLines({ state: 'gone' }), [])
  ok(
    drawingLines({ state: 'visible', rects: [at(0, 0, 9, 9)], avoid: at(40, 0, 9, 9) })
      .join('')
      .includes(':'),
  )
})

const window = (id: string, version: number, text: string) => ({
  id,
  title: id,
  modal: false,
  ownerId: null,
  version,
  blocks: [
    { type: 'text' as const, text: 'stays' },
    { type: 'text' as const, text },
  ],
})
const seen = (...windows: SeenSnapshot['windows']): SeenSnapshot => ({
  operableWindowIds: windows.map(({ id }) => id),
  windows,
})

test('a watcher is told what opened, what changed with its new lines, and what closed', () => {
  const before = seen(window('a', 1, 'old'), window('b', 1, 'x'))
  const after = seen(window('a', 2, 'new'), window('c', 1, 'y'))
  deepEqual(plain(changeLines(before, after, '12:00:00')), [
    'changed  12:00:00  a window "a" v2 operable',
    '                     text = "new"',
    'opened   12:00:00  c window "c" v1 operable',
    '                     text = "stays"',
    '                     text = "y"',
    'closed   12:00:00  b window "b" v1 operable',
  ])
  deepEqual(changeLines(after, after, '12:00:00'), [])
})

verifies('FR-20', 'windows of which none can be operated are told to be blocked from outside', () => {
  const some = window('a', 1, 'x')
  deepEqual(blockedLines({ operableWindowIds: [], windows: [some] }, 'Editor'), [
    'copane: no window of Editor can be operated now: something that it does not show blocks them; ask its user',
  ])
  deepEqual(blockedLines({ operableWindowIds: ['a'], windows: [some] }, 'Editor'), [])
  deepEqual(blockedLines({ operableWindowIds: [], windows: [] }, 'Editor'), [])
})

function collected(colour: boolean) {
  let text = ''
  const io = createIo(
    written => (text += written),
    written => (text += written),
    { colour: { out: colour, tell: colour } },
  )
  return { io, text: () => text }
}

verifies('FR-39', 'colour is ours alone: an app adds none, whatever its words hold', () => {
  const { io, text } = collected(true)
  io.out([{ mark: 'must', tone: 'bad', rest: '  \u001b[32mgood\u001b[0m' }, '\u001b[7m'])
  equal(text().split('\u001b').length - 1, 2, 'one begins the mark, one ends it')
  ok(text().startsWith('\u001b[31mmust\u001b[39m  '))
})

test('without colour a marked line is its words', () => {
  const { io, text } = collected(false)
  io.out([{ mark: 'must', tone: 'bad', rest: '  x' }])
  equal(text(), 'must  x\n')
})

test('what takes longer than a second is told, what is quicker is not', async () => {
  const { io, text } = collected(false)
  await io.during('nothing', Promise.resolve())
  equal(text(), '')
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = io.during('waiting for Editor', promise)
  while (text() === '') await new Promise(setImmediate)
  equal(text(), 'copane: waiting for Editor …\n')
  resolve()
  await waiting
})

const variables = (given: { [name: string]: string }) => (name: string) => given[name]
const proxies = [
  [{}, 'ok'],
  [{ http_proxy: 'http://p' }, 'care'],
  [{ HTTP_PROXY: 'http://p', NO_PROXY: 'example.com' }, 'care'],
  [{ ALL_PROXY: 'socks://p', no_proxy: 'localhost, 127.0.0.1' }, 'ok'],
  [{ HTTP_PROXY: 'http://p', NO_PROXY: '*' }, 'ok'],
] as const
for (const [given, grade] of proxies)
  test(`a proxy: ${JSON.stringify(given)} is ${grade}`, () => {
    const diagnosis = checkProxy(variables(given))
    equal(diagnosis.grade, grade)
    equal(diagnosis.remedy !== undefined, grade !== 'ok')
  })

test('a folder that is not used is bad, with what to do; one that is not there is to know of', () => {
  const folder = '/f'
  deepEqual(
    [
      checkFolder({ kind: 'refused', folder, why: 'open', message: 'run chmod 700 on it' }, undefined),
      checkFolder({ kind: 'missing', folder }, folder),
      checkFolder({ kind: 'late', folder }, undefined),
    ].map(([line]) => [line?.grade, line?.remedy !== undefined]),
    [
      ['bad', true],
      ['care', true],
      ['bad', true],
    ],
  )
})
