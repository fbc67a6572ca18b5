/** The tour: a scripted agent uses a desk as an agent would, and asserts each step. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './browser.js'
import { type DeskProcess, startDeskProcess } from './desk-process.js'
import { createPageUser } from './page-user.js'
import type { Scene } from './scene.js'
import { STEPS, type TourStep } from './steps/index.js'
import { createAppUser, type TourUser } from './user.js'

/** What a step came to; `by` says whether the user's side was the app itself or a page. */
export type StepOutcome = { step: string; shows: string; ok: boolean; saw: string; by: 'app' | 'page' }

/** What the tour came to. */
export type TourOutcome = { steps: number; ok: number; failed: string[] }

/**
 * Which desk to tour, and who hears of each step as it ends.
 *
 * Shape   the user acts on the page where a browser starts, else straight on the app; `by` asks for one of the two.
 */
export type TourOptions = {
  program: string
  args?: readonly string[]
  by?: 'app' | 'page'
  onStep: (outcome: StepOutcome) => void
}

/** How long a desk may take to start, with its first data to write. */
const READY_MS = 30_000
/** A loaded machine is no reason to fail; the limits of D-17 have tests of their own. */
const PAGE_MS = 3000
/** No step may take longer. */
const STEP_MS = 15_000

/**
 * Runs every step against a desk in a process of its own, with data and descriptors in a folder of its own.
 *
 * Shape   ends at the first step that fails: those after it build on it, and are told as not run.
 * Errors  none thrown by what the desk does; the process is ended and the folder removed on every road.
 */
export async function runTour({ program, args = [], by, onStep }: TourOptions): Promise<TourOutcome> {
  const failed: string[] = []
  let root: string | undefined
  let scene: Scene | undefined
  let desk: DeskProcess | undefined
  let user: TourUser | undefined
  try {
    root = mkdtempSync(join(tmpdir(), 'copane-tour-'))
    const folder = join(root, 'providers')
    const state = join(root, 'state')
    const patient = ['--patience', `${PAGE_MS}`, ...args]
    const start = () => startDeskProcess({ program, args: patient, state, folder, readyMs: READY_MS })
    const [started, found] = await Promise.allSettled([start(), userFor(by)])
    desk = started.status === 'fulfilled' ? started.value : undefined
    user = found.status === 'fulfilled' ? found.value : undefined
    if (!desk || !user) throw [started, found].find(each => each.status === 'rejected')?.reason
    await user.sitDown(desk)
    const password = `pw-${randomBytes(9).toString('hex')}`
    scene = { folder, start, desk, user, password, found: {} }
    for (const step of STEPS) {
      if (failed.length > 0) failed.push(step.name)
      else {
        const outcome = await runStep(step, scene)
        if (!outcome.ok) failed.push(step.name)
        onStep(outcome)
      }
    }
  } catch (error) {
    onStep({ step: 'start', shows: 'the desk starts', ok: false, saw: wordsOf(error), by: user?.by ?? 'app' })
    failed.push('start', ...STEPS.map(step => step.name))
  } finally {
    await Promise.allSettled([closeAll(scene), user?.leave()])
    await (scene?.desk ?? desk)?.end()
    if (root !== undefined) rmSync(root, { recursive: true, force: true })
  }
  return { steps: STEPS.length, ok: Math.max(0, STEPS.length - failed.length), failed }
}

async function userFor(by: TourOptions['by']): Promise<TourUser> {
  if (by === 'app') return createAppUser()
  const browser = await openBrowser()
  if (browser.kind === 'browser') return createPageUser(browser.tab, browser.close)
  if (by === 'page') throw new Error(`no browser for the user: ${browser.reason}`)
  process.stderr.write(`tour: the user works on the app itself: ${browser.reason}\n`)
  return createAppUser()
}

async function runStep(step: TourStep, scene: Scene): Promise<StepOutcome> {
  const { name, shows, run } = step
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.reject(new Error(`no end after ${STEP_MS} ms`)), STEP_MS)
  try {
    const saw = await Promise.race([run(scene), late.promise])
    return { step: name, shows, ok: true, saw, by: scene.user.by }
  } catch (error) {
    return { step: name, shows, ok: false, saw: wordsOf(error), by: scene.user.by }
  } finally {
    clearTimeout(timer)
  }
}

async function closeAll(scene: Scene | undefined): Promise<void> {
  const { session, ears = [] } = scene?.found ?? {}
  await Promise.all([session?.close(), ...ears.map(ear => ear.connection.close())])
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'an unknown fault')
