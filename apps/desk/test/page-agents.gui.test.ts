import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.js'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'
import type { TestDesk } from './support/desks.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

verifies(
  'D-54',
  'who changed what is listed, taken back with a button, and an agent is stopped and allowed again',
  () =>
    browsed(browser, {}, async ({ tab, desk, activity }) => {
      await desk.calls('app__open_threads')
      await desk.calls(`${desk.last('threads').id}__comment`, { pane: 'left', text: 'By the agent.' })
      activity.add({ client: 'robot', kind: 'read', at: Date.now() })
      await tab.getByRole('status').getByText('read what you point at').click()
      const panel = tab.getByRole('complementary', { name: 'Activity' })
      await panel.getByRole('button', { name: 'Stop robot' }).click()
      await until('it is stopped', () => desk.state().stopped.includes('robot'))
      await panel.getByRole('button', { name: 'Allow robot' }).click()
      await until('it is allowed', () => desk.state().stopped.length === 0)
      const change = panel.getByRole('listitem').filter({ hasText: 'a comment on "Launch plan"' })
      ok((await change.innerText()).startsWith('agent robot'))
      await change.getByRole('button', { name: /^Undo/ }).click()
      await panel.getByText('Nothing was changed').waitFor()
      equal(desk.data.threads.get(1)?.comments.length, 3)
      await tab.keyboard.press('Escape')
    }),
)

/** Brings a dialog up. */
const dialogs: readonly (readonly [name: string, open: (desk: TestDesk) => void])[] = [
  ['Sign in', desk => desk.does({ act: 'signOut' })],
  [
    'Submit order?',
    desk => {
      desk.does({ act: 'openOrder', number: 10_001 })
      desk.does({ act: 'submit', window: desk.last('order').id })
    },
  ],
]
for (const [name, open] of dialogs) {
  const isStopped = (desk: TestDesk) => until('it is stopped', () => desk.state().stopped.includes('robot'))

  verifies('D-54', `while "${name}" is up, an agent is stopped with the mouse`, () =>
    browsed(browser, {}, async ({ tab, desk, activity }) => {
      open(desk)
      await tab.getByRole('dialog', { name }).waitFor()
      activity.add({ client: 'robot', kind: 'read', at: Date.now() })
      await tab.getByRole('button', { name: 'Activity', exact: true }).click()
      await tab.getByRole('button', { name: 'Stop robot' }).click()
      await isStopped(desk)
      await tab.getByRole('button', { name: 'Close activity' }).click()
      await tab.getByRole('status').getByText('read what you point at').click()
      await tab.getByRole('button', { name: 'Allow robot' }).waitFor()
    }),
  )

  verifies('D-54', `while "${name}" is up, an agent is stopped with the keyboard`, () =>
    browsed(browser, {}, async ({ tab, desk, activity }) => {
      activity.add({ client: 'robot', kind: 'read', at: Date.now() - 60_000 })
      open(desk)
      await tab.getByRole('dialog', { name }).waitFor()
      const press = async (key: string, wanted: string) => {
        for (let at = 0; at < 20; at++) {
          await tab.keyboard.press(key)
          const here = await tab.evaluate(
            `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
          )
          if (here === wanted) return
        }
        throw new Error(`${wanted} can't be reached with ${key}`)
      }
      await press('Tab', 'Activity')
      await tab.keyboard.press('Enter')
      await press('F6', 'Close activity')
      await press('Tab', 'Stop robot')
      await tab.keyboard.press('Enter')
      await isStopped(desk)
    }),
  )
}

test('in a small window too, the way to what agents do is on the screen', () =>
  browsed(browser, { size: { width: 640, height: 480 } }, async ({ tab, activity }) => {
    activity.add({ client: 'x'.repeat(300), kind: 'read', at: Date.now() })
    await tab.locator('.sign').waitFor()
    for (const button of [tab.locator('.sign'), tab.getByRole('button', { name: 'Activity', exact: true })]) {
      const { x = 0, width = 0 } = (await button.boundingBox()) ?? {}
      ok(width > 30 && x + width <= 640, `from ${x} to ${x + width}`)
    }
  }))

test('who is not signed in does not see what was changed', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    desk.does({ act: 'comment', window: desk.last('threads').id, pane: 'left', text: 'Secret plans.' })
    desk.does({ act: 'signOut' })
    await tab.getByRole('button', { name: 'Activity', exact: true }).click()
    await tab.getByText('Sign in to see what was changed').waitFor()
    equal(await tab.getByRole('button', { name: /^Undo/ }).count(), 0)
  }))

verifies(
  'D-54',
  'a name that would pass for somebody else, or hide, is shown as data and stops the right client',
  () =>
    browsed(browser, {}, async ({ tab, desk, activity }) => {
      const name = '<b>You</b>\u202e\u200b\nDesk says: all is well'
      activity.add({ client: name, kind: 'call', action: '\u202e<i>edit</i>', at: Date.now() })
      activity.add({ client: undefined, kind: 'read', at: Date.now() })
      await tab.getByRole('button', { name: 'Activity' }).click()
      const panel = tab.getByRole('complementary', { name: 'Activity' })
      const rows = await panel.getByRole('listitem').allInnerTexts()
      ok(rows.some(row => row.includes('<b>You</b> Desk says: all is well')))
      ok(rows.every(row => !/[\u202e\u200b]/.test(row)))
      ok(rows.some(row => row.includes('unnamed agent')))
      equal(await panel.locator('b, i').count(), 0)
      await panel.getByRole('button', { name: /^Stop/ }).click()
      await until('it is stopped', () => desk.state().stopped[0] === name)
    }),
)

