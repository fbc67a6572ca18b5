/** What the user would be surprised to see handed on never leaves the page (EL-sec-no-surprise). */
import { textOf } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, selected, take } from './support/reading.ts'

const lab = useLab()

const CANARY = 'hunter2-canary'
const MASK = '••••••'

/** Attributes of a field that each make its value a secret. */
const SECRETS = [
  'type=password',
  'autocomplete=one-time-code',
  'autocomplete="section-a current-password"',
  'autocomplete=new-password',
  'autocomplete=cc-number',
  'autocomplete=cc-csc',
  'name=card_number',
  'id=userPassword',
  'name="login[otp]"',
  'style="-webkit-text-security:disc"',
]

/** Everything a page answers, to look for what must not be in it. */
const everything = async (page: Page): Promise<string> => JSON.stringify(await take(page))

for (const attributes of SECRETS)
  verifies('FR-31', `the value of a field with ${attributes} is in no byte`, async () => {
    const page = await lab().open(`<label>Secret <input ${attributes} value="${CANARY}"></label>`)
    await page.focus('input')
    await page.keyboard.press('Control+A')
    const reading = await take(page)
    expect(JSON.stringify(reading)).not.toContain(CANARY)
    expect(selected(reading)).toEqual([])
    expect(textOf(element(reading, 'Secret'))).toBe(MASK)
  })

verifies('EL-sec-no-surprise', 'a hidden field and a checked box are not there at all', async () => {
  const page = await lab().open(
    `<form><input type=hidden name=csrf value="${CANARY}"><input type=checkbox value="${CANARY}" checked><p>x</p></form>`,
  )
  expect(await everything(page)).not.toContain(CANARY)
})

verifies('FR-32', 'the mask tells nothing of the length', async () => {
  const page = await lab().open('<label>Secret <input type=password></label>')
  const answers = new Set<string>()
  for (let length = 1; length <= 64; length++) {
    await page.fill('input', 'x'.repeat(length))
    answers.add(await everything(page))
  }
  expect(answers.size).toBe(1)
})

verifies('FR-33', 'filled and empty differ', async () => {
  const page = await lab().open('<label>Secret <input type=password></label>')
  expect(textOf(element(await take(page), 'Secret'))).toBe('')
  await page.fill('input', 'x')
  expect(textOf(element(await take(page), 'Secret'))).toBe(MASK)
})

verifies('FR-31', 'a password that the page then shows in clear stays a secret', async () => {
  const page = await lab().open(`<label>Secret <input type=password value="${CANARY}"></label>`)
  await take(page)
  await page.evaluate(() => document.querySelector('input')?.setAttribute('type', 'text'))
  expect(await everything(page)).not.toContain(CANARY)
})

verifies('FR-40', 'what the app keeps private is absent: text, titles, selection, focus', async () => {
  const page = await lab().open(
    `<title>Page</title><main><section data-copane-private aria-label="${CANARY}"><p id=p tabindex=0>${CANARY}</p><p data-copane-id=x>${CANARY}</p></section><section aria-labelledby=t><h2>a</h2></section><p id=t data-copane-private>${CANARY}</p></main>`,
  )
  await page.focus('#p')
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body))
  const reading = await take(page)
  expect(JSON.stringify(reading)).not.toContain(CANARY)
  expect(reading.missing).toBe(0)
})

verifies('FR-40', 'what becomes private is gone', async () => {
  const page = await lab().open(`<main><div id=d><p>${CANARY}</p></div></main>`)
  const { id } = element(await take(page), CANARY)
  await page.evaluate(() => document.querySelector('#d')?.setAttribute('data-copane-private', ''))
  expect(await page.evaluate(given => reader.locate(given), id)).toEqual({ state: 'gone' })
  expect(await everything(page)).not.toContain(CANARY)
})

verifies(
  'EL-sec-no-surprise',
  'a value typed after the first read, with nothing in the document changed',
  async () => {
    const page = await lab().open('<label>Name <input></label><label>Secret <input type=password></label>')
    await take(page)
    await page.fill('input >> nth=0', 'Ada')
    await page.fill('input >> nth=1', CANARY)
    const reading = await take(page)
    expect(textOf(element(reading, 'Name'))).toBe('Ada')
    expect(JSON.stringify(reading)).not.toContain(CANARY)
  },
)
