import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const windowWithKeyboard = (tab: Page): Promise<unknown> =>
  tab.evaluate(`document.activeElement.closest('.window')?.dataset.copaneSubrole ?? 'bar'`)

const keyboardAt = (tab: Page): Promise<unknown> =>
  tab.evaluate(`document.activeElement.getAttribute('aria-label')`)

test('an order is found, opened, edited, saved, submitted and closed with the keyboard alone', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    const { keyboard } = tab
    await until('the list has the keyboard', async () => (await windowWithKeyboard(tab)) === 'orders')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home', 'ArrowDown'])
      await keyboard.press(key)
    await until('a row is selected', () => desk.last('orders').selected[0] === 10_002)
    await keyboard.press('Shift+ArrowDown')
    await until('two are', () => desk.last('orders').selected.length === 2)
    await keyboard.press('PageDown')
    await until('the page turned', async () => (await keyboardAt(tab)) === 'Order 10021')
    await keyboard.press('PageUp')
    await until('it turned back', () => desk.last('orders').offset === 0)
    await until('the first row has the keyboard', async () => (await keyboardAt(tab)) === 'Order 10001')
    await keyboard.press('Enter')
    await until('the editor has it', async () => (await windowWithKeyboard(tab)) === 'order')
    await keyboard.press('Control+a')
    await keyboard.type('Reception')
    await keyboard.press('Control+s')
    await until('it is saved', () => desk.data.orders.get(10_001)?.recipient === 'Reception')
    const order = windowIn(tab, 'order')
    await reach(tab, 'Submit…')
    await keyboard.press('Enter')
    await tab.getByRole('dialog', { name: 'Submit order?' }).waitFor()
    await until(
      'the dialog has the keyboard',
      async () => (await windowWithKeyboard(tab)) === 'confirm-submit',
    )
    await keyboard.press('Enter')
    await until('it is submitted', () => desk.data.orders.get(10_001)?.status === 'submitted')
    await until('the editor has it back', async () => (await windowWithKeyboard(tab)) === 'order')
    await reach(tab, 'Close Order 10001', 'Shift+Tab')
    await keyboard.press('Enter')
    await order.waitFor({ state: 'detached' })
    await until('the list has it', async () => (await windowWithKeyboard(tab)) === 'orders')
  }))

test('F6 goes round the windows, the bar and the activity panel, and back with Shift', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    for (const what of ['report', 'threads'] as const) desk.does({ act: 'open', what })
    await windowIn(tab, 'threads').waitFor()
    const seen: unknown[] = []
    const go = async (key: string) => {
      await tab.keyboard.press(key)
      seen.push(await windowWithKeyboard(tab))
    }
    for (const key of ['F6', 'F6', 'F6', 'F6', 'Shift+F6', 'Shift+F6', 'Control+Tab']) await go(key)
    deepEqual(seen, ['report', 'threads', 'bar', 'orders', 'bar', 'threads', 'bar'])
    await until('the desk follows', () => desk.state().focus?.window === desk.last('threads').id)
  }))

test('windows are moved and sized with the arrow keys, and put away and brought back', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    const { id } = desk.last('orders')
    const place = () => desk.state().screen[id]?.place
    const before = await windowIn(tab, 'orders').boundingBox()
    await reach(tab, 'Move Orders', 'Shift+Tab')
    for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) {
      await tab.keyboard.press(key)
      await tab.keyboard.press(key)
    }
    await until(
      'it moved',
      () => place()?.x === (before?.x ?? 0) + 40 && place()?.w === (before?.width ?? 0) + 40,
    )
    await reach(tab, 'Minimise Orders')
    await tab.keyboard.press('Enter')
    await windowIn(tab, 'orders').waitFor({ state: 'hidden' })
    await tab.keyboard.press('F6')
    await reach(tab, 'Orders')
    await tab.keyboard.press('Enter')
    await windowIn(tab, 'orders').waitFor()
    await until('it has the keyboard', async () => (await windowWithKeyboard(tab)) === 'orders')
  }))

test('a thread is commented and a comment edited, and what changed meanwhile is shown', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    const left = tab.getByRole('group', { name: 'Left pane' })
    await left.getByRole('textbox').fill('I agree.')
    await tab.keyboard.press('Control+Enter')
    await left.getByRole('listitem').filter({ hasText: 'I agree.' }).waitFor()
    equal(await left.getByRole('textbox').inputValue(), '')
    const first = left.getByRole('listitem').first()
    await first.getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type(' And more.')
    const comment = desk.data.threads.get(1)?.comments[0]?.id ?? 0
    await desk.calls(`${desk.last('threads').id}__edit_comment`, {
      pane: 'left',
      comment,
      text: 'By the agent.',
    })
    const alert = first.getByRole('alert')
    match(await alert.innerText(), /By the agent\./)
    await alert.getByRole('button', { name: 'Keep mine' }).click()
    await first.getByRole('button', { name: 'Save' }).click()
    await until('it is saved', () => /And more\.$/.test(desk.data.threads.get(1)?.comments[0]?.text ?? ''))
    await first.getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type('never mind')
    await tab.keyboard.press('Escape')
    await first.getByRole('button', { name: 'Edit' }).waitFor()
    ok(!desk.data.threads.get(1)?.comments[0]?.text.includes('never mind'))
  }))

