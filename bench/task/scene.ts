/// <reference lib="dom" />
/** The place of one run: a desk with so many rows, its page in Chromium, and the user who sits there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeskProcess, startDeskProcess } from '@copane/desk'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM, CHROMIUM_FLAGS, withoutFocusEmulation } from '../../test/support/chromium.ts'
import { CANARY, EDITED, NOTED, type Shown, SELECTED } from './work.ts'

/** A browser that peers can attach to; the user's. */
export type UserBrowser = { context: BrowserContext; port: number; close: () => Promise<void> }

/** A run's place. */
export type Scene = Pick<Place, 'desk' | 'folder' | 'providers'> & {
  page: Page
  browserPort: number
  user: User
  /** How often something in the page got the focus that the user did not give it. */
  focusMoved: () => Promise<number>
}

/** What the user does meanwhile; none of it is on the agent's clock. */
export type User = {
  signIn: () => Promise<void>
  edit: () => Promise<void>
  select: () => Promise<void>
}

const WAIT_MS = 30_000

/** Chromium's own WebMCP, and the part of it that a debugger sees. */
const NATIVE_WEBMCP = '--enable-features=WebMCP,WebMCPTesting,DevToolsWebMCPSupport'

/** Starts the browser of all runs, with the debugging port that browser agents attach to. */
export async function openUserBrowser(hasNativeWebmcp = false): Promise<UserBrowser> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'copane-task-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
    timeout: WAIT_MS,
    args: [...CHROMIUM_FLAGS, ...(hasNativeWebmcp ? [NATIVE_WEBMCP] : []), `--remote-debugging-port=${port}`],
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.addInitScript(countFocus)
  return {
    context,
    port,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** A desk that runs, and the folder of its run. */
export type Place = {
  rows: number
  shown: Shown
  desk: DeskProcess
  /** Thrown away at the end; peers may leave files there. */
  folder: string
  /** Where the desk's descriptor lies. */
  providers: string
  end: () => Promise<void>
}

/** Starts a desk with so many orders. */
export async function startPlace({ rows, shown }: { rows: number; shown: Shown }): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'copane-task-'))
  const providers = join(folder, 'providers')
  const desk = await startDeskProcess({
    program: `${import.meta.dirname}/in-desk.ts`,
    args: ['--orders', String(rows), '--long', shown],
    state: join(folder, 'desk'),
    folder: providers,
    readyMs: WAIT_MS,
  })
  return {
    rows,
    shown,
    desk,
    folder,
    providers,
    async end() {
      await desk.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the page of a desk; the user is about to sign in, and has typed a password already. */
export async function openScene(
  browser: UserBrowser,
  { rows, shown, desk, folder, providers }: Place,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Scene> {
  const before = browser.context.pages()
  const page = await browser.context.newPage()
  for (const other of before) await other.close()
  await withoutFocusEmulation(page)
  await prepare(page)
  await page.goto(desk.page ?? '')
  const last = shown === 'plain' ? rows : Math.min(rows, 20)
  await page.locator(`[data-spot="row:${10_000 + last}"]`).waitFor({ state: 'attached' })
  await desk.act({ act: 'signOut' })
  const password = page.locator('[data-spot="field:password"]')
  await page.locator('[data-spot="field:user"]').fill('Ada')
  await password.fill(CANARY)
  await until(async () =>
    Object.values((await desk.see()).texts).some(
      texts => texts.user === 'Ada' && texts.password?.length === CANARY.length,
    ),
  )
  const user = byUser(page)
  return {
    desk,
    page,
    folder,
    providers,
    browserPort: browser.port,
    focusMoved: () => page.evaluate(() => globalThis.movedFocus.count),
    user: {
      signIn: user(async () => {
        await password.press('Enter')
        await password.waitFor({ state: 'detached' })
        await page.locator('[data-spot="field:filter"]').click()
      }),
      edit: user(async () => {
        const note = page.getByRole('form', { name: `Order ${NOTED}` }).getByRole('textbox', { name: 'Note' })
        await note.fill(EDITED)
        await until(async () =>
          Object.values((await desk.see()).texts).some(({ note: text }) => text === EDITED),
        )
      }),
      select: user(async () => {
        await page.locator('.list [data-scroll]').evaluate(list => void (list.scrollTop = 0))
        for (const [at, number] of SELECTED.entries()) {
          await page.locator(`[data-spot="row:${number}"]`).dispatchEvent('click', { ctrlKey: at > 0 })
          await page.locator('[aria-selected="true"]').nth(at).waitFor({ state: 'attached' })
        }
      }),
    },
  }
}

declare global {
  var movedFocus: { count: number; isUser: boolean }
}

/** Runs in the page: counts each time something there gets the focus while the user does nothing. */
function countFocus(): void {
  globalThis.movedFocus = { count: 0, isUser: true }
  document.addEventListener(
    'focusin',
    () => void (globalThis.movedFocus.isUser || globalThis.movedFocus.count++),
    true,
  )
}

const byUser =
  (page: Page) =>
  (act: () => Promise<void>): (() => Promise<void>) =>
  async () => {
    await page.evaluate(() => void (globalThis.movedFocus.isUser = true))
    await act()
    await page.evaluate(() => void (globalThis.movedFocus.isUser = false))
  }

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (
    const end = performance.now() + WAIT_MS;
    !(await holds());
    await new Promise(next => setTimeout(next, 5))
  )
    if (performance.now() > end) throw new Error('the desk did not hear what the user did')
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().on('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
