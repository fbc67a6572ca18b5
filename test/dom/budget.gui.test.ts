/** How much of a page an answer holds, and how long it takes (FR-1 to FR-4, FR-11). */
import { find, focusPath, textOf, walk } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, isVisible, selected, take, taken, type Taken } from './support/reading.ts'

const lab = useLab()

const count = ({ root }: Taken): number => [...walk(root)].length - 1
const table = (rows: number): string =>
  `<table id=t aria-label=Orders>${Array.from({ length: rows }, (_, n) => `<tr><td>row ${n}<td>x</tr>`).join('')}</table>`

/** Reads some times; tells for each how long it took, and the longest time that nothing else could run. */
const stretches = (page: Page, reads: number): Promise<{ longest: number[]; took: number[] }> =>
  page.evaluate(async times => {
    let gap = 0
    let last = performance.now()
    let isOn = true
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const now = performance.now()
      gap = Math.max(gap, now - last)
      last = now
      if (isOn) port2.postMessage(0)
    }
    port2.postMessage(0)
    const longest: number[] = []
    const took: number[] = []
    for (let n = 0; n < times; n++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      gap = 0
      const start = performance.now()
      await reader.read()
      took.push(performance.now() - start)
      await new Promise(resolve => setTimeout(resolve, 0))
      longest.push(gap)
    }
    isOn = false
    return { longest, took }
  }, reads)

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

verifies('FR-1', 'a table of 10,000 rows: within the budget, and what is missing is said', async () => {
  const page = await lab().open(table(10_000))
  const reading = await take(page)
  expect(count(reading)).toBeLessThanOrEqual(1000)
  expect(reading.complete).toBe(false)
  expect(reading.missing).toBeGreaterThan(9000)
  expect(element(reading, 'Orders').attributes).toMatchObject({ missingBecause: 'budget' })
  expect(Number(element(reading, 'Orders').attributes?.missing)).toBeGreaterThan(9000)
  expect(isVisible(reading, 'row 0')).toBe(true)
})

verifies('FR-1', 'focus path and selection are there whatever the budget', async () => {
  const page = await lab().open(
    `${table(5000)}<main aria-label=far><section aria-label=deep><label>Field <input id=f></label><p id=s>selected words</p></section></main>`,
  )
  await page.focus('#f')
  await page.evaluate(() => {
    const text = document.querySelector('#s')?.firstChild
    document.querySelectorAll('tr')[4000]?.setAttribute('tabindex', '0')
    if (text) getSelection()?.setBaseAndExtent(text, 0, text, 8)
    document.querySelectorAll<HTMLElement>('tr')[4000]?.focus({ preventScroll: true })
  })
  const reading = await take(page, { maxElements: 20 })
  expect(count(reading)).toBeLessThanOrEqual(21)
  expect(focusPath(reading.root).map(({ title, role }) => title ?? role)).toEqual([
    'Document',
    'Orders',
    'Row',
  ])
  expect(selected(reading).map(textOf)).toEqual(['selected'])
})

verifies('FR-4', 'what is on the screen comes first, in the middle of a long list', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `<li>row ${n}</li>`).join('')
  const page = await lab().open(`<ul id=l style="height:300px;overflow:auto">${rows}</ul>`)
  await page.evaluate(() => document.querySelector('#l')?.scrollTo(0, 180_000))
  const reading = await take(page, { maxElements: 100 })
  const shown = await page.evaluate(() => {
    const box = document.querySelector('#l')?.getBoundingClientRect()
    return document.elementFromPoint(100, (box?.top ?? 0) + 150)?.textContent ?? ''
  })
  expect(isVisible(reading, shown)).toBe(true)
  expect(count(reading)).toBeLessThanOrEqual(100)
})

verifies(
  'EL-9.1-id-stable',
  'a row that a long list is scrolled away from is off the screen, not gone',
  async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `<li>row ${n}</li>`).join('')
    const page = await lab().open(`<ul id=l style="height:300px;overflow:auto">${rows}</ul>`)
    const { id } = element(await take(page), 'row 3')
    await page.evaluate(() => document.querySelector('#l')?.scrollTo(0, 180_000))
    const away = await take(page)
    expect(find(away.root, each => each.id === id)).toBeUndefined()
    expect(await page.evaluate(given => reader.locate(given)?.state, id)).toBe('offscreen')
    await page.evaluate(() => document.querySelector('#l')?.scrollTo(0, 0))
    expect(element(await take(page), 'row 3').id).toBe(id)
  },
)

verifies(
  'FR-4',
  'a list whose rows come into being slowly: the rows there are, by the deadline',
  async () => {
    const page = await lab().open('<ul id=l role=list aria-label=Slow><li aria-setsize=500>row 0</li></ul>')
    const { reading, took } = await page.evaluate(async () => {
      const list = document.querySelector('#l')
      let n = 1
      const timer = setInterval(() => {
        const end = performance.now() + 15
        while (performance.now() < end);
        list?.append(Object.assign(document.createElement('li'), { textContent: `row ${n++}` }))
      }, 20)
      await new Promise(resolve => setTimeout(resolve, 100))
      const start = performance.now()
      const answer = await reader.read({ deadlineMs: 100 })
      clearInterval(timer)
      return { reading: answer, took: performance.now() - start }
    })
    const slow = element(taken(reading), 'Slow')
    expect(slow.children?.length).toBeGreaterThan(2)
    expect(slow.attributes).toMatchObject({ total: 500 })
    expect(took).toBeLessThan(300)
  },
)

