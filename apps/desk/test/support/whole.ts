/** A whole desk for tests: its process side, a browser that is its user, and an agent that found it. */
import { join } from 'node:path'
import { type RunningDesk, startDesk } from '@copane/desk'
import type { Session, UsedDescriptor } from '@copane/host'
import { discover, locateInApp, openApp, readApp } from '@copane/host/node'
import { type AppWindow, toolName } from '@copane/protocol/bridge'
import { find, type Location, type TreeElement, walk } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { withoutFocusEmulation } from '../../../../test/support/chromium.js'
import type { DeskWindow, UserAct } from '../../src/model/index.js'
import { inFolder } from './desks.js'

/** What an agent has of a desk. */
export type Agent = {
  app: UsedDescriptor
  session: Session
  /** What `current` answers; ends the test when it breaks a rule. */
  tree(): Promise<TreeElement>
  /** What `locate` answers; undefined for an error. */
  place(id: string): Promise<Location | undefined>
  windows(): Promise<readonly AppWindow[]>
  /** A call that must succeed; gives the windows it opened. */
  calls(window: string, action: string, args?: { [name: string]: unknown }): Promise<readonly string[]>
}

/** A desk that runs, with an agent. */
export type Whole = {
  running: RunningDesk
  agent: Agent
  /** An act of the user that must go through, without a browser. */
  does(act: UserAct): void
  /** The window of a kind that opened last. */
  last(kind: DeskWindow['kind']): DeskWindow
  faults: string[]
}

const PATIENT = { readMs: 5000, locateMs: 5000 }

/** Runs a test on a desk of its own; `patience` is the desk's with its page. */
export const whole = (
  body: (whole: Whole) => Promise<void>,
  patience: { readMs: number; locateMs: number } | undefined = PATIENT,
): Promise<void> =>
  inFolder(async folder => {
    const before = process.env.COPANE_PROVIDERS_DIR
    process.env.COPANE_PROVIDERS_DIR = join(folder, 'providers')
    const faults: string[] = []
    const restore = () => {
      if (before === undefined) delete process.env.COPANE_PROVIDERS_DIR
      else process.env.COPANE_PROVIDERS_DIR = before
    }
    const outcome = await startDesk({ patience, onFault: line => void faults.push(line) })
    if (outcome.kind === 'refused') {
      restore()
      throw new Error(outcome.reason)
    }
    const { running } = outcome
    const { desk } = running
    let agent: Agent | undefined
    try {
      agent = await agentFor(join(folder, 'providers'))
      await body({
        running,
        agent,
        faults,
        does(act) {
          const done = desk.act(act)
          if (done.kind !== 'done') throw new Error(JSON.stringify({ act, done }))
        },
        last(kind) {
          const window = desk.store.read().windows.findLast(each => each.kind === kind)
          if (!window) throw new Error(`no window of kind ${kind}`)
          return window
        },
      })
      if (faults.length > 0) throw new Error(faults.join('; '))
    } finally {
      await agent?.session.close()
      await running.stop()
      restore()
    }
  })

async function agentFor(folder: string): Promise<Agent> {
  const found = await discover({ folder, timeoutMs: 5000 })
  const app = found.kind === 'read' ? found.results.find(result => result.kind === 'used') : undefined
  if (app?.kind !== 'used') throw new Error('the desk was not found')
  const opened = await openApp(app, { name: 'robot' })
  if (opened.kind !== 'session') throw new Error(`no session: ${opened.kind}`)
  const { session } = opened
  return {
    app,
    session,
    async tree() {
      const read = await readApp(app, { timeoutMs: 5000 })
      if (read.kind !== 'answer') throw new Error(`current: ${read.kind}`)
      if (read.findings.length > 0) throw new Error(JSON.stringify(read.findings))
      return read.root
    },
    async place(id) {
      const located = await locateInApp(app, id, { timeoutMs: 5000 })
      return located.kind === 'location' ? located.location : undefined
    },
    async windows() {
      const read = await session.snapshot()
      if (read.kind !== 'snapshot') throw new Error(`windows: ${read.kind}`)
      return read.snapshot.windows
    },
    async calls(window, action, args = {}) {
      // an agent decides on the windows as they are, its own change before included
      await session.snapshot()
      const call = await session.call(window, action, args)
      if (call.kind !== 'done') throw new Error(`${toolName(window, action)}: ${JSON.stringify(call)}`)
      return call.openedWindowIds
    },
  }
}

/** Opens the desk's page in a tab, as its user would. */
export async function visit(tab: Page, { running }: Whole): Promise<void> {
  await withoutFocusEmulation(tab)
  await tab.goto(running.page.mintUrl())
  await tab.locator('.window').first().waitFor()
}

/** The first element that fits; ends the test when there is none. */
export function only(root: TreeElement, fits: (element: TreeElement) => boolean): TreeElement {
  const visit = find(root, fits)
  if (!visit) throw new Error('no such element in the tree')
  return visit.element
}

/** All ids of a tree. */
export const idsOf = (root: TreeElement): string[] => [...walk(root)].map(({ element }) => element.id)
