/// <reference lib="dom" />
/** The tour's user in a browser: mouse and keyboard on the desk's page. */
import type { Locator, Page } from 'playwright-core'
import type { Seen } from '../seen.js'
import type { DeskProcess } from './desk-process.js'
import { fail } from './expect.js'
import { type TourUser, type Words, wordsIn } from './user.js'

/** How long the desk may take to hear of what was done on the page, in milliseconds. */
const HEARD_MS = 5000

/** How often the user looks, in milliseconds. */
const LOOK_MS = 10

/** Makes the user of a page; it is the user's hands, and the driver the eyes that see when the desk heard. */
export function createPageUser(tab: Page, close: () => Promise<void>): TourUser {
  let desk: DeskProcess | undefined
  tab.setDefaultTimeout(HEARD_MS)
  const at = () => desk ?? fail('the user is at no desk')
  const until = async (what: string, holds: (seen: Seen) => boolean) => {
    for (const end = performance.now() + HEARD_MS; !holds(await at().see()); await pause(LOOK_MS))
      if (performance.now() > end) fail(`the desk did not hear that the user ${what}`)
  }
  const inWindow = (window: string, selector: string): Locator =>
    tab.locator(`[data-window="${window}"] ${selector}`)
  const type = async (window: string, field: string, text: string, shown = text) => {
    await inWindow(window, `[data-spot="field:${field}"]`).click()
    await tab.keyboard.press('ControlOrMeta+A')
    await tab.keyboard.press('Delete')
    await tab.keyboard.insertText(text)
    await until(`typed into ${field}`, ({ texts }) => texts[window]?.[field] === shown)
  }
  /** Stop and Allow stand in the list of agents; it is opened for the press, and closed again. */
  const press = async (name: string, holds: (seen: Seen) => boolean) => {
    const activity = tab.getByRole('button', { name: 'Activity', exact: true })
    await activity.click()
    await tab.getByRole('button', { name, exact: true }).click()
    await until(`pressed ${name}`, holds)
    await activity.click()
  }
  return {
    by: 'page',
    async sitDown(next) {
      desk = next
      if (next.page === undefined) return fail('the desk serves no page')
      await tab.goto(next.page)
      await tab.locator('[data-window]').first().waitFor()
    },
    async openThreads() {
      await tab.getByRole('button', { name: 'Open threads', exact: true }).click()
      await until('opened the threads', ({ panes }) => panes.length > 0)
    },
    async selectWords(thread, words) {
      const place = wordsIn(await at().see(), thread, words)
      const { left, right, middle } = await boxOf(tab, place)
      await tab.mouse.move(left, middle)
      await tab.mouse.down()
      await tab.mouse.move(right, middle, { steps: 4 })
      await tab.mouse.up()
      await until('selected words', ({ selected }) => selected.includes(words))
    },
    filterOrders: (window, text) => type(window, 'filter', text),
    typeInto: type,
    typePassword: (window, text) => type(window, 'password', text, '•'.repeat(text.length)),
    stopClient: name => press(`Stop ${name}`, ({ stopped }) => stopped.includes(name)),
    allowClient: name => press(`Allow ${name}`, ({ stopped }) => !stopped.includes(name)),
    sizeOfSelection: () =>
      tab.evaluate(() => {
        const box = document.getSelection()?.getRangeAt(0).getBoundingClientRect()
        return box && { w: box.width, h: box.height }
      }),
    leave: close,
  }
}

/** Where the mouse goes to select words. Units: CSS pixels. */
async function boxOf(tab: Page, words: Words): Promise<{ left: number; right: number; middle: number }> {
  const box = await tab.evaluate(({ window, pane, comment, start, end }) => {
    const text = document.querySelector(
      `[data-window="${window}"] [data-comment="${comment}"][data-pane="${pane}"]`,
    )
    const [node] = text?.childNodes ?? []
    if (!node) return undefined
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return { left, right, middle: (top + bottom) / 2 }
  }, words)
  return box ?? fail('the page does not show the comment')
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
