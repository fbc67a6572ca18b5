/** Places on a real screen, compared with where a coloured marker stands in a screenshot (FR-48 · EL-6-rects). */
import type { Location } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { withoutFocusEmulation } from '../support/chromium.ts'
import { verifies } from '../support/verifies.ts'
import { bundleAdapter } from './support/adapter-bundle.ts'
import {
  type Display,
  findColour,
  openWindow,
  type Pixels,
  shell,
  startDisplay,
  waitFor,
} from './support/display.ts'
import { type Site, startSite } from './support/site.ts'

const RED = 'rgb(255,0,10)'
const BLUE = 'rgb(10,0,255)'
const GREEN = 'rgb(0,255,10)'
const PAGE = `<title>Marker</title><body style="margin:0;background:#eee">
<div id=box data-copane-role=Group data-copane-id=marker style="position:absolute;left:37px;top:53px;width:120px;height:60px;background:${RED}"></div>
<div style="position:absolute;left:40px;top:150px;width:200px;height:50px;overflow:hidden"><div data-copane-role=Group data-copane-id=clipped style="margin:20px 0 0 90px;width:300px;height:80px;background:${BLUE}"></div></div>
<p id=words style="position:absolute;left:40px;top:220px;width:180px;font:20px/30px monospace;margin:0"><span style="background:${GREEN};color:${GREEN}">words<br>that go over<br>lines</span></p>`

let display: Display
let site: Site
let script: string
beforeAll(async () => {
  ;[display, site, script] = await Promise.all([startDisplay(), startSite(), bundleAdapter()])
})
afterAll(() => {
  display.stop()
  site.close()
})

/** Opens the page in a window of its own, reads it, and closes it after the test. */
async function withMarker(scale: number, isApp: boolean, test: (page: Page) => Promise<void>): Promise<void> {
  const url = site.put(PAGE)
  const { context, close } = await openWindow(display.name, url, scale, isApp, script)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(url)
    await withoutFocusEmulation(page)
    await moveWindow(page, { left: 151, top: 77, width: 600, height: 400 })
    await waitFor(() => isSteady())
    await page.evaluate(async () => {
      globalThis.reader = copane.createDomReader({ root: document })
      await reader.read()
    })
    await test(page)
  } finally {
    await close()
  }
}

async function moveWindow(
  page: Page,
  bounds: { left: number; top: number; width?: number; height?: number },
) {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds })
}

let seen = ''
/** True once the marker stands where it stood a look before. */
function isSteady(): boolean {
  const before = seen
  seen = JSON.stringify(findColour(display.name, RED) ?? '')
  return seen === before && seen !== '""'
}

const placed = async (page: Page, id: string): Promise<Location | undefined> =>
  page.evaluate(given => reader.locate(given), id)

/** How far a location is from what stands on the screen, in the worst of the four numbers. */
function offset(location: Location | undefined, pixels: Pixels | undefined): number {
  const [rect] = location?.rects ?? []
  if (!rect || !pixels) return Infinity
  const far = [rect.x - pixels.x, rect.y - pixels.y, rect.w - pixels.w, rect.h - pixels.h].map(Math.abs)
  return Math.max(...far)
}

/** Moves the real pointer over the marker, and waits until the page has heard of it. */
async function pointAt(page: Page, marker: Pixels | undefined, scale: number): Promise<void> {
  await page.evaluate(() => {
    globalThis.kept = 0
    addEventListener('pointermove', () => {
      globalThis.kept = Number(globalThis.kept) + 1
    })
  })
  for (const [n, step] of [0, 70 * scale, 3].entries()) {
    const [x, y] = [(marker?.x ?? 0) + 20 + step, (marker?.y ?? 0) + 20]
    shell(display.name, 'xdotool', ['mousemove', String(x), String(y)])
    await page.waitForFunction(least => Number(globalThis.kept) > least, n)
  }
}

