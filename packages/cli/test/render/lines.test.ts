import { deepEqual } from 'node:assert/strict'
import type { Location } from '@copane/protocol/elements'
import { test } from 'vitest'
import { findingLines, plain, table } from '../../src/render/lines.ts'
import { locationLines } from '../../src/render/location.ts'
import { undoneLines } from '../../src/render/call.ts'

test('columns are as wide as their widest cell, without spaces at the end', () => {
  deepEqual(
    table([
      ['a', 'bb', ''],
      ['ccc', 'd', 'e'],
    ]),
    ['a    bb', 'ccc  d   e'],
  )
  deepEqual(table([]), [])
})

test('one finding is one line: level, id, place, message', () => {
  const finding = { consequence: 'note', at: '$.root' } as const
  deepEqual(
    plain(
      findingLines([
        { ...finding, level: 'must', requirement: 'EL-5.3-one-hover', message: 'two are hovered' },
        { ...finding, level: 'should', requirement: 'D-16', message: 'cut' },
      ]),
    ),
    ['must    EL-5.3-one-hover  $.root  two are hovered', 'should  D-16              $.root  cut'],
  )
})

const rect = { x: -1.5, y: 2, w: 3, h: 4 }
const places: [Location, string[]][] = [
  [{ state: 'gone' }, ['gone']],
  [{ state: 'offscreen', window: 0 }, ['offscreen window 0']],
  [{ state: 'visible', rects: [rect] }, ['visible', '  rect x -1.5 y 2 w 3 h 4']],
  [
    { state: 'visible', window: 7, rects: [rect, rect], avoid: rect, edge: 'left' },
    [
      'visible window 7',
      '  rect x -1.5 y 2 w 3 h 4',
      '  rect x -1.5 y 2 w 3 h 4',
      '  avoid x -1.5 y 2 w 3 h 4',
      '  edge left',
    ],
  ],
]
for (const [location, want] of places)
  test(`a location that is ${want[0]}, ${want.length} lines`, () => deepEqual(locationLines(location), want))

const outcomes = [
  [
    { kind: 'blocked', by: ['d-1', 'd-2'], message: '' },
    ['blocked  w-1 is behind d-1, d-2: deal with that first'],
  ],
  [
    { kind: 'blocked', by: [], message: '' },
    ['blocked  w-1 is behind something the app does not show: ask its user'],
  ],
  [{ kind: 'odd', code: '', message: 'm' }, ['unknown error  m']],
  [
    { kind: 'failed', error: { code: 'stale_state', message: 'm', currentVersion: 8 } },
    ['stale_state  m', '  w-1 is at version 8: look again'],
  ],
  [
    {
      kind: 'failed',
      error: { code: 'stale_state', message: 'm', currentVersion: 2 ** 60, isRounded: true },
    },
    ['stale_state  m', '  w-1 is at another version: look again'],
  ],
  [{ kind: 'inexact' }, ['w-1 has a version too large to be sent exactly; nothing was called']],
  [
    { kind: 'late' },
    ['Editor did not answer in time', 'the call may have taken effect: look before you try again'],
  ],
  [
    { kind: 'gone' },
    ['Editor is gone: see copane apps', 'the call may have taken effect: look before you try again'],
  ],
  [
    { kind: 'error', code: -32602 },
    ['Editor has no such action now (error -32602): see copane windows --actions'],
  ],
] as const
for (const [outcome, want] of outcomes)
  test(`a call that is ${outcome.kind}: ${want[0]}`, () => {
    const mutable = outcome.kind === 'blocked' ? { ...outcome, by: [...outcome.by] } : outcome
    deepEqual(undoneLines(mutable, { window: 'w-1', app: 'Editor' }), want)
  })
