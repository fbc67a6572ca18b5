/** Where things are, in a page whose own place is known (elements §4.2 · EL-6-location, EL-6-rects). */
import { readLocation } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, locate, selected, take } from './support/reading.ts'

const lab = useLab()

/** The place of what is called `thing`; every location keeps the protocol's rules. */
async function placeOf(page: Page): Promise<unknown> {
  const location = await locate(page, element(await take(page), 'thing').id)
  if (location) expect(readLocation(location).findings).toEqual([])
  return location
}

const AT = 'position:absolute;margin:0;left:50px;top:60px;width:100px;height:40px;'

const rows = [
  [
    'one bounding box',
    `<p style="${AT}">thing</p>`,
    { state: 'visible', rects: [{ x: 50, y: 60, w: 100, h: 40 }] },
  ],
  [
    'cut to what its pane shows',
    `<div style="position:absolute;left:50px;top:60px;width:60px;height:200px;overflow:hidden"><p style="margin:0;width:100px;height:40px">thing</p></div>`,
    { state: 'visible', rects: [{ x: 50, y: 60, w: 60, h: 40 }] },
  ],
  [
    'cut to the screen',
    '<p style="position:absolute;margin:0;left:-30px;top:10px;width:100px;height:40px">thing</p>',
    { state: 'visible', rects: [{ x: 0, y: 10, w: 70, h: 40 }] },
  ],
  ['scrolled out', '<div style="height:3000px"></div><p>thing</p>', { state: 'offscreen' }],
  ['transparent', `<p style="${AT}opacity:0">thing</p>`, { state: 'offscreen' }],
  ['a pane that is hidden', '<div role=tabpanel aria-label=thing hidden>x</div>', { state: 'offscreen' }],
  [
    'fixed, so not cut by the pane it stands in',
    `<div style="height:10px;overflow:hidden;position:absolute;left:0;top:0;width:10px"><div style="position:fixed;left:50px;top:60px"><p style="margin:0;width:100px;height:40px">thing</p></div></div>`,
    { state: 'visible', rects: [{ x: 50, y: 60, w: 100, h: 40 }] },
  ],
  [
    'in a frame',
    `<iframe style="position:absolute;left:100px;top:50px;width:300px;height:80px;border:7px solid;padding:3px" srcdoc='<p style="${AT}">thing</p>'></iframe>`,
    { state: 'visible', rects: [{ x: 160, y: 120, w: 100, h: 20 }] },
  ],
] as const

for (const [title, html, location] of rows)
  verifies('EL-6-location', title, async () => {
    const page = await lab().open(`<body style="margin:0">${html}`)
    if (html.includes('iframe')) await page.frameLocator('iframe').locator('p').waitFor()
    expect(await placeOf(page)).toEqual(location)
  })

verifies(
  'EL-6-rects',
  'a wrapped selection has one rectangle a line, however many nodes it is of',
  async () => {
    const page = await lab().open(
      '<p id=a style="width:200px;font:20px/30px monospace;margin:0">some words <b>and bold ones</b> that wrap over <i>several</i> lines of text</p>',
    )
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#a') ?? document))
    const [passage] = selected(await take(page))
    const location = await locate(page, passage?.id ?? '')
    const height = await page.evaluate(
      () => document.querySelector('#a')?.getBoundingClientRect().height ?? 0,
    )
    expect(location?.rects?.length).toBe(height / 30)
    const tops = location?.rects?.map(({ y }) => y) ?? []
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
  },
)

verifies(
  'EL-6-rects',
  'a right-to-left selection with words of both directions has one rectangle a line',
  async () => {
    const page = await lab().open('<p id=a dir=rtl style="margin:0">שלום abc עולם 123</p>')
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#a') ?? document))
    const [passage] = selected(await take(page))
    expect((await locate(page, passage?.id ?? ''))?.rects?.length).toBe(1)
  },
)

verifies('EL-6-rects', 'of a selection half scrolled out, the lines that show', async () => {
  const page = await lab().open(
    `<div id=d style="height:60px;overflow:auto;font:20px/30px monospace"><p id=a style="margin:0">${'line<br>'.repeat(10)}</p></div>`,
  )
  await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('#a') ?? document)
    document.querySelector('#d')?.scrollTo(0, 90)
  })
  const [passage] = selected(await take(page))
  expect((await locate(page, passage?.id ?? ''))?.rects?.length).toBe(2)
})

verifies('EL-6-one-moment', 'asked again after the page moved', async () => {
  const page = await lab().open(`<p id=a style="${AT}">thing</p>`)
  const { id } = element(await take(page), 'thing')
  await page.evaluate(() =>
    document
      .querySelector('#a')
      ?.setAttribute('style', 'position:absolute;margin:0;left:9px;top:8px;width:10px;height:20px'),
  )
  expect((await locate(page, id))?.rects).toEqual([{ x: 9, y: 8, w: 10, h: 20 }])
})

verifies('FR-49', 'no place at all where the origin is unknown', async () => {
  const page = await lab().open('<p>thing</p>')
  const location = await page.evaluate(async () => {
    const blind = copane.createDomReader({ root: document, mark: 'b', origin: () => undefined })
    const { children } = await blind.read()
    return blind.locate(children[0]?.id ?? '')
  })
  expect(location).toBeUndefined()
})

verifies('EL-6-window-number', 'the number that the app gives for its window', async () => {
  const page = await lab().open('<p>thing</p>')
  const location = await page.evaluate(async () => {
    const numbered = copane.createDomReader({
      root: document,
      mark: 'n',
      origin: () => ({ x: -100, y: 20, scale: 2 }),
      window: () => 4711,
    })
    const { children } = await numbered.read()
    return numbered.locate(children[0]?.id ?? '')
  })
  expect(location).toEqual({
    state: 'visible',
    rects: [{ x: -100, y: 20, w: 2000, h: 1400 }],
    window: 4711,
  })
})
