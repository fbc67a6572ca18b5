/** What agents read while pages open, close, sleep and are many. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { focusPath } from '@copane/protocol/elements'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { startBrowser, until } from '../support/browser.js'
import { idsOf, visit, whole } from '../support/whole.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** Ids that a page numbered; the desk's own look otherwise. */
const ofPages = (ids: readonly string[]): string[] => ids.filter(id => /^[a-z0-9]{2}00[a-z0-9]{2}-/.test(id))

verifies(
  'EL-4.2-gone',
  'what a page numbered is gone with it; windows stay, and are nowhere on the screen',
  () =>
    whole(async parts => {
      const { agent, running, last } = parts
      const before = idsOf(await agent.tree())
      deepEqual(ofPages(before), [])
      const tab = await browser.newPage()
      await visit(tab, parts)
      const shown = idsOf(await agent.tree())
      const [first = ''] = ofPages(shown)
      equal((await agent.place(first))?.state, 'visible')
      equal((await agent.place(last('orders').id))?.state, 'visible')
      equal((await agent.place('app'))?.state, 'visible')
      await tab.close()
      await until('the desk knows', () => running.page.pages().length === 0)
      deepEqual(await agent.place(first), { state: 'gone' })
      deepEqual(await agent.place(last('orders').id), { state: 'offscreen' })
      deepEqual(await agent.place('app'), { state: 'offscreen' })
      equal(await agent.place(first.replace(/\d+$/, '99999')), undefined)
      deepEqual(ofPages(idsOf(await agent.tree())), [])
    }),
)

verifies('FR-10', 'every id of an answer can be located at once, by page and without', () =>
  whole(async parts => {
    const { agent, does } = parts
    does({ act: 'open', what: 'threads' })
    does({ act: 'openOrder', number: 10_042 })
    const tab = await browser.newPage()
    for (const isOpen of [false, true]) {
      if (isOpen) await visit(tab, parts)
      let ids: string[] = []
      // A page that is late once leaves an answer to the app itself.
      await until('the answer is theirs who should give it', async () => {
        ids = idsOf(await agent.tree())
        return ofPages(ids).length > 0 === isOpen
      })
      const places = await Promise.all(ids.slice(0, 60).map(id => agent.place(id)))
      deepEqual(
        places
          .map(place => place?.state ?? 'unknown')
          .filter(state => state !== 'visible' && state !== 'offscreen'),
        [],
      )
    }
    await tab.close()
  }),
)

verifies('EL-5.3-focus-path', 'of several pages the one with the last input is read', () =>
  whole(async parts => {
    const { agent, does, last } = parts
    does({ act: 'openOrder', number: 10_042 })
    const context = await browser.newContext()
    const [one, two] = [await context.newPage(), await context.newPage()]
    for (const tab of [one, two]) await visit(tab, parts)
    const order = `[data-window="${last('order').id}"]`
    for (const [tab, label, subrole] of [
      [one, 'Note', 'note'],
      [two, 'Recipient', 'recipient'],
    ] as const) {
      await tab.bringToFront()
      await tab.locator(order).getByLabel(label).click()
      await until('its focus is told', async () => {
        return focusPath(await agent.tree()).at(-1)?.subrole === subrole
      })
    }
    await context.close()
  }),
)

verifies('FR-3', 'a page that is busy does not hold an answer: the desk tells what it knows itself', () =>
  whole(
    async parts => {
      const { agent } = parts
      const tab = await browser.newPage()
      await visit(tab, parts)
      await agent.tree()
      const [id = ''] = ofPages(idsOf(await agent.tree()))
      const isBusy = tab.evaluate(async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        setTimeout(() => {
          for (const end = performance.now() + 3000; performance.now() < end; );
          resolve()
        })
        await promise
      })
      await until(
        'an answer comes without the page',
        async () => ofPages(idsOf(await agent.tree())).length === 0,
      )
      equal(await agent.place(id), undefined)
      await isBusy
      await until('the page answers again', async () => ofPages(idsOf(await agent.tree())).length > 0)
      ok((await agent.place(id))?.state === 'visible')
      await tab.close()
    },
    { readMs: 150, locateMs: 100 },
  ),
)
