/** What is drawn and what is not, on a live page (elements §5.3 · EL-5.3-visible-drawn). */
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, isVisible, take } from './support/reading.ts'

const lab = useLab()

/** Each page has a thing named `thing`; whether that is drawn. */
const rows = [
  ['on the screen', '<p>thing</p>', true],
  ['below the screen', '<div style="height:3000px"></div><p>thing</p>', false],
  ['above the screen', '<p style="position:absolute;top:-500px">thing</p>', false],
  ['beside the screen', '<p style="position:absolute;left:-9999px">thing</p>', false],
  ['invisible by style', '<p style="visibility:hidden">thing</p>', false],
  ['inside a transparent box', '<div style="opacity:0"><p>thing</p></div>', false],
  [
    'made visible again inside an invisible box',
    '<div style="visibility:hidden"><p style="visibility:visible">thing</p></div>',
    true,
  ],
  [
    'scrolled out of its pane',
    '<div style="height:100px;overflow:auto"><div style="height:400px"></div><p>thing</p></div>',
    false,
  ],
  [
    'clipped by a pane that does not scroll',
    '<div style="height:50px;overflow:hidden"><div style="height:60px"></div><p>thing</p></div>',
    false,
  ],
  [
    'clipped in width only',
    '<div style="width:100px;overflow:hidden;white-space:nowrap"><div style="width:600px"><div style="margin-left:300px"><p>thing</p></div></div></div>',
    false,
  ],
  [
    'standing out of a pane that does not clip',
    '<div style="height:20px;width:20px"><p style="margin-top:60px">thing</p></div>',
    true,
  ],
  [
    'standing out of a box that is off the screen',
    '<div style="position:relative;top:-300px;height:10px"><div style="height:400px"></div><p>thing</p></div>',
    true,
  ],
  [
    'fixed, inside a pane that has it scrolled out',
    '<div style="height:50px;overflow:auto"><div style="height:60px"></div><div style="position:fixed;top:300px;left:300px"><p>thing</p></div></div>',
    true,
  ],
  [
    'a dialog opened from far below',
    '<div style="height:3000px"></div><div><div role=dialog aria-label=thing style="position:fixed;top:100px;left:100px;width:200px;height:100px">x</div></div>',
    true,
  ],
  [
    'skipped by content-visibility',
    '<div style="height:2000px"></div><div style="content-visibility:auto"><p>thing</p></div>',
    false,
  ],
  ['in a box without a height', '<div style="height:0"><p>thing</p></div>', true],
  [
    'in contents without a box',
    '<section aria-label=s style="display:contents"><p>thing</p></section>',
    true,
  ],
  ['a pane that is hidden', '<section role=tabpanel aria-label=thing hidden><p>x</p></section>', false],
  [
    'a pane that is minimised to nothing',
    '<section role=tabpanel aria-label=thing style="height:0;overflow:hidden"><p>x</p></section>',
    false,
  ],
] as const

for (const [title, html, visible] of rows)
  verifies('EL-5.3-visible-drawn', title, async () => {
    const page = await lab().open(html)
    const reading = await take(page)
    expect(element(reading, 'thing')).toBeDefined()
    expect(isVisible(reading, 'thing')).toBe(visible)
  })

const BEHIND =
  '<section role=tabpanel aria-label=thing style="position:absolute;left:100px;top:100px;width:200px;height:200px"><p>inside</p></section>'
const above = (style: string): string =>
  `<div role=dialog aria-label=above style="position:absolute;${style}">a</div>`
const WHOLE = 'left:90px;top:90px;width:220px;height:220px;'

const covers = [
  ['under an opaque window', above(`${WHOLE}background:white`), false],
  ['under a translucent window', above(`${WHOLE}background:rgba(0,0,0,.5)`), true],
  ['under a transparent window', above(WHOLE), true],
  ['under a fading window', above(`${WHOLE}background:white;opacity:.5`), true],
  [
    'under a window that leaves an edge',
    above('left:90px;top:90px;width:220px;height:190px;background:white'),
    true,
  ],
  [
    'under two windows that leave a gap',
    above('left:90px;top:90px;width:220px;height:80px;background:white') +
      above('left:90px;top:230px;width:220px;height:80px;background:white'),
    true,
  ],
  ['above an opaque window', above(`${WHOLE}background:white;z-index:-1`), true],
] as const

