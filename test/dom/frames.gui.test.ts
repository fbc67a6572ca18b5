/** What is inside shadow roots and frames, and what can't be seen says so (FR-62). */
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, isVisible, take } from './support/reading.ts'

const lab = useLab()

verifies('FR-62', 'nested open shadow roots, with what is slotted into them', async () => {
  const page = await lab().open(
    '<x-outer><p slot=b>slotted</p><i>loose</i><em slot=nowhere>unslotted</em></x-outer>',
  )
  await page.evaluate(() => {
    const outer = document.querySelector('x-outer')?.attachShadow({ mode: 'open' })
    if (!outer) return
    outer.innerHTML = '<h2>Outer</h2><div id=in></div><slot></slot><ul><li><slot name=b>none</slot></li></ul>'
    const inner = outer.querySelector('#in')?.attachShadow({ mode: 'open' })
    if (inner) inner.innerHTML = '<p>Inner</p>'
  })
  expect((await take(page)).outline).toBe(
    'Heading = "Outer"\nText = "Inner"\nText = "loose"\nList\n  Row\n    Text = "slotted"',
  )
})

verifies('FR-62', 'a shadow root follows its own changes', async () => {
  const page = await lab().open('<div id=host></div>')
  await page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = '<p>before</p><slot></slot>'
  })
  await take(page)
  await page.evaluate(() => {
    document.querySelector('#host')?.shadowRoot?.querySelector('p')?.replaceChildren('after')
    document
      .querySelector('#host')
      ?.append(Object.assign(document.createElement('p'), { textContent: 'slotted' }))
  })
  expect((await take(page)).outline).toBe('Text = "after"\nText = "slotted"')
})

verifies('FR-62', 'a closed shadow root is said to be out of reach', async () => {
  const page = await lab().open('<x-closed><p>light</p></x-closed><p>after</p>')
  await page.evaluate(() => {
    customElements.define(
      'x-closed',
      class extends HTMLElement {
        constructor() {
          super()
          this.attachShadow({ mode: 'closed' }).innerHTML =
            '<div style="width:200px;height:100px">inside</div>'
        }
      },
    )
  })
  const reading = await take(page)
  expect(reading.children[0]?.children?.[0]?.attributes).toMatchObject({ unreachable: true })
  expect(JSON.stringify(reading)).not.toMatch(/inside|light/)
  expect(element(reading, 'after')).toBeDefined()
})

verifies('FR-62', 'a frame of the same origin is a document with what is in it', async () => {
  const inner = lab().site.put('<title>Inner page</title><h1>Framed</h1>')
  const page = await lab().open(`<p>a</p><iframe src="${inner}"></iframe>`)
  const reading = await take(page)
  expect(reading.outline).toBe('Text = "a"\nDocument:frame "Inner page"\n  Heading = "Framed"')
  expect(element(reading, 'Inner page').url).toBe(inner)
})

verifies('FR-62', 'a frame that goes to another page is read anew', async () => {
  const [one, two] = ['One', 'Two'].map(name => lab().site.put(`<title>${name}</title><p>${name} text</p>`))
  const page = await lab().open(`<iframe src="${one}"></iframe>`)
  const before = element(await take(page), 'One text').id
  await page.evaluate(
    url =>
      new Promise<void>(resolve => {
        const frame = document.querySelector('iframe')
        if (!frame) return
        frame.onload = () => resolve()
        frame.src = url ?? ''
      }),
    two,
  )
  expect((await take(page)).outline).toBe('Document:frame "Two"\n  Text = "Two text"')
  expect(await page.evaluate(id => reader.locate(id), before)).toEqual({ state: 'gone' })
})

verifies('FR-62', 'a frame of another origin is said to be out of reach, and why', async () => {
  const url = lab().otherSite.put('<title>Secret title</title><p>secret</p>')
  const page = await lab().open(`<iframe title="Advert" src="${url}"></iframe>`)
  const reading = await take(page)
  expect(reading.outline).toBe('Document:frame "Advert"')
  expect(element(reading, 'Advert')).toMatchObject({
    url,
    attributes: { unreachable: true, reason: 'a page of another origin' },
  })
  expect(JSON.stringify(reading)).not.toMatch(/secret/i)
})

verifies(
  'EL-5.3-visible-drawn',
  'inside a frame: what its own page and the page around it have scrolled out',
  async () => {
    const inner = '<p>top</p><div style="height:900px"></div><p>bottom</p>'
    const page = await lab().open(
      `<iframe srcdoc='${inner}' style="height:200px"></iframe><div style="height:2000px"></div><iframe srcdoc="<p>below</p>"></iframe>`,
    )
    await page.frameLocator('iframe >> nth=1').locator('p').waitFor()
    const reading = await take(page)
    expect(['top', 'bottom', 'below'].map(name => isVisible(reading, name))).toEqual([true, false, false])
  },
)
