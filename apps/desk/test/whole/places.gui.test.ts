/** Where an agent is told that something stands, compared with where its colour stands on the screen (FR-48). */
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Location } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import {
  type Display,
  findColour,
  openWindow,
  type Pixels,
  shell,
  startDisplay,
  waitFor,
} from '../../../../test/dom/support/display.js'
import { verifies } from '../../../../test/support/verifies.js'
import { until, windowIn } from '../support/browser.js'
import { only, visit, type Whole, whole } from '../support/whole.js'

const RED = 'rgb(255,0,10)'

let display: Display
beforeAll(async () => {
  display = await startDisplay()
})
afterAll(() => display.stop())

/** A desk in a real window of its own, with a recipient that is painted red; `field` gives its id. */
const onScreen = (
  scale: number,
  body: (parts: Whole & { tab: Page; field: () => Promise<string> }) => Promise<void>,
): Promise<void> =>
  whole(async parts => {
    const { context, close } = await openWindow(display.name, 'about:blank', scale, false, '')
    try {
      const tab = context.pages()[0] ?? (await context.newPage())
      parts.does({ act: 'openOrder', number: 10_042 })
      await moveTo(tab, { left: 80 / scale, top: 40 / scale, width: 1440 / scale, height: 900 / scale })
      await visit(tab, parts)
      const painted = windowIn(tab, 'order').getByLabel('Recipient')
      await painted.evaluate((it, colour) => {
        it.style.background = it.style.borderColor = it.style.color = colour
        it.style.outline = it.style.boxShadow = 'none'
      }, RED)
      await steady()
      await body({
        ...parts,
        tab,
        field: async () => only(await parts.agent.tree(), element => element.subrole === 'recipient').id,
      })
    } finally {
      await close()
    }
  })

async function moveTo(tab: Page, bounds: { left: number; top: number; width?: number; height?: number }) {
  const session = await tab.context().newCDPSession(tab)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds })
}

/** Waits until the colour stands where it stood a look before. */
async function steady(): Promise<Pixels> {
  let before = ''
  let found: Pixels | undefined
  await waitFor(() => {
    found = findColour(display.name, RED)
    const now = JSON.stringify(found)
    const isSteady = found !== undefined && now === before
    before = now
    return isSteady
  })
  if (!found) throw new Error('no red on the screen')
  return found
}

function far(location: Location | undefined, pixels: Pixels): number {
  const [rect] = location?.rects ?? []
  if (!rect) return Infinity
  return Math.max(
    ...[rect.x - pixels.x, rect.y - pixels.y, rect.w - pixels.w, rect.h - pixels.h].map(Math.abs),
  )
}

for (const scale of [1, 2])
  verifies('FR-48', `a field is where the agent is told it is, at scale ${scale}, also when it moved`, () =>
    onScreen(scale, async ({ tab, agent, field, does, last }) => {
      const id = await field()
      const before = await steady()
      ok(far(await agent.place(id), before) < scale)
      does({ act: 'move', window: last('order').id, x: 30, y: 12, w: 560, h: 330 })
      await waitFor(() => JSON.stringify(findColour(display.name, RED)) !== JSON.stringify(before))
      ok(far(await agent.place(id), await steady()) < scale)
      await moveTo(tab, { left: 40 / scale, top: 100 / scale })
      await until('the page knows where it is', () => tab.evaluate(left => screenX === left, 40 / scale))
      ok(far(await agent.place(id), await steady()) < scale)
    }),
  )

verifies('EL-6-location', 'minimised or scrolled out: offscreen, and back again; closed: gone', () =>
  onScreen(1, async ({ agent, field, does, last }) => {
    const id = await field()
    const state = async () => (await agent.place(id))?.state
    const becomes = (wanted: string) =>
      until(`it is ${wanted}`, async () => {
        return (await state()) === wanted
      })
    equal(await state(), 'visible')
    const order = last('order').id
    does({ act: 'minimise', window: order })
    await becomes('offscreen')
    does({ act: 'restore', window: order })
    await becomes('visible')
    does({ act: 'move', window: order, x: 30, y: 12, w: 320, h: 180 })
    await becomes('offscreen')
    does({ act: 'move', window: order, x: 30, y: 12, w: 560, h: 400 })
    await becomes('visible')
    does({ act: 'close', window: order })
    await becomes('gone')
  }),
)

verifies('FR-49', 'on a page that the user zoomed there is no place, rather than a wrong one', () =>
  onScreen(1, async ({ tab, agent, field }) => {
    const id = await field()
    await tab.bringToFront()
    for (const _ of [1, 2, 3]) shell(display.name, 'xdotool', ['key', 'ctrl+plus'])
    await tab.waitForFunction(() => devicePixelRatio === 1.5)
    const pixels = await steady()
    equal(await agent.place(id), undefined)
    const moves = await tab.evaluateHandle(() => {
      const seen = { count: 0 }
      addEventListener('pointermove', () => void seen.count++)
      return seen
    })
    for (const [turn, step] of [5, 150, 9].entries()) {
      shell(display.name, 'xdotool', ['mousemove', `${pixels.x + step}`, `${pixels.y + 20}`])
      await until(
        'the page heard of the pointer',
        async () => (await moves.evaluate(({ count }) => count)) > turn,
      )
    }
    await until('a place is known', async () => (await agent.place(id)) !== undefined)
    ok(far(await agent.place(id), pixels) <= 2)
    deepEqual((await agent.place(id))?.state, 'visible')
  }),
)
