/** Other clients that only listen, one in each era, and count what they hear. */
import { WINDOWS_URI } from '@copane/protocol/bridge'
import type { Connection, Era, UsedDescriptor } from '@copane/host'
import { connect } from '@copane/host/node'
import { fail, outcome } from './expect.js'

/** A listening client, and what it heard since it began. */
export type Ear = {
  era: Era
  heard: { updated: number; listChanged: number }
  /** Resolves once it heard at least so many of each; ends the step when the time is up. */
  hears(updated: number, listChanged: number): Promise<void>
  connection: Connection
}

/** How long a notification may take. */
const HEAR_MS = 3000

/**
 * Lets a client listen; it has its stream when this resolves.
 *
 * A legacy client isn't told when its stream is open, and what was sent before is lost: so the user changes
 * something (`knock`) until it is heard.
 */
export async function listen(app: UsedDescriptor, era: Era, knock: () => Promise<void>): Promise<Ear> {
  if (app.bridge.kind !== 'offered') fail('the descriptor offers no bridge')
  const { endpoint, token } = app.bridge.endpoint
  const connection = outcome(
    await connect(endpoint, token, { era, name: `second client (${era})` }),
    'answer',
    'connecting',
  ).result
  const heard = { updated: 0, listChanged: 0 }
  let waiting: { updated: number; listChanged: number; resolve: () => void } | undefined
  const check = () => {
    if (waiting && heard.updated >= waiting.updated && heard.listChanged >= waiting.listChanged)
      waiting.resolve()
  }
  const listener = {
    updated() {
      heard.updated++
      check()
    },
    listChanged() {
      heard.listChanged++
      check()
    },
    ended() {},
  }
  outcome(await connection.subscribe(WINDOWS_URI, listener), 'answer', 'subscribing')
  const hears = async (updated: number, listChanged: number, ms = HEAR_MS) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting = { updated, listChanged, resolve }
    check()
    const counts = () =>
      `the ${era} client heard ${heard.updated} updates and ${heard.listChanged} list changes`
    await within(promise, ms, counts)
    waiting = undefined
  }
  for (let knocks = 0, open = false; !open; knocks++) {
    const before = heard.updated
    await knock()
    open = await hears(before + 1, 0, KNOCK_MS).then(
      () => true,
      error => (knocks < MAX_KNOCKS ? false : Promise.reject(error)),
    )
  }
  return { era, heard, connection, hears }
}

const KNOCK_MS = 200
const MAX_KNOCKS = 25

async function within(wanted: Promise<void>, ms: number, otherwise: () => string): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error(otherwise())), ms)
  try {
    await Promise.race([wanted, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