test('a comment that is removed while it is written anew keeps what is written, and can be added again', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    const { id } = desk.last('threads')
    await desk.calls(`${id}__comment`, { pane: 'left', text: 'By the agent.' })
    const left = tab.getByRole('group', { name: 'Left pane' })
    const row = left.getByRole('listitem').filter({ hasText: 'robot' })
    await row.getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type(' And by me')
    await tab.keyboard.press('ArrowLeft')
    desk.does({ act: 'undo' })
    await row.getByRole('alert').filter({ hasText: 'removed while you wrote' }).waitFor()
    await tab.keyboard.type('?')
    await tab.keyboard.press('Escape')
    await until(
      'the text goes on where it was',
      async () => (await row.getByRole('textbox').inputValue()) === 'By the agent. And by m?e',
    )
    await row.getByRole('button', { name: 'Add as a new comment' }).click()
    await row.waitFor({ state: 'detached' })
    const comments = () => desk.data.threads.get(1)?.comments ?? []
    deepEqual([comments().at(-1)?.text, comments().at(-1)?.author], ['By the agent. And by m?e', 'Ada'])
    await until('the keyboard is near', async () => String(await keyboardAt(tab)).startsWith('New comment'))
    const added = left.getByRole('listitem').last()
    await added.getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type('!')
    desk.does({ act: 'undo' })
    await added.getByRole('button', { name: 'Discard' }).click()
    await left.getByRole('listitem').nth(3).waitFor({ state: 'detached' })
    equal(comments().length, 3)
  }))

test('what is written stays with its thread and its comment when an agent shows another thread', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    const left = tab.getByRole('group', { name: 'Left pane' })
    await left.getByRole('textbox', { name: 'New comment' }).fill('for the first')
    await left.getByRole('listitem').first().getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type(' edited')
    const shows = async (thread: number) => {
      const { id } = desk.last('threads')
      equal((await desk.calls(`${id}__show`, { pane: 'left', thread })).kind, 'success')
      const { title } = desk.data.threads.get(thread) ?? { title: '' }
      await left.getByRole('textbox', { name: `New comment on ${title}` }).waitFor()
    }
    await shows(2)
    equal(await left.getByRole('textbox', { name: 'New comment' }).inputValue(), '')
    await shows(1)
    equal(await left.getByRole('textbox', { name: 'New comment' }).inputValue(), 'for the first')
    match(await left.getByRole('listitem').first().getByRole('textbox').inputValue(), / edited$/)
  }))

test('what is written is there again after the window was closed, by an agent, and the page loaded anew', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    const left = tab.getByRole('group', { name: 'Left pane' })
    const composer = left.getByRole('textbox', { name: 'New comment' })
    await composer.fill('not sent yet')
    await left.getByRole('listitem').first().getByRole('button', { name: 'Edit' }).click()
    await tab.keyboard.type(' edited')
    const isThere = async () => {
      equal(await composer.inputValue(), 'not sent yet')
      match(await left.getByRole('listitem').first().getByRole('textbox').inputValue(), / edited$/)
    }
    equal((await desk.calls(`${desk.last('threads').id}__close`)).kind, 'success')
    await composer.waitFor({ state: 'detached' })
    desk.does({ act: 'open', what: 'threads' })
    await composer.waitFor()
    await isThere()
    await tab.reload()
    await composer.waitFor()
    await isThere()
    await composer.press('ControlOrMeta+Enter')
    await until('it is sent', () => desk.data.threads.get(1)?.comments.at(-1)?.text === 'not sent yet')
    await until('the field is empty', async () => (await composer.inputValue()) === '')
  }))

test('selected words of a comment are told to the desk, and gone when the selection is', () =>
  browsed(browser, {}, async ({ tab, desk }) => {
    desk.does({ act: 'open', what: 'threads' })
    const text = tab.locator('.comment-text').nth(1)
    await text.dblclick({ position: { x: 12, y: 8 } })
    await until('a word is selected', () => desk.state().passages.some(passage => passage.selected))
    const passage = desk.state().passages[0]
    const said = desk.data.threads.get(1)?.comments[1]?.text.slice(passage?.start, passage?.end)
    equal(said?.trim(), 'The')
    await tab.locator('.comment-text').nth(0).click()
    await until('nothing is', () => !desk.state().passages.some(({ selected }) => selected))
  }))

/** Goes on with Tab until something with that name has the keyboard. */
async function reach(tab: Page, name: string, key = 'Tab'): Promise<void> {
  for (let at = 0; at < 60; at++) {
    const here = await tab.evaluate(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
    )
    if (String(here).startsWith(name)) return
    await tab.keyboard.press(key)
  }
  throw new Error(`${name} can't be reached with ${key}`)
}
