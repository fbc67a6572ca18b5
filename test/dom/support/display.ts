/** A screen with a window manager, and a real browser window on it. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../support/chromium.ts'

/** A screen; `stop` ends what was started for it. */
export type Display = { name: string; stop(): void }

/** A rectangle of the screen. Units: pixels of the root window. */
export type Pixels = { x: number; y: number; w: number; h: number }

/** The screen of the lane, or a new one; with a window manager. */
export async function startDisplay(): Promise<Display> {
  const started: { kill(): void }[] = []
  const name = process.env.DISPLAY ?? (await startServer(started))
  const manager = spawn('openbox', [], { env: { ...process.env, DISPLAY: name }, stdio: 'ignore' })
  started.push({ kill: () => manager.kill() })
  await waitFor(() => shell(name, 'xprop', ['-root', '_NET_SUPPORTING_WM_CHECK']).includes('window id'))
  return { name, stop: () => started.toReversed().forEach(each => each.kill()) }
}

function startServer(started: { kill(): void }[]): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push({ kill: () => server.kill() })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.stdout.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`))
  })
}

/** Runs a command on a display; its output. */
export const shell = (display: string, command: string, args: readonly string[]): string =>
  execFileSync(command, args, { env: { ...process.env, DISPLAY: display }, encoding: 'utf8' })

/** Waits until something is so, for ten seconds at most. */
export async function waitFor(test: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; ; ) {
    try {
      if (test()) return
    } catch {
      // not yet
    }
    if (Date.now() > end) throw new Error('waited for ten seconds')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** A browser window that shows one address, as an app of its own or with the bars of a browser. */
export async function openWindow(
  display: string,
  url: string,
  scale: number,
  isApp: boolean,
  script: string,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'copane-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: false,
    viewport: null,
    env: { ...process.env, DISPLAY: display },
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      ...CHROMIUM_FLAGS,
      '--test-type',
      `--force-device-scale-factor=${scale}`,
      ...(isApp ? [`--app=${url}`] : []),
    ],
  })
  await context.addInitScript(script)
  return {
    context,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Where a colour stands on the screen: the box around all its pixels; undefined when there are none. */
export function findColour(display: string, colour: string): Pixels | undefined {
  const shot = execFileSync('import', ['-window', 'root', 'png:-'], {
    env: { ...process.env, DISPLAY: display },
    maxBuffer: 1e8,
  })
  const box = execFileSync(
    'convert',
    [
      'png:-',
      '-fill',
      'black',
      '+opaque',
      colour,
      '-fill',
      'white',
      '-opaque',
      colour,
      '-format',
      '%@ %[fx:maxima]',
      'info:',
    ],
    { input: shot, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const [, w, h, x, y, brightest] = /(\d+)x(\d+)\+(\d+)\+(\d+) ([\d.]+)/.exec(box) ?? []
  if (brightest === undefined || Number(brightest) === 0) return undefined
  return { x: Number(x), y: Number(y), w: Number(w), h: Number(h) }
}
