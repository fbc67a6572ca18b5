/** Debian's Chromium as tests and measurements start it. */
import type { Page } from 'playwright-core'

/** Where Debian has it. */
export const CHROMIUM = '/usr/bin/chromium'

/** Flags under which it keeps to itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Lets a page have the focus only when its window has it: Playwright makes every page believe so. */
export async function withoutFocusEmulation(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  return page
}
