/** What the driver of a host or client is asked, and what it answers (spec/host-driver.md). */
import { isRecord } from '@copane/protocol/findings'
import type { Bound } from './run-checks.js'
import type { Fields } from './wire/era.js'

/** What a user, an agent or the system does. */
export type HostOrder =
  /** The user invokes the agent while this app is in front; with `remove` the user takes out what is being collected. */
  | { do: 'act'; front: { pid: number; bundleId: string }; remove?: true }
  /** The agent names an element, and the host wants to place something at it. */
  | { do: 'locate'; id: string }
  /** The agent is to work in the windows of this server, and hears of changes. */
  | { do: 'connect'; endpoint: string; token: string }
  /** The agent looks at the windows. */
  | { do: 'windows' }
  /** The agent calls an action; `again` is what it decides when it is asked anew. */
  | { do: 'call'; window: string; action: string; arguments: Fields; again?: Fields }
  | { do: 'disconnect' }

/** Makes a host or client do a thing. */
export type HostDriver = (order: HostOrder) => Promise<unknown>

/** What came of an order; `never`: there is nothing of the kind. `silent`: no answer in time. */
export type HostAnswer =
  | { kind: 'done'; facts: Fields }
  | { kind: 'cannot' }
  | { kind: 'never' }
  | { kind: 'silent' }

/** Gives orders, each within a time. */
export type GiveHostOrder = (order: HostOrder) => Promise<HostAnswer>

/** Makes a driver safe: what throws or answers nonsense could not. Units: milliseconds for one order. */
export const createHostOrder =
  (driver: HostDriver, bound: Bound, timeMs: number): GiveHostOrder =>
  async order => {
    try {
      const answer = await bound(driver(order), timeMs)
      if (answer === 'late') return { kind: 'silent' }
      if (!isRecord(answer)) return { kind: 'cannot' }
      if (answer.done === true) return { kind: 'done', facts: answer }
      return { kind: answer.never === undefined ? 'cannot' : 'never' }
    } catch {
      return { kind: 'cannot' }
    }
  }

/** One part of what would go to the agent: from which app, and the very text. */
export type Collected = { app: string; text: string }

/** What was collected, in the answer to `act`. */
export function collectedIn({ collected }: Fields): Collected[] {
  const items: unknown[] = Array.isArray(collected) ? collected : []
  return items.flatMap(item =>
    isRecord(item) && typeof item.app === 'string' && typeof item.text === 'string'
      ? [{ app: item.app, text: item.text }]
      : [],
  )
}

/** What came of a call, in the answer to `call`. Shape: `code` is '' where it succeeded. */
export type Decided = { kind: string; code: string; by: string[] | undefined }

/** Reads the answer to `call`. */
export function decidedIn({ outcome, code, by }: Fields): Decided {
  const ids: unknown[] | undefined = Array.isArray(by) ? by : undefined
  return {
    kind: typeof outcome === 'string' ? outcome : '',
    code: typeof code === 'string' ? code : '',
    by: ids?.filter(id => typeof id === 'string'),
  }
}
