/// <reference lib="dom" />
/** A real browser with the adapter in every page, for tests of what a live page says. */
import type * as adapter from '@copane/adapters/dom'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { CHROMIUM, CHROMIUM_FLAGS, withoutFocusEmulation } from '../../support/chromium.ts'
import { bundleAdapter } from './adapter-bundle.ts'
import { type Site, startSite } from './site.ts'

declare global {
  /** What `@copane/adapters/dom` exports, in the page. */
  var copane: typeof adapter
  /** The reader that a test made in the page. */
  var reader: adapter.DomReader
  /** What a test keeps in the page. */
  var kept: unknown
}

/** A browser and two sites of different origins. */
export type Lab = {
  site: Site
  otherSite: Site
  /** Opens some HTML in the one page of the lab, and makes a reader of its document. */
  open(html: string, budget?: Partial<adapter.DomBudget>): Promise<Page>
  /** The same in a page of its own, which the test closes. */
  openBeside(html: string): Promise<Page>
}

/** Starts a lab before the tests of a file and ends it after them. */
export function useLab(options: BrowserContextOptions = {}): () => Lab {
  let lab: Lab | undefined
  let close = async (): Promise<void> => {}
  beforeAll(async () => {
    const [script, site, otherSite] = await Promise.all([bundleAdapter(), startSite(), startSite()])
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'],
    })
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, ...options })
    await context.addInitScript(script)
    const page = await newPage(context)
    lab = {
      site,
      otherSite,
      async open(html, budget) {
        await page.mouse.move(-5, -5)
        await openReader(page, site.put(html), budget)
        return page
      },
      async openBeside(html) {
        const beside = await newPage(context)
        await openReader(beside, site.put(html))
        return beside
      },
    }
    close = async () => {
      await browser.close()
      site.close()
      otherSite.close()
    }
  })
  afterAll(() => close())
  return () => {
    if (!lab) throw new Error('the lab is open only while tests run')
    return lab
  }
}

/** A page that has the focus only when its window has it. */
const newPage = async (context: BrowserContext): Promise<Page> =>
  withoutFocusEmulation(await context.newPage())

async function openReader(page: Page, url: string, budget: Partial<adapter.DomBudget> = {}): Promise<void> {
  await page.goto(url)
  await page.evaluate(limits => {
    globalThis.reader = copane.createDomReader({
      root: document,
      budget: limits,
      origin: () => ({ x: 0, y: 0, scale: 1 }),
    })
  }, budget)
}
