/// <reference lib="dom" />
/** A page that was read before and changed since is told as one that is read for the first time (FR-11). */
import type { ReadLimits } from '@copane/adapters/dom'
import { find, textOf, walk } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, selected, take } from './support/reading.ts'

const lab = useLab()

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const section = (n: number): string => `
<section id=s${n} class=part aria-labelledby=h${n}><h2 id=h${n}>Heading ${n}</h2>
<p class=lead>Words <a href=/${n}>link ${n}</a> and <em>more</em> of <span class=tag>part ${n}</span>.</p>
<ul aria-label="List ${n}"><li>one</li><li>two</li><li class=last>three</li></ul>
<table><tr><th>Row</th><td>${n}</td></tr><tr><th>Other</th><td>x</td></tr></table>
<div class=box><div class=inner><h3>Card ${n}</h3><p>Body ${n}</p></div></div></section>`

const PAGE = `<title>Page</title><style>.box{height:40px}.off{visibility:hidden}</style>
<main id=m>${NUMBERS.map(section).join('')}</main>
<div id=tip popover>Tip <b>of</b> <section aria-label=inside>words</section></div>`

/** What the reader of the page says now, and what a fresh one says; without ids. */
const bothOf = (page: Page, limits: ReadLimits): Promise<[again: string, fresh: string]> =>
  page.evaluate(async given => {
    const told = (children: readonly object[]): string =>
      JSON.stringify(children, (key, value: unknown) => (key === 'id' ? undefined : value), 1)
    const again = told((await reader.read(given)).children)
    const other = copane.createDomReader({ root: document, mark: 'other' })
    const fresh = told((await other.read(given)).children)
    other.stop()
    return [again, fresh]
  }, limits)

const changes: [title: string, change: (page: Page) => unknown, limits?: ReadLimits][] = [
  ['nothing', () => undefined],
  ['a word far below', page => page.evaluate(() => document.querySelector('#s9 em')?.replaceChildren('new'))],
  [
    'a word on the screen',
    page => page.evaluate(() => document.querySelector('#s1 em')?.replaceChildren('new')),
  ],
  [
    'the heading that is a title',
    page => page.evaluate(() => document.querySelector('#h8')?.replaceChildren('new')),
  ],
  ['what the heading is', page => page.evaluate(() => document.querySelector('#h8')?.removeAttribute('id'))],
  [
    'another thing with the id that gives the title',
    page =>
      page.evaluate(() => {
        document.querySelector('#h8')?.remove()
        document.querySelector('#s8 p')?.insertAdjacentHTML('afterend', '<div><h4 id=h8>new</h4></div>')
      }),
  ],
  ['an entry more', page => page.evaluate(() => document.querySelector('#s7 .last')?.after('loose words'))],
  ['an entry less', page => page.evaluate(() => document.querySelector('#s7 li')?.remove())],
  ['all entries less', page => page.evaluate(() => document.querySelector('#s7 ul')?.replaceChildren())],
  ['the first part less', page => page.evaluate(() => document.querySelector('#s1')?.remove())],
  [
    'the order',
    page => page.evaluate(() => document.querySelector('#m')?.prepend(document.querySelector('#s9') ?? '')),
  ],
  ['the page scrolled', page => page.evaluate(() => scrollTo(0, 900))],
  ['the page scrolled by a little', page => page.evaluate(() => scrollTo(0, 20))],
  [
    'the page scrolled and a word',
    page => page.evaluate(() => (scrollTo(0, 900), document.querySelector('#s5 em')?.remove())),
  ],
  ['a class around', page => page.evaluate(() => document.querySelector('#m')?.classList.add('off'))],
  ['a class', page => page.evaluate(() => document.querySelector('#s1 .box')?.classList.add('off'))],
  [
    'a part that is not displayed',
    page => page.evaluate(() => document.querySelector('#s6')?.setAttribute('hidden', '')),
  ],
  [
    'a thing moved into what is hidden',
    page =>
      page.evaluate(() => {
        const box = document.querySelector('#s9 .box')
        box?.setAttribute('style', 'opacity:0')
        return new Promise(resolve => setTimeout(resolve, 0))
          .then(() => reader.read())
          .then(() => {
            document.querySelector('#m')?.prepend(box ?? '')
            return reader.read()
          })
          .then(() => box?.append(document.querySelector('#s1 ul') ?? ''))
      }),
  ],
  [
    'a sheet',
    page => page.addStyleTag({ content: '#s1 ul { visibility: hidden } #s1 table { display: none }' }),
  ],
  [
    'a rule put into a sheet',
    page => page.evaluate(() => document.styleSheets[0]?.insertRule('#s1 ul, #s1 li { visibility: hidden }')),
  ],
  [
    'a rule put into a sheet, and taken out of it',
    page =>
      page.evaluate(async () => {
        document.styleSheets[0]?.insertRule('#s1 ul { visibility: hidden }')
        await reader.read()
        document.styleSheets[0]?.deleteRule(0)
      }),
  ],
  [
    'a sheet that was adopted',
    page =>
      page.evaluate(async () => {
        const sheet = new CSSStyleSheet()
        document.adoptedStyleSheets = [sheet]
        await reader.read()
        sheet.insertRule('#s1 ul { visibility: hidden }')
      }),
  ],
  [
    'an animation',
    page =>
      page.evaluate(() => {
        document.querySelector('#s1 ul')?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e6 })
      }),
  ],
  ['a smaller window', page => page.setViewportSize({ width: 700, height: 300 })],
  [
    'what floats, in the same breath',
    page => page.evaluate(() => document.querySelector<HTMLElement>('#tip')?.showPopover()),
  ],
  [
    'the keyboard',
    page => page.evaluate(() => document.querySelector<HTMLElement>('#s8 a')?.focus({ preventScroll: true })),
  ],
  [
    'the keyboard, here and gone',
    page =>
      page.evaluate(async () => {
        document.querySelector<HTMLElement>('#s8 a')?.focus({ preventScroll: true })
        await reader.read()
        document.querySelector<HTMLElement>('#s8 a')?.blur()
      }),
  ],
  [
    'what is selected',
    page =>
      page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#s8 ul') ?? document)),
  ],
  [
    'what was selected and is no longer',
    page =>
      page.evaluate(async () => {
        getSelection()?.selectAllChildren(document.querySelector('#s8 ul') ?? document)
        await reader.read()
        getSelection()?.removeAllRanges()
      }),
  ],
  [
    'many changes in one part',
    page =>
      page.evaluate(() => {
        for (let n = 0; n < 30_000; n++) document.querySelector('#s8 em')?.replaceChildren(String(n))
      }),
  ],
  ['room for less text, once', page => take(page, { maxChars: 200 })],
  ['room for fewer things, once', page => take(page, { maxElements: 40 })],
  ['room for fewer things', () => undefined, { maxElements: 40 }],
  [
    'no focus wanted',
    page => page.evaluate(() => document.querySelector<HTMLElement>('#s1 a')?.focus()),
    { focus: false },
  ],
]