for (const [kind, isApp] of [
  ['an app window', true],
  ['a browser window with bars', false],
] as const)
  for (const scale of [1, 2])
    verifies('FR-48', `${kind} at scale ${scale}, before and after the pointer was seen`, () =>
      withMarker(scale, isApp, async page => {
        const marker = findColour(display.name, RED)
        const clipped = findColour(display.name, BLUE)
        expect(offset(await placed(page, 'marker'), marker)).toBeLessThanOrEqual(scale - 1)
        expect(offset(await placed(page, 'clipped'), clipped)).toBeLessThanOrEqual(scale - 1)
        await pointAt(page, marker, scale)
        expect(offset(await placed(page, 'marker'), marker)).toBeLessThanOrEqual(scale - 1)
      }),
    )

verifies('FR-48', 'a window that was moved after the pointer was seen', () =>
  withMarker(1, true, async page => {
    const before = findColour(display.name, RED)
    await pointAt(page, before, 1)
    await moveWindow(page, { left: 402, top: 303 })
    await waitFor(() => findColour(display.name, RED)?.x !== before?.x && isSteady())
    await page.waitForFunction(() => screenX > 300)
    expect(offset(await placed(page, 'marker'), findColour(display.name, RED))).toBe(0)
  }),
)

verifies('EL-6-rects', 'the lines of a selection cover the pixels of its words', () =>
  withMarker(1, true, async page => {
    const selection = await page.evaluate(async () => {
      getSelection()?.selectAllChildren(document.querySelector('#words span') ?? document)
      const stack = [...(await reader.read()).children]
      for (let at = stack.pop(); at; at = stack.pop()) {
        if (at.selected) return at.id
        stack.push(...(at.children ?? []))
      }
      return ''
    })
    const rects = (await placed(page, selection))?.rects ?? []
    expect(rects.length).toBe(3)
    await page.evaluate(() => getSelection()?.empty())
    await waitFor(() => findColour(display.name, GREEN) !== undefined)
    const left = Math.min(...rects.map(({ x }) => x))
    const top = Math.min(...rects.map(({ y }) => y))
    const w = Math.max(...rects.map(rect => rect.x + rect.w)) - left
    const h = Math.max(...rects.map(rect => rect.y + rect.h)) - top
    const around: Location = { state: 'visible', rects: [{ x: left, y: top, w, h }] }
    expect(offset(around, findColour(display.name, GREEN))).toBeLessThanOrEqual(1)
  }),
)

verifies('FR-48', 'a window at an odd pixel at scale 2: one pixel off at most', () =>
  withMarker(2, true, async page => {
    const window = shell(display.name, 'xdotool', ['search', '--name', '^Marker$']).trim().split('\n').at(-1)
    const before = findColour(display.name, RED)
    shell(display.name, 'xdotool', ['windowmove', window ?? '', '333', '155'])
    await waitFor(() => findColour(display.name, RED)?.x !== before?.x && isSteady())
    await page.waitForFunction(() => screenX < 200)
    const marker = findColour(display.name, RED)
    expect(offset(await placed(page, 'marker'), marker)).toBeLessThanOrEqual(1)
    await pointAt(page, marker, 2)
    expect(offset(await placed(page, 'marker'), marker)).toBeLessThanOrEqual(1)
  }),
)

verifies('FR-49', 'a page that the user zoomed has no place until the pointer told, then the right one', () =>
  withMarker(1, false, async page => {
    await page.bringToFront()
    for (const _ of [1, 2, 3]) shell(display.name, 'xdotool', ['key', 'ctrl+plus'])
    await page.waitForFunction(() => devicePixelRatio === 1.5)
    await waitFor(isSteady)
    expect(await placed(page, 'marker')).toBeUndefined()
    const marker = findColour(display.name, RED)
    await pointAt(page, marker, 1.5)
    expect(offset(await placed(page, 'marker'), marker)).toBeLessThanOrEqual(2)
  }),
)
