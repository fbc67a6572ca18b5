/** Locations: their three states, rectangles, window number and hints (D-14). */
import { readLocation } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { nested, told } from '../support/elements.ts'

const rect = { x: 10, y: 20.5, w: 100, h: 16 }
const visible = { state: 'visible', rects: [rect] }

const accepted: [string, object][] = [
  ['gone', { state: 'gone' }],
  ['offscreen', { state: 'offscreen' }],
  ['offscreen in a window', { state: 'offscreen', window: 7 }],
  ['visible', visible],
  ['a rectangle per line', { state: 'visible', rects: [rect, { ...rect, y: 36.5 }] }],
  [
    'left of and above the primary display',
    { state: 'visible', rects: [{ x: -1920, y: -1080, w: 1, h: 1 }] },
  ],
  ['less than a point', { state: 'visible', rects: [{ x: 0, y: 0, w: 0.5, h: 0.25 }] }],
  ['window number zero', { ...visible, window: 0 }],
  ['both hints', { ...visible, avoid: rect, edge: 'left' }],
  ['hints offscreen', { state: 'offscreen', avoid: rect, edge: 'top' }],
]

for (const [title, location] of accepted)
  verifies('EL-6-location', `accepts ${title}`, () =>
    expect(readLocation(location)).toEqual({ location, findings: [] }),
  )

const refused: [string, unknown, string][] = [
  ['null', null, '$'],
  ['a list', [rect], '$'],
  ['a text', 'gone', '$'],
  ['no state', { rects: [rect] }, '$.state'],
  ['an unknown state', { state: 'hidden' }, '$.state'],
  ['a state in capitals', { state: 'Gone' }, '$.state'],
  ['a state that is true', { state: true, rects: [rect] }, '$.state'],
  ['a state named __proto__', { state: '__proto__' }, '$.state'],
  ['visible without rectangles', { state: 'visible' }, '$.rects'],
  ['visible with none', { state: 'visible', rects: [] }, '$.rects'],
]

for (const [title, value, at] of refused)
  verifies('EL-6-location', `refuses ${title}`, () => {
    const { location, findings } = readLocation(value)
    expect(told(findings)).toEqual([`EL-6-location must refuse ${at}`])
    expect(location).toBeUndefined()
  })

const rectangles: [string, unknown][] = [
  ['visible with null', { state: 'visible', rects: null }],
  ['one rectangle outside a list', { state: 'visible', rects: rect }],
  ['one bad rectangle among good ones', { state: 'visible', rects: [rect, { ...rect, w: 0 }] }],
  ['no width', { state: 'visible', rects: [{ x: 1, y: 1, h: 1 }] }],
  ['zero height', { state: 'visible', rects: [{ ...rect, h: 0 }] }],
  ['a negative width', { state: 'visible', rects: [{ ...rect, w: -1 }] }],
  ['a text for x', { state: 'visible', rects: [{ ...rect, x: '10' }] }],
  ['null for y', { state: 'visible', rects: [{ ...rect, y: null }] }],
  ['an endless x', { state: 'visible', rects: [{ ...rect, x: JSON.parse('1e999') }] }],
  ['an endless width', { state: 'visible', rects: [{ ...rect, w: Infinity }] }],
  ['no number at all', { state: 'visible', rects: [{ ...rect, y: NaN }] }],
  ['four numbers', { state: 'visible', rects: [[1, 2, 3, 4]] }],
  ['lists without end', { state: 'visible', rects: JSON.parse(nested(1_000_000)) }],
]

for (const [title, value] of rectangles)
  verifies('EL-6-rects', `refuses ${title}`, () => {
    const { location, findings } = readLocation(value)
    expect(told(findings)).toEqual(['EL-6-rects must refuse $.rects'])
    expect(location).toBeUndefined()
  })

const repaired: [string, object, string, object][] = [
  [
    'rectangles of what is offscreen',
    { state: 'offscreen', rects: [rect] },
    'repair $.rects',
    { state: 'offscreen' },
  ],
  [
    'null rectangles offscreen',
    { state: 'offscreen', rects: null },
    'repair $.rects',
    { state: 'offscreen' },
  ],
  ['rectangles of what is gone', { state: 'gone', rects: [rect] }, 'note $', { state: 'gone' }],
  ['a window of what is gone', { state: 'gone', window: 7 }, 'note $', { state: 'gone' }],
  ['a hint for what is gone', { state: 'gone', edge: 'top' }, 'note $', { state: 'gone' }],
  ['null to avoid for what is gone', { state: 'gone', avoid: null }, 'note $', { state: 'gone' }],
  ['a negative window', { ...visible, window: -1 }, 'repair $.window', visible],
  ['half a window', { ...visible, window: 7.5 }, 'repair $.window', visible],
  ['a window in text', { ...visible, window: '0x7' }, 'repair $.window', visible],
  ['null for the window', { ...visible, window: null }, 'repair $.window', visible],
]

for (const [title, value, finding, location] of repaired)
  verifies('EL-6-location', `leaves out ${title}`, () => {
    const read = readLocation(value)
    expect(told(read.findings)).toEqual([`EL-6-location must ${finding}`])
    expect(read.location).toEqual(location)
  })

const hints: [string, object, string][] = [
  ['an empty rectangle to avoid', { avoid: { ...rect, w: 0 } }, '$.avoid'],
  ['a list of rectangles to avoid', { avoid: [rect] }, '$.avoid'],
  ['null to avoid', { avoid: null }, '$.avoid'],
  ['an unknown edge', { edge: 'center' }, '$.edge'],
  ['a list of edges', { edge: ['top'] }, '$.edge'],
  ['null for the edge', { edge: null }, '$.edge'],
]

for (const [title, hint, at] of hints)
  verifies('EL-6-hints', `a malformed hint is ignored: ${title}`, () => {
    const read = readLocation({ ...visible, ...hint })
    expect(told(read.findings)).toEqual([`EL-6-location must repair ${at}`])
    expect(read.location).toEqual(visible)
  })

verifies('EL-10-unknown-fields', 'of a location and its rectangles are left behind', () => {
  const value = JSON.parse(
    '{"state":"visible","rects":[{"x":1,"y":1,"w":1,"h":1,"scale":2}],"__proto__":{"edge":"top"}}',
  )
  expect(readLocation(value)).toEqual({
    location: { state: 'visible', rects: [{ x: 1, y: 1, w: 1, h: 1 }] },
    findings: [],
  })
})

for (const state of ['gone', 'offscreen'])
  verifies('EL-10-unknown-fields', `beside ${state} are left behind`, () =>
    expect(readLocation({ state, reason: 'x' })).toEqual({ location: { state }, findings: [] }),
  )