verifies(
  'FR-3',
  'elements that are slow to ask: the read ends by its deadline and the page stays alive',
  async () => {
    const page = await lab().open(
      `<main>${'<section aria-label=s><p class=a>x</p></section>'.repeat(5000)}</main>`,
    )
    await page.evaluate(() => {
      const ask = Element.prototype.getAttributeNames
      Element.prototype.getAttributeNames = function names() {
        const end = performance.now() + 5
        while (performance.now() < end);
        return ask.call(this)
      }
    })
    const { longest, took } = await stretches(page, 7)
    expect(middle(took)).toBeLessThan(300)
    expect(middle(longest)).toBeLessThan(50)
    const reading = await take(page)
    expect(reading.complete).toBe(false)
    expect(JSON.stringify(reading)).toContain('"missingBecause":"time"')
  },
)

verifies(
  'FR-2',
  'a document of 200,000 nodes: bounded in time, in size, and in what it holds up',
  async () => {
    const page = await lab().open('<main id=m></main>')
    await page.evaluate(() => {
      const section = '<section><h2>h</h2><p>text <b>bold</b></p><ul><li>a</li><li>b</li></ul></section>'
      const main = document.querySelector('#m')
      if (main) main.innerHTML = section.repeat(16_000)
    })
    await take(page)
    const { took } = await stretches(page, 5)
    expect(middle(took)).toBeLessThan(200)
    const reading = await take(page)
    expect(count(reading)).toBeLessThanOrEqual(1000)
    expect(reading.missing).toBeGreaterThan(10_000)
  },
)

const depths = [
  ['wrappers', '<div>', 900],
  ['groups', '<section aria-label=g>', 900],
  ['lines', '<b>', 3000],
] as const

for (const [title, tag, depth] of depths)
  verifies('FR-2', `nested ${title}, ${depth} deep`, async () => {
    const page = await lab().open('<div id=d></div>')
    await page.evaluate(
      given => {
        let at = document.querySelector('#d')
        for (let n = 0; n < given.depth && at; n++) {
          const holder = document.createElement('div')
          holder.innerHTML = given.tag
          const inner = holder.firstElementChild
          if (inner) at.append(inner)
          at = inner
        }
        at?.append('the bottom')
        at?.setAttribute('tabindex', '0')
        if (at instanceof HTMLElement) at.focus()
      },
      { tag, depth },
    )
    const reading = await take(page)
    expect(Math.max(...[...walk(reading.root)].map(visit => visit.depth))).toBeLessThan(60)
  })

verifies('FR-11', 'a page that changes every millisecond answers as of one moment', async () => {
  const rows = '<li><b class=a>0</b> <b class=b>0</b></li>'.repeat(1500)
  const page = await lab().open(`<p class=a>0</p><ul>${rows}</ul><p class=b>0</p>`, {
    maxElements: 8000,
    deadlineMs: 2000,
    sliceMs: 0.5,
  })
  const readings = await page.evaluate(async () => {
    let n = 0
    const cells = [...document.querySelectorAll('.a, .b')]
    const edit = () => {
      n++
      for (const at of [0, 1, 2, 1000, 1001, cells.length - 1]) cells[at]?.replaceChildren(String(n))
      const rowList = document.querySelectorAll('li')
      rowList[n % rowList.length]?.after(rowList[(n * 7) % rowList.length]?.cloneNode(true) ?? '')
      rowList[(n * 13) % rowList.length]?.remove()
    }
    const { port1, port2 } = new MessageChannel()
    let isOn = true
    port1.onmessage = () => {
      edit()
      if (isOn) setTimeout(() => port2.postMessage(0), 1)
    }
    port2.postMessage(0)
    const answers = []
    for (let read = 0; read < 40; read++) answers.push(await reader.read())
    isOn = false
    return { answers, edits: n }
  })
  expect(readings.edits).toBeGreaterThan(10)
  for (const answer of readings.answers) {
    const reading = taken(answer)
    const ends = (reading.children[0]?.children ?? []).filter(({ role }) => role === 'Text')
    expect(new Set(ends.map(textOf)).size).toBe(1)
    expect(ends.length === 2 || reading.missing > 0).toBe(true)
  }
  expect(readings.answers.some(answer => answer.complete)).toBe(true)
})

verifies('FR-3', 'a page that is read is never held up for long', async () => {
  const page = await lab().open(table(3000), { maxElements: 10_000, maxChars: 1e6, deadlineMs: 2000 })
  const { longest } = await stretches(page, 20)
  expect(middle(longest)).toBeLessThan(16)
})
