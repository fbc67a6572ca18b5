import { deepEqual, equal, match } from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a page that slept for an hour, and lost its connection, shows the present and loses no text', () =>
  browsed(browser, { isRouted: true, hasOwnClock: true }, async ({ tab, desk, link, page, activity }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    const note = order.getByLabel('Note')
    await note.fill('before')
    await until('the desk has it', () => desk.last('order').draft.note === 'before')
    activity.add({ client: 'robot', kind: 'read', at: Date.now() })
    await tab.getByRole('status').getByText('read what you point at').click()
    const [before] = page.pages()
    await tab.clock.pauseAt(Date.now() + 60_000)
    link(false)
    await until('it is gone', () => page.pages().length === 0)
    await note.fill('before and after')
    const { id } = desk.last('order')
    await desk.calls(`${id}__edit`, { recipient: 'Night shift' })
    await desk.calls('app__open_report')
    for (const number of [10_002, 10_003]) await desk.calls('app__open_order', { number })
    await desk.calls(`${desk.last('order').id}__close`)
    link(true)
    equal(page.pages().length, 0)
    await tab.clock.fastForward('01:00:00')
    await tab.clock.resume()
    await tab.getByRole('region', { name: 'Order 10002' }).waitFor()
    const draft = () => desk.state().windows.find(window => window.id === id)
    await until('the text arrived', () => {
      const window = draft()
      return window?.kind === 'order' && window.draft.note === 'before and after'
    })
    const first = tab.getByRole('region', { name: 'Order 10001' })
    equal(await first.getByLabel('Recipient').inputValue(), 'Night shift')
    equal(await tab.getByRole('region', { name: 'Order 10003' }).count(), 0)
    deepEqual([page.pages().length, page.pages()[0]?.mark], [1, before?.mark])
    equal(await tab.getByText('Connection to the desk lost').count(), 0)
    match(await tab.getByRole('region', { name: 'Agents' }).innerText(), /robot[^]*1 h ago/)
  }))

test('a page whose process is stopped is let go, and when it runs again its user chooses between two texts', () =>
  browsed(browser, { limits: { maxWaiting: 200_000 } }, async ({ tab, desk, page }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    const note = order.getByLabel('Note')
    await note.fill('mine')
    await until('the desk has it', () => desk.last('order').draft.note === 'mine')
    const wake = await sleep()
    try {
      await desk.calls('app__open_threads')
      const threads = desk.last('threads').id
      for (let n = 0; n < 20_000 && page.pages().length > 0; n++) {
        await desk.calls(`${threads}__comment`, { pane: 'left', text: 'n'.repeat(4000) })
        await new Promise(resolve => setImmediate(resolve))
      }
      await desk.calls(`${desk.last('order').id}__edit`, { note: 'theirs' })
    } finally {
      wake()
    }
    const alert = order.getByRole('alert').filter({ hasText: 'changed this while you typed' })
    await alert.getByText('theirs', { exact: true }).waitFor()
    equal(await note.inputValue(), 'mine')
    await alert.getByRole('button', { name: 'Keep mine' }).click()
    await until('the desk has mine', () => desk.last('order').draft.note === 'mine')
    equal(page.pages().length, 1)
  }))

/** Stops the processes that pages run in; gives back the way to let them go on. */
async function sleep(): Promise<() => void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pids = processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []))
  if (pids.length === 0) throw new Error('no process of a page was found')
  const tell = (signal: 'SIGSTOP' | 'SIGCONT') => pids.forEach(pid => process.kill(pid, signal))
  tell('SIGSTOP')
  return () => tell('SIGCONT')
}
