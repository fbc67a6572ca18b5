import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { verifies } from '../../../test/support/verifies.js'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** What has the keyboard: the label of an element, or of its window. */
const keyboardAt = (tab: Page): Promise<unknown> =>
  tab.evaluate(`(() => {
    const at = document.activeElement
    const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent
    return at.matches('section') ? document.getElementById(at.getAttribute('aria-labelledby')).textContent : name
  })()`)

verifies('D-19', 'each window carries its own id, its role and its kind, and rows and comments theirs', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    for (const act of ['report', 'threads'] as const) desk.does({ act: 'open', what: act })
    desk.does({ act: 'openOrder', number: 10_001 })
    desk.does({ act: 'submit', window: desk.last('order').id })
    await windowIn(tab, 'confirm-submit').waitFor()
    const windows = await tab
      .locator('[data-copane-role="Window"][data-copane-id]')
      .evaluateAll(all =>
        all.map(one => [one.getAttribute('data-copane-id'), one.getAttribute('data-copane-subrole')]),
      )
    deepEqual(
      windows,
      desk.state().windows.map(({ id, kind }) => [id, kind]),
    )
    for (const [selector, count] of [
      ['table[data-copane-subrole="orders"] tbody tr[data-copane-subrole="order"]', 20],
      ['ol[data-copane-subrole="thread"] li[data-copane-subrole="comment"]', 5],
      ['[data-copane-role="Window"][data-copane-subrole="pane"]', 2],
      ['input[data-copane-subrole="recipient"], textarea[data-copane-subrole="note"]', 2],
      ['svg[data-copane-subrole="chart"][aria-label]', 1],
    ] as const)
      equal(await tab.locator(selector).count(), count, selector)
  }),
)

test('a user moves, sizes, fills, minimises, brings back and closes windows, and the desk keeps where they are', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    const { id } = desk.last('orders')
    const list = windowIn(tab, 'orders')
    const place = () => desk.state().screen[id]?.place
    const box = await list.boundingBox()
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
    const drag = async (from: readonly [number, number], by: readonly [number, number]) => {
      await tab.mouse.move(...from)
      await tab.mouse.down()
      await tab.mouse.move(from[0] + by[0] / 2, from[1] + by[1] / 2)
      await tab.mouse.move(from[0] + by[0], from[1] + by[1])
    }
    await drag([x + 200, y + 15], [120, 40])
    await tab.mouse.up()
    await until('it moved', () => place()?.x === x + 120 && place()?.y === y + 40)
    await drag([x + 120 + width - 2, y + 40 + height - 2], [-100, -60])
    await tab.mouse.up()
    await until('it is smaller', () => place()?.w === width - 100 && place()?.h === height - 60)
    await drag([x + 400, y + 60], [50, 50])
    await tab.keyboard.press('Escape')
    await tab.mouse.up()
    const after = await list.boundingBox()
    deepEqual([after?.x, after?.y], [x + 120, y + 40])
    await list.getByRole('button', { name: 'Fill the desktop' }).click()
    await until('it is full', () => place()?.x === 0 && place()?.w === 1440)
    await list.getByRole('button', { name: 'Fill the desktop' }).click()
    await until('it is back', () => place()?.x === x + 120)
    await list.getByRole('button', { name: 'Minimise Orders' }).click()
    await list.waitFor({ state: 'hidden' })
    await tab.getByText('All windows are minimised').waitFor()
    await tab.getByRole('navigation').getByRole('button', { name: 'Orders' }).click()
    await list.waitFor()
    await list.getByRole('button', { name: 'Close Orders' }).click()
    await tab.getByText('No window is open').waitFor()
    deepEqual(desk.state().screen, {})
  }))

test('a click brings a window to the front; what an agent opens lies behind the one the user is in', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    await windowIn(tab, 'order').waitFor()
    const depth = (name: string) =>
      tab
        .getByRole('region', { name })
        .evaluate(one => Number(one.ownerDocument.defaultView?.getComputedStyle(one).zIndex))
    ok((await depth('Order 10001')) > (await depth('Orders')))
    await desk.calls('app__open_threads')
    await tab.getByRole('region', { name: 'Threads' }).waitFor()
    ok((await depth('Order 10001')) > (await depth('Threads')))
    ok((await depth('Threads')) > (await depth('Orders')))
    await windowIn(tab, 'orders').click({ position: { x: 20, y: 200 } })
    await until('it is in front', async () => (await depth('Orders')) > (await depth('Order 10001')))
    equal(desk.state().focus?.window, desk.last('orders').id)
  }))

