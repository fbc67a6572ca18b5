/** Where the user is on a live page: the focus path and the pointer (elements §5.3). */
import { find, focusPath, type TreeElement } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { take, type Taken } from './support/reading.ts'

const lab = useLab()

const names = (elements: TreeElement[]): string[] =>
  elements.map(
    ({ title, role, content }) => title ?? (content?.[0]?.type === 'text' ? content[0].text : role),
  )

const hovered = ({ root }: Taken): string[] => {
  const visit = find(root, element => element.hovered === true)
  return visit ? names([visit.element]) : []
}

const focuses = [
  [
    'down to a field',
    '<main aria-label=m><div><form aria-label=f><label>Name <input autofocus value=x></label></form></div></main>',
    ['Page', 'm', 'f', 'Name'],
  ],
  [
    'ends above a control that is not reported',
    '<main aria-label=m><p>x</p><button autofocus>b</button></main>',
    ['Page', 'm'],
  ],
  [
    'ends above what is private',
    '<main aria-label=m><p>y</p><div data-copane-private><input autofocus></div></main>',
    ['Page', 'm'],
  ],
  [
    'an editable text',
    '<main aria-label=m><p>x</p><p contenteditable autofocus>typing</p></main>',
    ['Page', 'm', 'typing'],
  ],
] as const

for (const [title, html, path] of focuses)
  verifies('EL-5.3-focus-path', title, async () => {
    const page = await lab().open(`<title>Page</title>${html}`)
    expect(names(focusPath((await take(page)).root))).toEqual(path)
  })

verifies('EL-5.3-focus-path', 'through shadow roots and a frame, without a gap', async () => {
  const page = await lab().open('<title>Page</title><section aria-label=outer><div id=host></div></section>')
  await page.evaluate(async () => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    if (!root) return
    root.innerHTML = '<section aria-label=shadow><slot></slot><iframe></iframe></section>'
    const inner = root.querySelector('iframe')?.contentDocument
    if (!inner) return
    inner.body.innerHTML = '<main aria-label=inner><label>Field <input></label></main>'
    inner.title = 'Framed'
    inner.querySelector('input')?.focus()
  })
  expect(names(focusPath((await take(page)).root))).toEqual([
    'Page',
    'outer',
    'shadow',
    'Framed',
    'inner',
    'Field',
  ])
})

verifies('EL-5.3-focus-path', 'goes to words selected in what has the keyboard, not elsewhere', async () => {
  const page = await lab().open(
    '<section tabindex=0 id=a aria-label=A><p aria-label=in role=group><span id=w>words</span></p></section><section tabindex=0 id=b aria-label=B>other</section>',
  )
  const path = async () => names(focusPath((await take(page)).root)).slice(1)
  await page.focus('#a')
  await page.evaluate(() =>
    document.getSelection()?.selectAllChildren(document.querySelector('#w') ?? document),
  )
  expect((await path()).slice(0, 2)).toEqual(['A', 'in'])
  await page.focus('#b')
  expect(await path()).toEqual(['B'])
})

verifies('FR-43', 'split panes with the same document twice: two ids, one focused, both drawn', async () => {
  const pane = (n: number) =>
    `<section role=tabpanel aria-label="pane ${n}" style="float:left;width:45%"><article aria-label=notes.md><p tabindex=0 id=p${n}>same words</p></article></section>`
  const page = await lab().open(pane(1) + pane(2))
  await page.focus('#p2')
  const reading = await take(page)
  const panes = reading.children[0]?.children ?? []
  expect(panes.map(each => [each.title, each.focused, each.visible])).toEqual([
    ['pane 1', undefined, undefined],
    ['pane 2', true, undefined],
  ])
  const inner = panes.map(each => each.children?.[0]?.id)
  expect(new Set(inner).size).toBe(2)
})

verifies(
  'EL-5.3-focus-path',
  'left out where the caller says that another page is the last one',
  async () => {
    const page = await lab().open('<main><p tabindex=0 autofocus>x</p></main>')
    expect(focusPath((await take(page, { focus: false })).root)).toEqual([])
  },
)

const hovers = [
  ['a paragraph', '<main aria-label=m><p id=x>here</p></main>', ['here']],
  ['a link in a line', '<p>some <a id=x href="/a">link</a> here</p>', ['link']],
  ['the element around a control', '<main aria-label=m><p>a</p><button id=x>b</button></main>', ['m']],
  ['text beside blocks', '<main aria-label=m><span id=x>loose</span><p>b</p></main>', ['loose']],
  ['what is private', '<main aria-label=m><p>a</p><p id=x data-copane-private>b</p></main>', ['m']],
] as const

for (const [title, html, name] of hovers)
  verifies('EL-5.3-one-hover', title, async () => {
    const page = await lab().open(`<title>Page</title>${html}`)
    await page.hover('#x')
    expect(hovered(await take(page))).toEqual(name)
  })

verifies('EL-5.3-one-hover', 'inside a shadow root and inside a frame', async () => {
  const page = await lab().open('<div id=host></div>')
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    if (!root) return
    root.innerHTML = '<p>in shadow</p><iframe srcdoc="<p id=y>in frame</p>"></iframe>'
  })
  await take(page)
  await page.hover('#host p')
  expect(hovered(await take(page))).toEqual(['in shadow'])
  await page.frameLocator('#host iframe').locator('#y').waitFor()
  await take(page)
  await page.frameLocator('#host iframe').locator('#y').hover()
  expect(hovered(await take(page))).toEqual(['in frame'])
})

verifies('EL-5.3-one-hover', 'what is under the pointer now, when the page moved under it', async () => {
  const page = await lab().open(
    '<div style="height:100px"><p id=a style="margin:0;height:100px">a</p></div><p style="height:100px;margin:0">b</p>',
  )
  await page.hover('#a')
  expect(hovered(await take(page))).toEqual(['a'])
  await page.evaluate(() => document.querySelector('div')?.remove())
  expect(hovered(await take(page))).toEqual(['b'])
})

verifies('EL-5.3-one-hover', 'none once the pointer left the page', async () => {
  const page = await lab().open('<p id=a>a</p>')
  await page.hover('#a')
  await page.mouse.move(-5, -5)
  expect(hovered(await take(page))).toEqual([])
})

verifies('EL-5.3-one-hover', "a page's own scripts move no pointer", async () => {
  const page = await lab().open('<p id=a>a</p><p id=b>b</p>')
  await page.hover('#a')
  await page.evaluate(() => {
    const { x, y } = document.querySelector('#b')?.getBoundingClientRect() ?? { x: 0, y: 0 }
    document.dispatchEvent(new PointerEvent('pointermove', { clientX: x + 5, clientY: y + 5, bubbles: true }))
  })
  expect(hovered(await take(page))).toEqual(['a'])
})
