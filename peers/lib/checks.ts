/** Runs checks, each in a time of its own, and keeps them as rows. */
import { within } from '../../torture/lib/deadline.ts'
import type { Ran } from './rows.ts'

/** Runs one check; gives whether it held. The work throws, or says in a word why it does not hold. */
export type Check = (row: string, work: () => Promise<string | undefined | void>) => Promise<boolean>

/** Units: milliseconds. Far above what anything takes, for a machine that has other work. */
const LIMIT_MS = 60_000

/** Makes it; every row goes to `onRow` as it is decided. */
export const createCheck =
  (onRow: (ran: Ran) => void, limitMs = LIMIT_MS): Check =>
  async (row, work) => {
    const wrong = await within(limitMs, outcomeOf(work))
    const detail = wrong === 'late' ? `no outcome in ${limitMs} ms` : (wrong ?? '')
    onRow({ row, passed: wrong === undefined, detail })
    return wrong === undefined
  }

async function outcomeOf(work: () => Promise<string | undefined | void>): Promise<string | undefined> {
  try {
    return (await work()) ?? undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : 'it threw'
  }
}

/** Holds, or ends the check with a word. */
export function expect(isTrue: boolean, word: string): asserts isTrue {
  if (!isTrue) throw new Error(word)
}