verifies('D-35', 'a dialog makes its owner inert, has the keyboard, and Escape and Enter answer it', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    await order.getByRole('button', { name: 'Submit…' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Submit order?' })
    await dialog.waitFor()
    equal(await dialog.getAttribute('aria-modal'), null)
    equal(await order.evaluate(one => one.hasAttribute('inert')), true)
    equal(await windowIn(tab, 'orders').evaluate(one => one.hasAttribute('inert')), false)
    await until('the dialog has the keyboard', async () => (await keyboardAt(tab)) === 'Submit')
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await until('the editor has it back', async () => (await keyboardAt(tab)) === 'Submit…')
    equal(await order.evaluate(one => one.hasAttribute('inert')), false)
    await tab.keyboard.press('Enter')
    await dialog.waitFor()
    await tab.keyboard.press('Enter')
    await until('it is submitted', () => desk.data.orders.get(10_001)?.status === 'submitted')
    await dialog.waitFor({ state: 'detached' })
  }),
)

verifies('FR-45', 'a dialog that an agent brings up takes no key of the user for an answer', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const note = windowIn(tab, 'order').getByLabel('Note')
    await note.fill('typing')
    await until('the desk has it', () => desk.last('order').draft.note === 'typing')
    await desk.calls(`${desk.last('order').id}__submit`)
    await until('the dialog has the keyboard', async () => (await keyboardAt(tab)) === 'Submit order?')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Space')
    await tab.keyboard.type('more text')
    equal(desk.last('confirm-submit').kind, 'confirm-submit')
    equal(desk.data.orders.get(10_001)?.status, 'draft')
    await tab.keyboard.press('Escape')
    await until('the note has the keyboard', async () => (await keyboardAt(tab)) === 'Note')
  }),
)

test('unsaved changes are asked for, and Enter alone loses nothing', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('row', { name: 'Order 10001' }).dblclick()
    const order = windowIn(tab, 'order')
    await order.getByLabel('Note').fill('unsaved')
    await order.getByRole('button', { name: 'Close Order 10001' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Unsaved changes' })
    await dialog.getByRole('cell', { name: 'unsaved' }).waitFor()
    await until('it has the keyboard', async () => (await keyboardAt(tab)) === 'Keep editing')
    await tab.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    equal(desk.last('order').draft.note, 'unsaved')
    await order.getByRole('button', { name: 'Close Order 10001' }).click()
    await dialog.getByRole('button', { name: 'Discard and close' }).click()
    await order.waitFor({ state: 'detached' })
    await until('the list has the keyboard', async () =>
      String(await keyboardAt(tab)).startsWith('Order 10001'),
    )
  }))

verifies('D-31', 'signing out makes everything else inert until somebody signs in', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    await tab.getByRole('button', { name: 'Sign Ada out' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Sign in' })
    await dialog.waitFor()
    await until('the dialog has the keyboard', async () => (await keyboardAt(tab)) === 'User')
    const stops = new Set<unknown>()
    for (let at = 0; at < 12; at++) {
      await tab.keyboard.press('Tab')
      stops.add(
        await tab.evaluate(`document.activeElement.closest('.window')?.dataset.copaneSubrole ?? 'page'`),
      )
    }
    deepEqual(stops, new Set(['sign-in', 'page']))
    const usable = await tab
      .locator('.taskbar :is(button, input), .desktop :is(button, input)')
      .evaluateAll(all => all.filter(one => one.closest('[inert]') === null).map(one => one.textContent))
    deepEqual(usable, ['Activity'])
    await tab.keyboard.press('Escape')
    await dialog.getByLabel('User').fill('ada')
    await dialog.getByLabel('Password').fill('secret words')
    await tab.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    equal(desk.state().user, 'Ada')
    equal(await tab.locator('[inert]').count(), 0)
  }),
)
