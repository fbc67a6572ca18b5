/** Ids of a live page: one for each appearance, never given to a second thing (elements §5.4 · EL-9.1-id-stable). */
import { walk } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, locate, take, type Taken } from './support/reading.ts'

const lab = useLab()

const idOf = (reading: Taken, name: string): string => element(reading, name).id
const stateOf = async (page: Page, id: string): Promise<string | undefined> => (await locate(page, id))?.state

verifies('D-18', 'ids are short and count up', async () => {
  const page = await lab().open('<p>a</p>')
  expect(idOf(await take(page), 'a')).toMatch(/^dom-\d+$/)
})

verifies('EL-9.1-id-stable', 'the same through reads, edits, and a move to another place', async () => {
  const page = await lab().open('<ul id=a><li id=x>one</li></ul><ul id=b aria-label=other></ul>')
  const id = idOf(await take(page), 'one')
  await page.evaluate(() => document.querySelector('#x')?.replaceChildren('changed'))
  expect(idOf(await take(page), 'changed')).toBe(id)
  await page.evaluate(() => {
    const row = document.querySelector('#x')
    if (row) document.querySelector('#b')?.append(row)
  })
  const moved = await take(page)
  expect(idOf(moved, 'changed')).toBe(id)
  expect(element(moved, 'other').children?.[0]?.id).toBe(id)
})

verifies('EL-4.2-gone', 'a removed element, also before the next read', async () => {
  const page = await lab().open('<ul><li id=x>one</li><li>two</li></ul>')
  const reading = await take(page)
  await page.evaluate(() => document.querySelector('#x')?.remove())
  expect([await stateOf(page, idOf(reading, 'one')), await stateOf(page, idOf(reading, 'two'))]).toEqual([
    'gone',
    'visible',
  ])
})

verifies(
  'EL-9.1-id-stable',
  'a node that comes back keeps its id, unless that was told to be gone',
  async () => {
    const page = await lab().open('<ul id=l><li id=x>one</li><li>two</li></ul>')
    const id = idOf(await take(page), 'one')
    const swap = () =>
      page.evaluate(() => {
        const row = document.querySelector('#x')
        if (!row) return
        row.remove()
        document.querySelector('#l')?.append(row)
      })
    await swap()
    expect(idOf(await take(page), 'one')).toBe(id)
    await page.evaluate(() => {
      globalThis.kept = document.querySelector('#x')
      document.querySelector('#x')?.remove()
    })
    expect(await stateOf(page, id)).toBe('gone')
    await page.evaluate(() => {
      if (globalThis.kept instanceof Node) document.querySelector('#l')?.append(globalThis.kept)
    })
    const back = idOf(await take(page), 'one')
    expect(back).not.toBe(id)
    expect([await stateOf(page, id), await stateOf(page, back)]).toEqual(['gone', 'visible'])
  },
)

const hints = [
  ['an id of the app', '<p data-copane-id="order-7">x</p>', 'order-7'],
  ['one of wrong form', '<p data-copane-id="order 7">x</p>', /^dom-\d+$/],
  ['one that looks like ours', '<p data-copane-id="dom-7">x</p>', /^dom-\d+$/],
  ['one that another thing has', '<p data-copane-id="a">y</p><p data-copane-id="a">x</p>', /^dom-\d+$/],
] as const

for (const [title, html, id] of hints)
  verifies('EL-5.1-id-unique', title, async () => {
    const page = await lab().open(html)
    expect(idOf(await take(page), 'x')).toMatch(id)
  })

verifies('EL-9.1-id-stable', 'a recycled node that the app names anew is another thing', async () => {
  const page = await lab().open('<p id=p data-copane-id="row-1">one</p>')
  await take(page)
  await page.evaluate(() => {
    const row = document.querySelector('#p')
    row?.setAttribute('data-copane-id', 'row-2')
    row?.replaceChildren('two')
  })
  expect(idOf(await take(page), 'two')).toBe('row-2')
  expect(await stateOf(page, 'row-1')).toBe('gone')
  await page.evaluate(() => document.querySelector('#p')?.setAttribute('data-copane-id', 'row-1'))
  expect(idOf(await take(page), 'two')).not.toBe('row-1')
})

verifies('EL-4.2-never-issued', 'ids that were never answered', async () => {
  const page = await lab().open('<p>a</p>')
  await take(page)
  const answers = await page.evaluate(() =>
    ['dom-999', 'dom-0', 'sel-1', '', 'a b'].map(id => reader.locate(id)),
  )
  expect(answers).toEqual([undefined, undefined, undefined, undefined, undefined])
})

verifies('FR-10', 'every id of an answer is known to locate', async () => {
  const page = await lab().open(
    '<main><h1>a</h1><p>b <a href="/x">c</a></p>loose<ul><li>d</li></ul><div role=tabpanel hidden aria-label=t>e</div><iframe srcdoc="<p>f</p>"></iframe></main>',
  )
  await page.frameLocator('iframe').locator('p').waitFor()
  const reading = await take(page)
  for (const visit of walk(reading.root))
    if (visit.parent) expect(await locate(page, visit.element.id)).toBeDefined()
})

verifies('FR-8', 'a thousand random edits: no id names two things, and what is removed is gone', async () => {
  const page = await lab().open('<div id=box></div>')
  const told = await page.evaluate(async () => {
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
    const box = document.querySelector('#box')
    if (!box) return ['no box']
    const names = new Map<string, string>()
    const faults: string[] = []
    for (let step = 0; step < 1000; step++) {
      const rows = [...box.children]
      const row = rows[random(Math.max(1, rows.length))]
      const kind = random(4)
      if (kind < 2 || !row) {
        const fresh = document.createElement('p')
        fresh.textContent = `thing ${step}`
        box.insertBefore(fresh, row ?? null)
      } else if (kind === 2) row.remove()
      else box.append(row)
      if (step % 10 !== 0) continue
      const stack = [...(await reader.read()).children]
      for (let at = stack.pop(); at; at = stack.pop()) {
        stack.push(...(at.children ?? []))
        const text = at.content?.[0]?.type === 'text' ? at.content[0].text : undefined
        if (text === undefined) continue
        if ((names.get(at.id) ?? text) !== text) faults.push(at.id)
        names.set(at.id, text)
      }
    }
    const living = new Set([...box.children].map(row => row.textContent))
    for (const [id, text] of names)
      if ((reader.locate(id)?.state === 'gone') === living.has(text)) faults.push(`${id} ${text}`)
    return faults
  })
  expect(told).toEqual([])
})
