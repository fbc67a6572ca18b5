/** Where a page is on the display (D-14 · FR-48, FR-49). */
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import {
  type Fix,
  inDevicePixels,
  isPlaceless,
  keepFixes,
  originFromPointer,
  originFromWindow,
  type WindowFacts,
} from '../../src/dom/live/origin.ts'

const facts = (more: Partial<WindowFacts>): WindowFacts => ({
  screenX: 100,
  screenY: 50,
  outerWidth: 800,
  outerHeight: 600,
  innerWidth: 800,
  innerHeight: 600,
  devicePixelRatio: 1,
  screenWidth: 1600,
  screenHeight: 1000,
  isTop: true,
  ...more,
})

const windows = [
  ['an app window without a frame', {}, { x: 100, y: 50, scale: 1 }],
  ['with bars and an edge', { outerWidth: 808, outerHeight: 699 }, { x: 104, y: 145, scale: 1 }],
  ['left of the primary display', { screenX: -1500, screenY: -20 }, { x: -1500, y: -20, scale: 1 }],
  ['at scale 1.25', { devicePixelRatio: 1.25 }, { x: 125, y: 62.5, scale: 1.25 }],
  ['at scale 2', { devicePixelRatio: 2 }, { x: 200, y: 100, scale: 2 }],
] as const

for (const [title, more, origin] of windows)
  verifies('FR-48', `from the window: ${title}`, () => {
    const given = facts(more)
    const found = originFromWindow(given)
    expect(found && inDevicePixels(found, given.devicePixelRatio)).toEqual(origin)
  })

const unknown = [
  ['zoomed in', { innerWidth: 640, innerHeight: 480 }],
  ['zoomed out', { innerWidth: 1000, innerHeight: 750 }],
  ['with a docked panel at the side', { innerWidth: 500 }],
  ['with a docked panel below', { innerHeight: 300 }],
  ['in a frame', { isTop: false }],
] as const

for (const [title, more] of unknown)
  verifies('FR-49', `a window that tells nothing: ${title}`, () =>
    expect(originFromWindow(facts(more))).toBeUndefined(),
  )

const fix = (clientX: number, clientY: number, screenX: number, screenY: number): Fix => ({
  clientX,
  clientY,
  screenX,
  screenY,
})

const fixes = [
  ['one look', facts({}), [fix(10, 20, 110, 70)], { x: 100, y: 50, zoom: 1 }],
  [
    'one look at a zoomed page',
    facts({ innerWidth: 640, innerHeight: 480 }),
    [fix(10, 20, 112, 75)],
    undefined,
  ],
  [
    'two looks at a page zoomed to 125 %',
    facts({ innerWidth: 640, innerHeight: 480 }),
    [fix(0, 0, 100, 50), fix(400, 80, 600, 150)],
    { x: 100, y: 50, zoom: 1.25 },
  ],
  [
    'two looks, rounded to whole pixels',
    facts({ innerWidth: 727, innerHeight: 545 }),
    [fix(0, 0, 100, 50), fix(101, 80, 211, 138)],
    { x: 99.9, y: 50, zoom: 1.1 },
  ],
  [
    'a page in a frame',
    facts({ isTop: false }),
    [fix(0, 0, 300, 200), fix(100, 0, 400, 200)],
    { x: 300, y: 200, zoom: 1 },
  ],
  ['a pointer that some program made up', facts({}), [fix(10, 20, 10, 20)], undefined],
  ['none', facts({}), [], undefined],
] as const

for (const [title, given, looks, origin] of fixes)
  verifies('FR-48', `from the pointer: ${title}`, () => {
    const found = originFromPointer(looks, given)
    if (!origin) expect(found).toBeUndefined()
    else for (const name of ['x', 'y', 'zoom'] as const) expect(found?.[name]).toBeCloseTo(origin[name], 5)
  })

verifies('FR-48', 'the last look is kept, with one far from it', () => {
  const looks = [fix(0, 0, 100, 50), fix(10, 0, 110, 50), fix(200, 0, 300, 50), fix(210, 0, 310, 50)]
  let kept: Fix[] = []
  for (const look of looks) kept = keepFixes(kept, look)
  expect(kept.map(({ clientX }) => clientX)).toEqual([10, 210])
})

const places = [
  ['a window at 0, 0 that does not fill the screen', { screenX: 0, screenY: 0 }, true],
  ['one that does', { screenX: 0, screenY: 0, outerWidth: 1600, outerHeight: 1000 }, false],
  ['any other', {}, false],
] as const

for (const [title, more, placeless] of places)
  verifies('FR-49', `told no place: ${title}`, () => expect(isPlaceless(facts(more))).toBe(placeless))
