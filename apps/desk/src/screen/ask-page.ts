/** What a page answers, judged like a stranger's: it comes out of a browser. */
import {
  type Answer,
  ELEMENTS_PROTOCOL,
  type Location,
  readAnswer,
  readLocation,
  type TreeElement,
} from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Page } from '../page/index.js'

/** How long pages may take, in milliseconds. */
export type Patience = { readMs: number; locateMs: number }

/** What fits into a host's patience (D-17), with time left for the way there and back. */
export const PATIENCE: Patience = { readMs: 230, locateMs: 110 }

/** The page has this much less than we wait: the answer has to come back, too. */
const ON_THE_WAY_MS = 50

/** The app as a page shows it; undefined when the page has no answer in time, or one that breaks a rule. */
export async function readPage(
  page: Page,
  instance: string,
  root: TreeElement,
  { readMs }: Patience,
): Promise<TreeElement | undefined> {
  const reading = await page.ask({ kind: 'read', deadlineMs: deadlineFor(readMs) }, readMs)
  if (!isRecord(reading) || !Array.isArray(reading.children)) return undefined
  const children: unknown[] = reading.children
  const whole = children.length > 0 ? { ...root, children } : root
  const answer = { protocol: ELEMENTS_PROTOCOL, instance, root: whole } satisfies {
    [Field in keyof Answer]: unknown
  }
  const read = readAnswer(answer)
  return read.kind === 'answer' ? read.root : undefined
}

/** Where a page shows something, or without an id where it is itself; undefined when it can't tell. */
export async function locateInPage(
  page: Page,
  id: string | undefined,
  { locateMs }: Patience,
): Promise<Location | undefined> {
  const question = { kind: 'locate', deadlineMs: deadlineFor(locateMs) } as const
  return readLocation(await page.ask(id === undefined ? question : { ...question, id }, locateMs)).location
}

const deadlineFor = (ms: number): number => Math.max(20, ms - ON_THE_WAY_MS)
