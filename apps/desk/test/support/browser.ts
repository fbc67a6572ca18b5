/** A headless browser on a desk's page, for gui tests. */
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { CHROMIUM, CHROMIUM_FLAGS, withoutFocusEmulation } from '../../../../test/support/chromium.js'
import type { PageLimits } from '../../src/page/index.js'
import { served, type Served } from './pages.js'

/** A desk on whose page a browser is. */
export type Browsed = Served & {
  tab: Page
  /** A further tab of the same browser, at the desk. */
  openTab(address?: string): Promise<Page>
  /** A further tab, at nothing yet. */
  emptyTab(): Promise<Page>
  /** Cuts the connection of a routed page, and lets it come back. */
  link(isUp: boolean): void
}

/** How the browser looks; only a routed page can be cut off, and only one with a clock of its own put to sleep. */
export type Looks = {
  isRouted?: true
  hasOwnClock?: true
  limits?: Partial<PageLimits>
  colorScheme?: 'light' | 'dark'
  size?: { width: number; height: number }
}

/** Starts a browser; the caller closes it. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })

/** Runs a test in a browser of its own on a desk of its own. */
export const browsed = (
  browser: Browser,
  looks: Looks,
  body: (browsed: Browsed) => Promise<void>,
): Promise<void> =>
  served(looks.limits ? { limits: looks.limits } : {}, async parts => {
    const { colorScheme = 'light', size: viewport = { width: 1440, height: 900 } } = looks
    const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
    context.setDefaultTimeout(5000)
    const emptyTab = async () => withoutFocusEmulation(await context.newPage())
    try {
      const tab = await emptyTab()
      if (looks.hasOwnClock) await tab.clock.install()
      const link = looks.isRouted ? await routed(tab) : () => {}
      const wrong: string[] = []
      tab.on('pageerror', error => void wrong.push(error.message))
      tab.on('console', message => {
        const isOfRoute = looks.isRouted && /already in CLOSING or CLOSED/.test(message.text())
        if (message.type() === 'error' && !isOfRoute) wrong.push(message.text())
      })
      await tab.goto(parts.page.url)
      await tab.locator('.window').first().waitFor()
      await body({
        ...parts,
        tab,
        link,
        emptyTab,
        async openTab(address = new URL('/', parts.page.url).href) {
          const other = await emptyTab()
          await other.goto(address)
          await other.locator('.window').first().waitFor()
          return other
        },
      })
      if (wrong.length > 0) throw new Error(`the page said: ${wrong.join('; ')}`)
      if (parts.faults.length > 0) throw new Error(parts.faults.join('; '))
    } finally {
      await context.close()
    }
  })

/** Puts a switch into the connection of a page. */
async function routed(tab: Page): Promise<(isUp: boolean) => void> {
  let isUp = true
  let cut = () => {}
  await tab.routeWebSocket(/\/socket/, page => {
    if (!isUp) return void page.close()
    const server = page.connectToServer()
    cut = () => {
      void page.close()
      void server.close()
    }
  })
  return next => {
    isUp = next
    if (!isUp) cut()
  }
}

/** Waits until something holds; the test's own time limit ends it. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 5000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** The window of a kind on a page. */
export const windowIn = (tab: Page, kind: string): Locator =>
  tab.locator(`.window[data-copane-subrole="${kind}"]`)
