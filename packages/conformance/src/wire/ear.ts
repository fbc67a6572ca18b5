/** Hears what a server sends of its own accord, in either era (GB §6). */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { Bound } from '../run-checks.js'
import { eventsIn, parse } from './era.js'

/** What can be heard; `resources/list_changed` is what a bridge never says. */
export type Notice = 'updated' | 'list_changed' | 'resources/list_changed'

/** What a connection asks to be told of. */
export type Wants = { updated: boolean; listChanged: boolean }

/** One ear at one connection. */
export type Ear = {
  /** Everything heard so far, the oldest first. */
  notices(): readonly Notice[]
  /** Whether more than `count` notices were heard before the time is up. */
  more(count: number, timeMs: number): Promise<boolean>
  close(): void
}

/** The ear itself, and what feeds it the text of its stream. */
export function createEar(bound: Bound): {
  feed(text: string): void
  ear(close: () => void): Ear
} {
  const notices: Notice[] = []
  let rest = ''
  let waiting: (() => void)[] = []
  return {
    feed(text) {
      rest = (rest + text).replaceAll('\r\n', '\n')
      const end = rest.lastIndexOf('\n\n')
      if (end < 0) return
      const events = eventsIn(rest.slice(0, end))
      rest = rest.slice(end + 2)
      for (const event of events) {
        const notice = notices.length < MOST_NOTICES ? noticeOf(parse(event)) : undefined
        if (notice !== undefined) notices.push(notice)
      }
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    ear: close => ({
      notices: () => notices,
      async more(count, timeMs) {
        if (notices.length > count) return true
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        await bound(promise, timeMs)
        return notices.length > count
      },
      close,
    }),
  }
}

/** A server that tells more than this tells nothing: what is heard of it stays in memory. */
const MOST_NOTICES = 10_000

function noticeOf(message: unknown): Notice | undefined {
  if (!isRecord(message)) return undefined
  switch (message.method) {
    case 'notifications/resources/updated':
      return isRecord(message.params) && message.params.uri === WINDOWS_URI ? 'updated' : undefined
    case 'notifications/tools/list_changed':
      return 'list_changed'
    case 'notifications/resources/list_changed':
      return 'resources/list_changed'
    default:
      return undefined
  }
}