for (const [title, html, visible] of covers)
  verifies('EL-5.3-visible-drawn', title, async () => {
    const page = await lab().open(BEHIND + html)
    const reading = await take(page)
    expect(isVisible(reading, 'thing')).toBe(visible)
    expect(isVisible(reading, 'inside')).toBe(visible)
  })

const modals = [
  ['behind a modal that covers it', 'width:600px;height:600px;max-width:none;inset:0;margin:0', false],
  ['around a small modal', 'width:50px;height:50px;margin:0;left:150px;top:150px', true],
] as const

for (const [title, style, visible] of modals)
  verifies('EL-5.3-visible-drawn', title, async () => {
    const page = await lab().open(
      `${BEHIND}<dialog aria-label=modal style="background:white;${style}">m</dialog>`,
    )
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    const reading = await take(page)
    expect(isVisible(reading, 'thing')).toBe(visible)
    expect(isVisible(reading, 'modal')).toBe(true)
  })

verifies('EL-5.3-visible-differs', 'a list scrolled by script, in the same breath', async () => {
  const rowsHtml = Array.from({ length: 300 }, (_, n) => `<li>row ${n}</li>`).join('')
  const page = await lab().open(`<ul id=list style="height:200px;overflow:auto;margin:0">${rowsHtml}</ul>`)
  const first = await take(page)
  expect([0, 299].map(n => isVisible(first, `row ${n}`))).toEqual([true, false])
  await page.evaluate(() => {
    document.querySelector('#list')?.scrollTo(0, 1e6)
    globalThis.kept = reader.read()
  })
  const reading = await page.evaluate(() => globalThis.kept)
  expect(JSON.stringify(reading)).toContain('row 299')
  const second = await take(page)
  expect([0, 299].map(n => isVisible(second, `row ${n}`))).toEqual([false, true])
})

verifies('EL-5.3-visible-drawn', 'a heading that sticks while its list is scrolled', async () => {
  const rowsHtml = Array.from({ length: 300 }, (_, n) =>
    n % 100 === 0 ? `<li style="position:sticky;top:0">head ${n}</li>` : `<li>row ${n}</li>`,
  ).join('')
  const page = await lab().open(`<ul id=list style="height:200px;overflow:auto;margin:0">${rowsHtml}</ul>`)
  await page.evaluate(() => document.querySelector('#list')?.scrollTo(0, 800))
  const reading = await take(page)
  expect(isVisible(reading, 'head 0')).toBe(true)
  expect(isVisible(reading, 'row 5')).toBe(false)
})

verifies(
  'EL-5.3-visible-drawn',
  'a page in the background is not drawn, its things are as their parents',
  async () => {
    const page = await lab().open('<p>thing</p>')
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
    const reading = await take(page)
    expect(reading.children[0]?.visible).toBe(false)
    expect(isVisible(reading, 'thing')).toBe(false)
  },
)

verifies('EL-5.3-visible-drawn', 'a fade that ends, a rule that is added, a box that is ticked', async () => {
  const page = await lab().open(
    '<style id=s>.out{opacity:0;transition:none}</style><p id=a class=out>one</p><p id=b>two</p><input type=checkbox id=t><p id=c>three</p><style>#t:checked+p{visibility:hidden}</style>',
  )
  const before = await take(page)
  expect(['one', 'two', 'three'].map(name => isVisible(before, name))).toEqual([false, true, true])
  await page.evaluate(() => {
    document.querySelector('#a')?.classList.remove('out')
    document.head.append(
      Object.assign(document.createElement('style'), { textContent: '#b{visibility:hidden}' }),
    )
  })
  await page.click('#t')
  const after = await take(page)
  expect(['one', 'two', 'three'].map(name => isVisible(after, name))).toEqual([true, false, false])
})

verifies('EL-5.3-visible-differs', 'a pane moved by an animation alone', async () => {
  const page = await lab().open(
    '<div style="animation:m 1s linear both paused"><p>thing</p></div><style>@keyframes m{to{transform:translateX(3000px)}}</style>',
  )
  expect(isVisible(await take(page), 'thing')).toBe(true)
  await page.evaluate(async () => {
    const [animation] = document.getAnimations()
    await animation?.ready
    animation?.finish()
    await animation?.finished
  })
  expect(isVisible(await take(page), 'thing')).toBe(false)
})
