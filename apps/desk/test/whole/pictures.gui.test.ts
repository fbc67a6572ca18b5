/** Pictures for the README: the desk as its user sees it, and as an agent is told of it. */
import { deepEqual, ok } from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printLine, type Rect, selectedElements, walk } from '@copane/protocol/elements'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { startBrowser, until, windowIn } from '../support/browser.js'
import { type Agent, visit, type Whole, whole } from '../support/whole.js'

/** Where they are kept; written by `npm run pictures` alone. */
const FOLDER = join(import.meta.dirname, '../../../../docs/pictures')
const SIZE = { width: 1440, height: 860 }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const keep = (name: string, picture: Buffer): void => {
  ok(picture.length > 10_000, `${name} shows next to nothing`)
  if (process.env.COPANE_PICTURES !== 'write') return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.png`), picture)
}

/** A desk in use: words selected, an order that an agent edited, and who did what. */
async function arrange(parts: Whole, tab: Page): Promise<void> {
  const { agent, does, last } = parts
  does({ act: 'open', what: 'threads' })
  await agent.windows()
  const [order = ''] = await agent.calls('app', 'open_order', { number: 10_042 })
  await agent.calls(order, 'edit', { recipient: 'Harbour Supplies', note: 'Leave at the door' })
  for (const [kind, [x, y, w, h]] of [
    ['orders', [16, 14, 620, 380]],
    ['threads', [16, 410, 620, 380]],
    ['order', [660, 28, 440, 680]],
  ] as const)
    does({ act: 'move', window: last(kind).id, x, y, w, h })
  await agent.calls(last('threads').id, 'comment', { pane: 'right', text: 'Two sizes would do.' })
  const comment = windowIn(tab, 'threads').locator('.comment-text').filter({ hasText: 'most people see' })
  await comment.scrollIntoViewIfNeeded()
  await comment.dblclick({ position: { x: 60, y: 8 } })
  await tab.mouse.move(1400, 780)
  await windowIn(tab, 'order').getByText('Changed by robot').first().waitFor()
}

test('the desk in use, in the light and in the dark', () =>
  whole(async parts => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' })
      const tab = await context.newPage()
      await visit(tab, parts)
      if (colorScheme === 'light') await arrange(parts, tab)
      await tab.getByRole('button', { name: 'Activity', exact: true }).click()
      await tab.getByRole('complementary', { name: 'Activity' }).getByText('robot').first().waitFor()
      keep(`desk-${colorScheme}`, await tab.screenshot())
      await context.close()
    }
  }))

/** An element with its place in the page. */
type Placed = { line: string; isSelected: boolean; isFocused: boolean; isLeaf: boolean; rects: Rect[] }

async function placed(agent: Agent): Promise<Placed[]> {
  const [app] = (await agent.place('app'))?.rects ?? []
  if (!app) throw new Error('the app is not on the screen')
  const all = [...walk(await agent.tree())].filter(({ visible, parent }) => visible && parent)
  const places = await Promise.all(all.map(({ element }) => agent.place(element.id)))
  return all.map(({ element }, at) => ({
    line: printLine(element),
    isSelected: element.selected === true,
    isFocused: element.focused === true,
    isLeaf: !element.children,
    rects: (places[at]?.rects ?? []).map(rect => ({ ...rect, x: rect.x - app.x, y: rect.y - app.y })),
  }))
}

test('what an agent is told of: every element where it says it is, the selected words on top', () =>
  whole(async parts => {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
    const tab = await context.newPage()
    await visit(tab, parts)
    await arrange(parts, tab)
    await until('the words are selected', async () => selectedElements(await parts.agent.tree()).length > 0)
    const elements = await placed(parts.agent)
    const outside = elements.filter(({ rects }) =>
      rects.some(({ x, y, w, h }) => x < -1 || y < -1 || x + w > SIZE.width + 1 || y + h > SIZE.height + 1),
    )
    deepEqual(
      outside.map(({ line }) => line),
      [],
    )
    ok(elements.some(({ isSelected, rects }) => isSelected && rects.length > 0))
    const shot = (await tab.screenshot()).toString('base64')
    const sketch = await context.newPage()
    await sketch.setContent(sketchOf(shot, elements))
    keep('agent', await sketch.screenshot())
    await context.close()
  }))

/** The screenshot, faded, with a box around every element. */
function sketchOf(shot: string, elements: readonly Placed[]): string {
  const boxes = elements.flatMap(({ rects, isSelected, isFocused, isLeaf }) =>
    rects.map(({ x, y, w, h }) => {
      const kind = isSelected ? 'selected' : isFocused ? 'focused' : isLeaf ? 'leaf' : 'group'
      return `<i class="${kind}" style="left:${x}px;top:${y}px;width:${w}px;height:${h}px"></i>`
    }),
  )
  return `<!doctype html><style>
body { margin: 0; background: #fff }
img { opacity: 0.35; display: block }
i { position: absolute; box-sizing: border-box; border-radius: 2px }
.group { border: 1px solid #8a94a8 }
.leaf { border: 1px solid #5b8def; background: #5b8def1f }
.focused { border: 2px solid #1f5bd8 }
.selected { border: 2px solid #d9480f; background: #ffa94d66 }
</style><img src="data:image/png;base64,${shot}">${boxes.join('')}`
}
