import { deepEqual, equal } from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { shownName } from '../page/src/chrome/names.js'
import { moved, withinReach, withinSight } from '../page/src/desktop/placing.js'
import { parseSpot, spotText } from '../page/src/desktop/spots.js'
import type { Place, Spot } from '../src/model/state.js'
import { deskOn, inFolder, memoryDesk, openData } from './support/desks.js'

const outside: readonly (readonly [what: string, place: Partial<Place>, fields: readonly string[]])[] = [
  ['no width', { w: 0 }, ['w']],
  ['a width below what can be held', { w: 79, h: -1 }, ['w', 'h']],
  ['a place beyond any screen', { x: 20_001, y: -20_001 }, ['x', 'y']],
  ['half a pixel', { x: 0.5 }, ['x']],
  ['no number', { y: Number.NaN }, ['y']],
]
for (const [what, place, fields] of outside)
  test(`a window is not moved to ${what}`, () => {
    const desk = memoryDesk()
    const before = desk.state()
    const outcome = desk.act({
      act: 'move',
      window: desk.last('orders').id,
      x: 1,
      y: 2,
      w: 300,
      h: 200,
      ...place,
    })
    deepEqual(outcome.kind === 'invalid' && outcome.fields.map(({ field }) => field), fields)
    equal(desk.state(), before)
  })

test('a window that moves is no other window: nothing of it is described or versioned anew', () => {
  const desk = memoryDesk()
  const before = desk.view(desk.state()).windows
  const version = desk.bridge.snapshot().windows[0]?.version
  desk.does({ act: 'move', window: desk.last('orders').id, x: 5, y: 6, w: 700, h: 500 })
  deepEqual(
    desk.view(desk.state()).windows.map((view, at) => view === before[at]),
    [true],
  )
  equal(desk.bridge.snapshot().windows[0]?.version, version)
})

test('where windows lie, and which is in front, comes back after a restart', () =>
  inFolder(folder => {
    const file = join(folder, 'desk.db')
    const one = deskOn(openData(file), 'aa')
    const orders = one.last('orders').id
    one.does({ act: 'openOrder', number: 10_001 })
    one.does({ act: 'move', window: orders, x: 5, y: 6, w: 700, h: 500 })
    one.does({ act: 'focus', window: orders })
    one.data.close()
    const two = deskOn(openData(file), 'bb')
    const { windows, screen, focus } = two.state()
    deepEqual(
      windows.map(({ id }) => screen[id]?.place),
      [{ x: 5, y: 6, w: 700, h: 500 }, undefined],
    )
    equal(focus?.window, two.last('orders').id)
    two.data.close()
  }))

test('a window that lies nowhere a file could say is shown all the same', () => {
  const data = openData()
  const strange = [
    { place: 7 },
    { place: { x: 1 } },
    { level: -1.5 },
    { place: { x: 1, y: 2, w: 3, h: 'all' } },
  ]
  strange.forEach((odd, at) =>
    data.memory.keepWindow({ key: `old-${at}`, body: JSON.stringify({ kind: 'report', ...odd }) }),
  )
  const desk = deskOn(data)
  deepEqual(
    desk.state().windows.map(({ id }) => desk.state().screen[id]?.place),
    [undefined, undefined, undefined, undefined],
  )
})

const desktop = { w: 1000, h: 600 }
const reach: readonly (readonly [what: string, place: Place, shown: Place])[] = [
  ['lies within', { x: 10, y: 20, w: 400, h: 300 }, { x: 10, y: 20, w: 400, h: 300 }],
  ['is larger than the desktop', { x: 0, y: 0, w: 5000, h: 5000 }, { x: 0, y: 0, w: 1000, h: 600 }],
  ['is too small', { x: 0, y: 0, w: 80, h: 80 }, { x: 0, y: 0, w: 320, h: 180 }],
  ['went out on the right', { x: 3000, y: 50, w: 400, h: 300 }, { x: 904, y: 50, w: 400, h: 300 }],
  ['went out on the left', { x: -3000, y: 50, w: 400, h: 300 }, { x: -304, y: 50, w: 400, h: 300 }],
  ['went out at the top', { x: 0, y: -70, w: 400, h: 300 }, { x: 0, y: 0, w: 400, h: 300 }],
  ['went out at the bottom', { x: 0, y: 900, w: 400, h: 300 }, { x: 0, y: 560, w: 400, h: 300 }],
]
for (const [what, place, shown] of reach)
  test(`the title bar of a window that ${what} is within reach`, () =>
    deepEqual(withinReach(place, desktop), shown))

test('a new window is all within sight', () =>
  deepEqual(withinSight({ x: 900, y: 500, w: 400, h: 300 }, desktop), { x: 600, y: 300, w: 400, h: 300 }))

test('a side that moves leaves the other where it is, also at the least size', () => {
  const place = { x: 100, y: 100, w: 400, h: 300 }
  deepEqual(moved(place, { left: true, top: true }, 30, -20), { x: 130, y: 80, w: 370, h: 320 })
  deepEqual(moved(place, { left: true }, 900, 0), { x: 180, y: 100, w: 320, h: 300 })
  deepEqual(moved(place, {}, 5, 6), { x: 105, y: 106, w: 400, h: 300 })
})

const spots: readonly Spot[] = [
  { kind: 'window' },
  { kind: 'row', number: 10_001 },
  { kind: 'field', field: 'note' },
  { kind: 'pane', pane: 'left' },
  { kind: 'comment', pane: 'right', comment: 3 },
]
test('places are written on elements and read back', () => {
  deepEqual(
    spots.map(spot => parseSpot(spotText(spot))),
    spots,
  )
  for (const text of [
    '',
    'attic',
    'row:',
    'row:x',
    'row:-1',
    'pane:top',
    'comment:left',
    'comment:left:x',
    'field:',
  ])
    equal(parseSpot(text), undefined, text)
})

const names: readonly (readonly [given: string | undefined, shown: string])[] = [
  ['claude', 'claude'],
  [undefined, 'unnamed agent'],
  [' \n\u200b\u202e ', 'unnamed agent'],
  ['a\u202eb\u2066c\nd\te', 'a b c d e'],
  ['z\u0300\u0301\u0302\u0303\u0304', 'z'],
  ['x'.repeat(100), `${'x'.repeat(39)}…`],
]
for (const [given, shown] of names)
  test(`an agent that calls itself ${JSON.stringify(given)?.slice(0, 30)} is shown harmless`, () =>
    equal(shownName(given), shown))
