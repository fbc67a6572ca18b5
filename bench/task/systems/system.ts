/** What every system offers the script that plays the agent. */
import type { Page } from 'playwright-core'
import type { Recorder } from '../record.ts'
import type { Scene } from '../scene.ts'

/**
 * A way for an agent to work in the desk.
 *
 * Shape   `kind`: ours, an agent that works the browser, or one that calls tools of the page.
 */
export type System = {
  name: string
  kind: 'ours' | 'browser' | 'page-tools'
  /** Puts what the system needs into the page before it loads. */
  prepare?: (page: Page) => Promise<void>
  /** Connects; nothing of it is on the clock, as a connection lives longer than a task. */
  open: (scene: Scene, record: Recorder, ports: Ports) => Promise<Worker>
}

/** Where the relay listens, and where what it wants in the page is served. */
export type Ports = { relay: number; embed: number }

/** The steps of the work as one system does them; each gives what the agent came to know. */
export type Worker = {
  understand: (
    signIn: () => Promise<void>,
  ) => Promise<{ sawSignIn: boolean; status: string; recipient: string }>
  fill: () => Promise<{ error: string }>
  submit: () => Promise<{ asked: boolean }>
  confirm: () => Promise<{ done: boolean }>
  recover: (edit: () => Promise<void>) => Promise<unknown>
  readRow: (row: number) => Promise<{ text: string }>
  selected: (select: () => Promise<void>) => Promise<{ numbers: number[] }>
  close: () => Promise<void>
}

/** The tools as a model is given them; hints and output schemas are left out of everyone's. */
export const offer = (
  tools: readonly { name: string; description?: string | undefined; inputSchema: unknown }[],
): string =>
  JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))

/** The first group of a pattern in a text. Errors: throws when it is not there, which fails the step. */
export function found(text: string, pattern: RegExp): string {
  const [, group] = pattern.exec(text) ?? []
  if (group === undefined) throw new Error(`no ${pattern.source} in the answer`)
  return group
}

/** Every order number that a pattern finds in a text, in order. */
export const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number))
