import { deepEqual, equal, match } from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.js'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a user opens an order with a double click, types, and the desk has it', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const note = windowIn(tab, 'order').getByLabel('Note')
    await note.fill('')
    await note.pressSequentially('Ring twice, then wait.')
    await until('the desk has the note', () => desk.last('order').draft.note === 'Ring twice, then wait.')
    deepEqual(desk.state().focus, {
      window: desk.last('order').id,
      spot: { kind: 'field', field: 'note' },
    })
  }))

verifies('FR-45', 'fast typing loses nothing while an agent opens windows and edits other fields', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = tab.getByRole('region', { name: 'Order 10001' })
    const note = order.getByLabel('Note')
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(6)
    await note.fill('')
    const typing = note.pressSequentially(text)
    const { id } = desk.last('order')
    for (let at = 0; at < 12; at++) {
      await desk.calls(`${id}__edit`, { recipient: `Agent ${at}` })
      await desk.calls('app__open_order', { number: 10_010 + at })
    }
    await typing
    await until('the desk has it all', () =>
      desk.state().windows.some(window => window.kind === 'order' && window.draft.note === text),
    )
    equal(await note.inputValue(), text)
    equal(desk.state().focus?.window, id)
    equal(await order.getByLabel('Recipient').inputValue(), 'Agent 11')
  }),
)

verifies('FR-13', 'an agent that edits the field under the user is shown, and the user chooses', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    const note = order.getByLabel('Note')
    await note.fill('mine')
    await until('the desk has it', () => desk.last('order').draft.note === 'mine')
    const { id } = desk.last('order')
    await desk.calls(`${id}__edit`, { note: 'theirs' })
    const alert = order.getByRole('alert').filter({ hasText: 'robot changed this while you typed' })
    await alert.waitFor()
    match(await alert.innerText(), /theirs/)
    await note.pressSequentially(' too')
    await order.getByRole('button', { name: 'Save' }).click()
    await order.getByText('choose which text to keep first').waitFor()
    deepEqual([await note.inputValue(), desk.last('order').draft.note], ['mine too', 'theirs'])
    await order.getByRole('button', { name: 'Keep mine' }).click()
    await until('the desk has mine', () => desk.last('order').draft.note === 'mine too')
    await order.getByRole('button', { name: 'Save' }).click()
    await until('it is saved', () => desk.data.orders.get(10_001)?.note === 'mine too')
  }),
)

test('an agent that edits a field nobody types in is followed, with its name at the field', () =>
  browsed(browser, {}, async ({ tab, desk, activity }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    await order.getByLabel('Recipient').waitFor()
    activity.add({ client: 'robot', kind: 'call', action: 'tinor2__edit', at: Date.now() })
    await desk.calls(`${desk.last('order').id}__edit`, { note: 'Ring at the back' })
    await order.getByText('Changed by robot').waitFor()
    equal(await order.getByLabel('Note').inputValue(), 'Ring at the back')
    await tab.getByRole('status').getByText('called edit').waitFor()
  }))

test('an amount is typed as it comes, and written as the desk writes it when the user leaves', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    const amount = order.getByLabel('Amount')
    const own = await amount.inputValue()
    await amount.fill(own.replace(/0$/, ''))
    await until(
      'the page is quiet',
      async () => !(await order.locator('.bar').innerText()).includes('Unsaved'),
    )
    equal(await amount.inputValue(), own.replace(/0$/, ''))
    await order.getByLabel('Note').click()
    await until('the amount is whole', async () => (await amount.inputValue()) === own)
    deepEqual(desk.last('order').draft, {})
    await amount.fill('12,50')
    await order.getByText('Must be a number such as 12.50').waitFor()
    equal(await amount.getAttribute('aria-invalid'), 'true')
  }))

test('what is typed while the connection is lost is there when it is back', () =>
  browsed(browser, { isRouted: true }, async ({ tab, desk, link, page }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    const note = order.getByLabel('Note')
    await note.fill('before')
    await until('the desk has it', () => desk.last('order').draft.note === 'before')
    const [before] = page.pages()
    link(false)
    await tab.getByText('Connection to the desk lost').waitFor()
    await note.fill('meanwhile')
    await note.press('Control+s')
    await order.getByText('not connected').waitFor()
    desk.does({ act: 'type', window: desk.last('order').id, field: 'recipient', text: 'From elsewhere' })
    link(true)
    await until('the desk has it too', () => desk.last('order').draft.note === 'meanwhile')
    equal(await order.getByLabel('Recipient').inputValue(), 'From elsewhere')
    await tab.getByText('Connection to the desk lost').waitFor({ state: 'detached' })
    equal(page.pages()[0]?.mark, before?.mark)
  }))
