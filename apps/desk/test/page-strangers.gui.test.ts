import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../test/support/verifies.js'
import { browsed, startBrowser, until } from './support/browser.js'
import { type ForeignSite, startForeignSite } from './support/foreign-site.js'
import { ask, connects, originOf, refusalOf } from './support/socket.js'

let browser: Browser
let site: ForeignSite
beforeAll(async () => {
  browser = await startBrowser()
  site = await startForeignSite()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** What a script of the other site tries; each gives what it got, or 'nothing'. */
const attempts: readonly (readonly [what: string, script: (desk: string) => string])[] = [
  ['read the page', desk => `fetch('${desk}/', { credentials: 'include' }).then(all => all.text())`],
  ['read the page unseen', desk => `fetch('${desk}/', { credentials: 'include', mode: 'no-cors' })`],
  ['read a file', desk => `fetch('${desk}/icon.svg', { credentials: 'include', mode: 'no-cors' })`],
  ['post', desk => `fetch('${desk}/', { method: 'POST', body: '{}', mode: 'no-cors' })`],
  [
    'post as JSON',
    desk => `fetch('${desk}/', { method: 'POST', headers: { 'content-type': 'application/json' } })`,
  ],
  ['guess a pass', desk => `fetch('${desk}/', { headers: { 'desk-pass': 'x' } })`],
  ['connect', desk => connecting(desk, '')],
  ['connect as a page', desk => connecting(desk, `, ['desk']`)],
  ['connect with a pass', desk => connecting(desk, `, ['desk', 'x'.repeat(43)]`)],
  ['show a picture', desk => loading('img', `${desk}/icon.svg`)],
  ['run a script', desk => loading('script', `${desk}/icon.svg`)],
]

const connecting = (desk: string, protocols: string) =>
  `new Promise((open, fail) => {
    const socket = new WebSocket('${desk.replace('http', 'ws')}/socket'${protocols})
    socket.onopen = () => open('a connection')
    socket.onerror = fail
  })`

const loading = (element: string, address: string) =>
  `new Promise((load, fail) => {
    const one = document.createElement('${element}')
    one.onload = () => load('something')
    one.onerror = fail
    one.src = '${address}'
    document.body.append(one)
  })`

for (const where of ['sharing', 'apart'] as const) {
  const whose = where === 'sharing' ? 'on another port of this machine' : 'of another name'
  verifies(
    'FR-36',
    `a site ${whose}, open beside the desk, reads nothing of it and connects to nothing`,
    () =>
      browsed(browser, {}, async ({ tab, emptyTab, page, desk }) => {
        const other = await emptyTab()
        await other.goto(site[where])
        await until('the desk is open once', () => page.pages().length === 1)
        const before = desk.state()
        const got: unknown[] = []
        for (const [what, script] of attempts)
          got.push([what, await other.evaluate(`(${script(originOf(page))}).catch(() => 'nothing')`)])
        deepEqual(
          got,
          attempts.map(([what]) => [what, 'nothing']),
        )
        equal(page.pages().length, 1)
        deepEqual(desk.state().windows, before.windows)
        equal(await tab.getByText('Connection to the desk lost').count(), 0)
      }),
  )

  verifies(
    'FR-36',
    `a site ${whose} can't frame the desk, nor send a form to it, nor reach into a tab of it`,
    () =>
      browsed(browser, {}, async ({ emptyTab, page, desk }) => {
        const other = await emptyTab()
        await other.goto(site[where])
        const before = desk.state()
        const origin = originOf(page)
        await frame(other, `<iframe src="${origin}/"></iframe>`)
        await frame(
          other,
          `<iframe name="to"></iframe><form method="post" action="${origin}/" target="to"><input name="act"></form>`,
          'document.forms[0].submit()',
        )
        const opened = other.waitForEvent('popup')
        await other.evaluate(`globalThis.opened = open('${origin}/'), undefined`)
        await (await opened).waitForLoadState()
        await until('it is out of reach', async () =>
          Boolean(await other.evaluate('globalThis.opened.closed')),
        )
        deepEqual(desk.state().windows, before.windows)
        await (await opened).close()
      }),
  )
}

verifies(
  'FR-36',
  'a server on another port is sent the cookie of the desk, and gets no connection with it',
  () =>
    browsed(browser, {}, async ({ emptyTab, page }) => {
      const other = await emptyTab()
      await other.goto(site.sharing)
      const name = `desk-${new URL(page.url).port}=`
      const cookie = site.cookies.flatMap(all => all.split('; ')).find(one => one.startsWith(name)) ?? ''
      match(cookie, /=[\w-]{43}$/)
      equal((await ask(`${originOf(page)}/`, { cookie })).status, 200)
      for (const pass of ['', 'x'.repeat(43), cookie.slice(name.length)])
        equal(await refusalOf(connects(page, { cookie, pass: pass || 'none' })), 403)
      const { headers } = await ask(page.url, { cookie })
      equal(headers.location, '/')
      ok(!site.cookies.join().includes('#'))
    }),
)

/** Puts something into the other site's page, and sees that the frame in it shows nothing of the desk. */
async function frame(other: Page, html: string, script = ''): Promise<void> {
  await other.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}; ${script}`)
  await until('the frame was refused', () =>
    other.frames().some(one => one.parentFrame() && one.url().startsWith('chrome-error:')),
  )
}