for (const [title, change, limits = {}] of changes)
  verifies('FR-11', `read again after a change: ${title}`, async () => {
    const page = await lab().open(PAGE)
    await take(page)
    await take(page)
    await change(page)
    const [again, fresh] = await bothOf(page, limits)
    expect(again).toBe(fresh)
    const [after, freshAfter] = await bothOf(page, {})
    expect(after).toBe(freshAfter)
    await page.setViewportSize({ width: 1000, height: 700 })
  })

verifies('FR-1', 'a page that was read with room for all of it, and is read with less', async () => {
  const page = await lab().open(PAGE)
  await take(page)
  const { root } = await take(page, { maxChars: 200 })
  const lengths = [...walk(root)].map(({ element: each }) => textOf(each)?.length ?? 0)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(200)
})

verifies('EL-5.3-one-hover', 'the pointer goes from part to part: it is told where it is alone', async () => {
  const page = await lab().open(PAGE)
  const names = []
  for (const id of ['#s1 .last', '#h1', '#s2 li', '#h1']) {
    await page.hover(id)
    const { root } = await take(page)
    names.push([...walk(root)].flatMap(({ element: each }) => (each.hovered ? [each.content?.[0]] : [])))
  }
  expect(names).toEqual(['three', 'Heading 1', 'one', 'Heading 1'].map(text => [{ type: 'text', text }]))
})

verifies('FR-11', 'an answer that was given stays as it was given', async () => {
  const page = await lab().open(PAGE)
  const [before, after] = await page.evaluate(async () => {
    const answers = [await reader.read(), await reader.read()]
    const given = JSON.stringify(answers)
    document.querySelector<HTMLElement>('#s8 a')?.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(document.querySelector('#s6 ul') ?? document)
    document.querySelector('#h7')?.replaceChildren('new')
    await reader.read()
    scrollTo(0, 900)
    document.querySelector('#s3')?.remove()
    await reader.read()
    return [given, JSON.stringify(answers)]
  })
  expect(after).toBe(before)
})

verifies(
  'EL-9.1-id-stable',
  'what was told to be gone has a new id, also in a part that did not change',
  async () => {
    const page = await lab().open(PAGE)
    const { id } = element(await take(page), 'Card 9')
    const state = await page.evaluate(given => {
      const part = document.querySelector('#s9')
      const after = part?.nextSibling ?? null
      part?.remove()
      const told = reader.locate(given)?.state
      document.querySelector('#m')?.insertBefore(part ?? document.createTextNode(''), after)
      return told
    }, id)
    expect(state).toBe('gone')
    const again = await take(page)
    expect(find(again.root, each => each.id === id)).toBeUndefined()
    expect(element(again, 'Card 9').id).not.toBe(id)
  },
)

verifies('EL-5.1-selected-text', 'a passage in what did not change is put in once', async () => {
  const page = await lab().open(PAGE)
  await take(page)
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#s8 ul') ?? document))
  for (let n = 0; n < 3; n++) expect(selected(await take(page))).toHaveLength(1)
})
