/** Two agents and a user who write at random into the same windows, and the history of what came of it. */
import { pick, type Random } from '../lib/random.ts'
import type { Operation, Outcome, Read, Seen, Write } from './types.ts'

/** One agent's way to the app. */
export type Agent = {
  name: string
  /** Undefined when no answer came. */
  read(): Promise<{ [window: string]: Seen } | undefined>
  call(
    window: string,
    action: 'append' | 'replace',
    args: { [name: string]: unknown },
    signal?: AbortSignal,
  ): Promise<Outcome>
}

/** The user's way to the app. */
export type User = {
  edit(edit: { window: string; mark: string; keep?: number }): Promise<{
    base: readonly string[]
    content: readonly string[]
  }>
  toggleDialog(window: string): Promise<void>
}

/** Who writes, where, and how often. `pause` lets the others have a turn. */
export type Plan = {
  agents: readonly Agent[]
  user: User
  windows: readonly [string, ...string[]]
  operations: number
  random: Random
  pause: () => Promise<void>
}

/** What was done; `unanswered` counts what got no answer though nobody took it back. */
export type Written = { operations: Operation[]; unanswered: number }

/** Each agent does several things at a time. */
const HANDS = 3
/** A note is cut to this many marks, by a writer that has seen what it cuts. */
const KEEP = 12

/**
 * Lets all of them write until the operations are used up.
 *
 * Shape   every hand reads, writes on what it read last, adds blindly, or takes a call back; the user edits what is
 *         on screen, cuts it, and has a dialog up at times. All are timed by one counter, so no two times are equal.
 */
export async function writeAtRandom(plan: Plan): Promise<Written> {
  const done: Operation[] = []
  let left = plan.operations
  let time = 0
  let unanswered = 0
  const turn: Turn = {
    ...plan,
    done,
    isLeft: () => left-- > 0,
    now: () => ++time,
    unanswered: () => void unanswered++,
  }
  const hands = plan.agents.flatMap(agent =>
    Array.from({ length: HANDS }, (_, hand) => runHand(agent, `${agent.name}${hand}`, turn)),
  )
  await Promise.all([...hands, runUser(turn)])
  return { operations: done, unanswered }
}

type Turn = Plan & {
  isLeft: () => boolean
  now: () => number
  unanswered: () => void
  done: Operation[]
}

async function runHand(agent: Agent, client: string, turn: Turn): Promise<void> {
  const { random, windows, now, done, pause } = turn
  let known: { [window: string]: Seen } = {}
  let count = 0
  const read = async (): Promise<void> => {
    const invoked = now()
    const seen = await agent.read()
    if (!seen) return turn.unanswered()
    const event: Read = { kind: 'read', windows: seen }
    done.push({ client, invoked, answered: now(), ...event })
    known = seen
  }
  const write = async (event: Omit<Write, 'outcome'>, signal?: AbortSignal): Promise<void> => {
    const { window, mark, change, expected } = event
    const args = {
      ...(change.kind === 'append' ? { mark } : { text: change.content.join(' ') }),
      ...(expected === undefined ? {} : { expectedVersion: expected }),
    }
    const invoked = now()
    const outcome = await agent.call(window, change.kind, args, signal)
    if (outcome.kind === 'unknown' && !signal) turn.unanswered()
    done.push({ client, invoked, answered: now(), ...event, outcome })
  }
  while (turn.isLeft()) {
    const window = pick(random, windows)
    const mark = `${client}-${++count}`
    const seen = known[window]
    const chance = random()
    if (!seen || chance < 0.3) await read()
    else if (chance < 0.45) await write({ kind: 'write', window, mark, change: { kind: 'append' } })
    else {
      const change = {
        kind: 'replace' as const,
        base: seen.content,
        content: [...seen.content.slice(-KEEP), mark],
      }
      const event = { kind: 'write' as const, window, mark, change, expected: seen.version }
      if (chance > 0.93) await write(event, abortSoon(pause))
      else await write(event)
    }
    if (random() < 0.2) await pause()
  }
}

async function runUser({ user, windows, random, isLeft, now, done, pause }: Turn): Promise<void> {
  for (let count = 1; isLeft(); count++) {
    const window = pick(random, windows)
    const mark = `user-${count}`
    const cuts = random() < 0.3
    const invoked = now()
    const { base, content } = await user.edit({ window, mark, ...(cuts ? { keep: KEEP } : {}) })
    done.push({
      client: 'user',
      invoked,
      answered: now(),
      kind: 'write',
      mark,
      window,
      change: cuts ? { kind: 'replace', base, content } : { kind: 'append' },
      outcome: { kind: 'done' },
    })
    if (random() < 0.1) await user.toggleDialog(window)
    await pause()
    if (random() < 0.5) await pause()
  }
}

/** A signal that fires while its call is under way. */
function abortSoon(pause: () => Promise<void>): AbortSignal {
  const controller = new AbortController()
  void pause().then(() => controller.abort())
  return controller.signal
}