verifies('D-54', 'an agent with a name without end is one row, and is stopped and allowed there', () =>
  browsed(browser, {}, async ({ tab, desk, activity }) => {
    const client = `Robot${' of robots'.repeat(1000)}`
    desk.does({ act: 'open', what: 'threads' })
    const acts = () => desk.calls(`${desk.last('threads').id}__comment`, { pane: 'left', text: 'hi' }, client)
    await acts()
    activity.add({ client, kind: 'call', action: 'x__comment', at: Date.now() })
    await tab.getByRole('button', { name: 'Activity', exact: true }).click()
    const agents = tab.getByRole('region', { name: 'Agents' }).getByRole('listitem')
    await agents.getByRole('button', { name: /^Stop Robot of robots/ }).click()
    await agents.getByRole('button', { name: /^Allow Robot/ }).waitFor()
    equal(await agents.count(), 1)
    equal((await acts()).kind, 'error')
    await agents.getByRole('button', { name: /^Allow Robot/ }).click()
    await until('it may act', async () => (await acts()).kind === 'success')
  }),
)

test('two pages show the same, and the one with the last input is the active one', () =>
  browsed(browser, {}, async ({ tab, openTab, desk, page }) => {
    const other = await openTab()
    await other.bringToFront()
    await other.getByRole('row', { name: 'Order 10001' }).dblclick()
    const [first, second] = page.pages()
    await windowIn(tab, 'order').waitFor()
    equal(page.activePage()?.mark, second?.mark)
    await windowIn(other, 'order').getByLabel('Note').fill('from the other page')
    await until('both show it', async () => {
      const shown = await windowIn(tab, 'order').getByLabel('Note').inputValue()
      return shown === 'from the other page'
    })
    await tab.bringToFront()
    await windowIn(tab, 'order').getByLabel('Recipient').fill('from this page')
    await until('this page is active', () => page.activePage()?.mark === first?.mark)
    await until('both show it', async () => {
      const shown = await windowIn(other, 'order').getByLabel('Recipient').inputValue()
      return shown === 'from this page'
    })
    deepEqual(desk.last('order').draft, { note: 'from the other page', recipient: 'from this page' })
    await windowIn(tab, 'order').getByLabel('Note').fill('over it')
    await windowIn(other, 'order').getByRole('alert').filter({ hasText: 'Somebody changed this' }).waitFor()
    equal(await windowIn(other, 'order').getByLabel('Note').inputValue(), 'from the other page')
  }))

verifies('FR-13', 'of two pages that type into one field each keeps its text until its user chooses', () =>
  browsed(browser, {}, async ({ tab, openTab, desk }) => {
    const other = await openTab()
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const [here, there] = [tab, other].map(one => windowIn(one, 'order'))
    if (!here || !there) throw new Error('two pages are needed')
    const [mine, yours] = [here.getByLabel('Note'), there.getByLabel('Note')]
    await yours.fill('from there')
    await until('both show it', async () => (await mine.inputValue()) === 'from there')
    await mine.fill('from here')
    const asks = there.getByRole('alert').filter({ hasText: 'Somebody changed this while you typed' })
    await asks.getByText('from here').waitFor()
    await yours.pressSequentially(', still')
    equal(desk.last('order').draft.note, 'from here')
    await asks.getByRole('button', { name: 'Keep mine' }).click()
    await until('the desk has it', () => desk.last('order').draft.note === 'from there, still')
    const asksHere = here.getByRole('alert').filter({ hasText: 'Somebody changed this while you typed' })
    await asksHere.getByText('from there, still').waitFor()
    equal(await mine.inputValue(), 'from here')
    await asksHere.getByRole('button', { name: 'Take theirs' }).click()
    await until('both are one', async () => (await mine.inputValue()) === 'from there, still')
    deepEqual([await asks.count(), await asksHere.count()], [0, 0])
    deepEqual(desk.last('order').draft, { note: 'from there, still' })
  }),
)

test('nothing is asked of any other machine, and the address shows no key', () =>
  browsed(browser, {}, async ({ tab, page }) => {
    const asked: string[] = []
    tab.on('request', request => void asked.push(new URL(request.url()).host))
    await tab.reload()
    await windowIn(tab, 'orders').waitFor()
    deepEqual([...new Set(asked)], [new URL(page.url).host])
    equal(tab.url(), `${new URL(page.url).origin}/`)
  }))

test('a stranger gets a page that says how to open the desk', () =>
  browsed(browser, {}, async ({ page }) => {
    const stranger = await browser.newPage()
    await stranger.goto(new URL('/', page.url).href)
    await stranger.getByText('The desk did not open').waitFor()
    await stranger.goto(page.url)
    await stranger.getByText('This address was used before').waitFor()
    await stranger.close()
  }))
