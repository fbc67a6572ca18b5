import { deepEqual, equal, notEqual } from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { browsed, startBrowser, until, windowIn } from './support/browser.js'
import { originOf } from './support/socket.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const KEPT = `localStorage.getItem('desk-pass')`

test('what lets a page in is gone from its address at once, and further tabs and loads need none', () =>
  browsed(browser, {}, async ({ tab, openTab, page }) => {
    const plain = `${originOf(page)}/`
    equal(tab.url(), plain)
    equal(await tab.evaluate('history.length'), 2)
    const other = await openTab()
    equal(other.url(), plain)
    await tab.reload()
    await windowIn(tab, 'orders').waitFor()
    equal(page.pages().length, 2)
  }))

test('a page that lost its pass says so, and works again when another tab brings one', () =>
  browsed(browser, {}, async ({ tab, openTab, page }) => {
    const pass = await tab.evaluate(KEPT)
    const other = await openTab()
    await other.evaluate('localStorage.clear()')
    await other.reload()
    const banner = other.getByText('The desk does not let this page in')
    await banner.waitFor()
    equal(await windowIn(other, 'orders').count(), 0)
    const third = await openTab(page.mintUrl())
    equal(third.url(), `${originOf(page)}/`)
    equal(await third.evaluate(KEPT), pass)
    await other.bringToFront()
    await windowIn(other, 'orders').waitFor()
    await banner.waitFor({ state: 'detached' })
  }))

test('a used address leads a browser without a pass to a page that says so', () =>
  browsed(browser, {}, async ({ tab, emptyTab, page }) => {
    await tab.evaluate('localStorage.clear()')
    const other = await emptyTab()
    await other.goto(page.url)
    equal(other.url(), `${originOf(page)}/`)
    await other.getByText('Open a new address of the desk').waitFor()
  }))

test('a made-up pass in an address keeps nobody out', () =>
  browsed(browser, {}, async ({ tab, openTab, page }) => {
    const [pass, wrong] = [await tab.evaluate(KEPT), 'x'.repeat(43)]
    const other = await openTab(`${originOf(page)}/#${wrong}`)
    notEqual(pass, wrong)
    deepEqual([other.url(), await other.evaluate(KEPT)], [`${originOf(page)}/`, pass])
    await until('both are there', () => page.pages().length === 2)
  }))

test('what else stands behind the # of an address stays there', () =>
  browsed(browser, {}, async ({ openTab, page }) => {
    const other = await openTab(`${originOf(page)}/#top`)
    equal(other.url(), `${originOf(page)}/#top`)
  }))
