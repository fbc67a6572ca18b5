/** A client of the bridge under test, as the checks see it: orders to it, and the servers that are played to it. */
import { isRecord } from '@copane/protocol/findings'
import { type Decided, decidedIn, type GiveHostOrder } from './host-driver.js'
import { type Ordered, ordered } from './host-target.js'
import type { BridgeState, PlayedBridge } from './playing/bridge.js'
import type { CheckOutcome } from './types.js'
import type { Fields } from './wire/era.js'

/** What client checks run against. Units: milliseconds; `hearMs` is how long is waited for what has to come. */
export type ClientTarget = {
  play: (state: BridgeState) => Promise<PlayedBridge>
  order: GiveHostOrder
  pause: (ms: number) => Promise<unknown>
  hearMs: number
}

/** A client that is connected to a played server. */
export type Connected = {
  bridge: PlayedBridge
  /** What the agent is shown. */
  windows: () => Promise<Ordered<Fields[]>>
  call: (window: string, action: string, more?: { again?: Fields }) => Promise<Ordered<Decided>>
  /** Whether something holds, before long. */
  until: (holds: () => boolean) => Promise<boolean>
  /** Waits, not for long, until the client listens and then asks nothing more. */
  settled: () => Promise<void>
}

/** Plays a server, connects the client to it, runs the check, and takes both apart. */
export async function withClient(
  { play, order, pause, hearMs }: ClientTarget,
  state: BridgeState,
  check: (connected: Connected) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const bridge = await play(state)
  try {
    const { endpoint, token } = bridge
    const connected = ordered('connect', await order({ do: 'connect', endpoint, token }), () => true)
    if (connected.kind === 'over') return connected.outcome
    const until = async (holds: () => boolean) => {
      for (let waitedMs = 0; waitedMs < hearMs && !holds(); waitedMs += STEP_MS) await pause(STEP_MS)
      return holds()
    }
    const outcome = await check({
      bridge,
      until,
      settled: async () => {
        await until(() => bridge.events.some(({ what }) => what === 'stream'))
        let before = -1
        for (let waitedMs = 0; waitedMs < hearMs && before !== bridge.events.length; waitedMs += QUIET_MS) {
          before = bridge.events.length
          await pause(QUIET_MS)
        }
      },
      windows: async () => ordered('windows', await order({ do: 'windows' }), windowsIn),
      call: async (window, action, more = {}) => {
        const asked = { do: 'call' as const, window, action, arguments: { text: 'hello' }, ...more }
        return ordered('call', await order(asked), decidedIn)
      },
    })
    await order({ do: 'disconnect' })
    return outcome
  } finally {
    await bridge.close()
  }
}

const STEP_MS = 20

/** A client that asks nothing for so long has read what it wants. Units: milliseconds. */
const QUIET_MS = 150

function windowsIn({ windows }: Fields): Fields[] {
  const items: unknown[] = Array.isArray(windows) ? windows : []
  return items.filter(isRecord)
}

/** The outcome of an order, or what the check comes to without it. */
export async function withOrder<Result>(
  asked: Promise<Ordered<Result>>,
  judge: (result: Result) => CheckOutcome | Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const answer = await asked
  return answer.kind === 'over' ? answer.outcome : judge(answer.result)
}
