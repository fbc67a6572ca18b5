/** A browser for the tour's user, where this machine has one. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'

/** A browser with one empty page; or why there is none. */
export type BrowserOutcome =
  | { kind: 'browser'; tab: Page; close: () => Promise<void> }
  | { kind: 'none'; reason: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** What a browser on a test machine can do without. */
const FLAGS = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** How long it may take to start, in milliseconds. */
const START_MS = 30_000

/** Starts a headless Chromium from the path, without Playwright's pretence that every page has the focus. */
export async function openBrowser(): Promise<BrowserOutcome> {
  const program = findProgram()
  if (program === undefined) return { kind: 'none', reason: `none of ${NAMES.join(', ')} is on the path` }
  let browser: Browser | undefined
  try {
    const { chromium } = await import('playwright-core')
    browser = await chromium.launch({
      executablePath: program,
      timeout: START_MS,
      args: process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS,
    })
    const launched = browser
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const tab = await context.newPage()
    const session = await context.newCDPSession(tab)
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
    return { kind: 'browser', tab, close: () => launched.close() }
  } catch (error) {
    await browser?.close().catch(() => {})
    const [reason = 'no reason given'] = error instanceof Error ? error.message.split('\n') : []
    return { kind: 'none', reason: `${program} did not start: ${reason}` }
  }
}

function findProgram(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return paths.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
