/** A desk whose page is served, for tests: on a small desk in memory, with the built page or a made-up one. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Activity, createActivity } from '../../src/page/activity.js'
import type { PageLimits } from '../../src/page/connection.js'
import { type PageServer, startPage } from '../../src/page/start-page.js'
import { memoryDesk, type TestDesk } from './desks.js'

/** A desk, its page, and what went wrong in our own code. */
export type Served = { desk: TestDesk; page: PageServer; activity: Activity; faults: string[] }

/** How a page is served in a test. */
export type Serving = { files?: string; limits?: Partial<PageLimits>; desk?: TestDesk }

/** Runs a test with a page that is served, and ends it. */
export async function served(
  { desk = memoryDesk(), ...options }: Serving,
  body: (served: Served) => Promise<void>,
): Promise<void> {
  const activity = createActivity()
  const faults: string[] = []
  const outcome = await startPage({ desk, activity, onFault: line => void faults.push(line), ...options })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { page } = outcome
  try {
    await body({ desk, page, activity, faults })
  } finally {
    await page.stop()
  }
}

/** Writes a page of two files into a folder, for tests that need no real one. */
export function writeFiles(folder: string): string {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Desk</title>')
  writeFileSync(join(folder, 'assets', 'page.js'), 'export {}')
  writeFileSync(join(folder, 'notes.txt'), 'not part of the page')
  return folder
}
