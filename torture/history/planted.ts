/** Faults of an app that the checker must find, each planted between an agent and a sound bridge. */
import type { Notes } from '../lib/notes.ts'
import type { Rule } from './check.ts'
import type { Between } from './in-memory.ts'
import type { Seen } from './types.ts'
import type { Agent } from './write-at-random.ts'

/** A fault, and a rule that must be found broken. */
export type Planted = { name: string; rule: Rule; between: Between }

/** The windows as they were a few reads ago. */
type Past = { [window: string]: Seen }[]

/** Every planted fault. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a lost update',
    rule: 'lost-update',
    between: agent => ({
      ...agent,
      call: (window, action, { expectedVersion: _, ...args }, signal) =>
        agent.call(window, action, args, signal),
    }),
  },
  {
    name: 'a version going back',
    rule: 'real-time',
    between: reading((seen, past) => past.at(-5) ?? seen),
  },
  {
    name: 'a version that never was',
    rule: 'unknown-state',
    between: reading(seen =>
      Object.fromEntries(
        Object.entries(seen).map(([window, { version, content }]) => [
          window,
          { version: version + 1, content },
        ]),
      ),
    ),
  },
  {
    name: 'a stale read',
    rule: 'real-time',
    between: (agent, notes) => {
      let cached: { [window: string]: Seen } | undefined
      let reads = 0
      return { ...agent, read: async () => (reads++ % 4 === 0 ? (cached = notes.seen()) : cached) }
    },
  },
  {
    name: 'a torn read',
    rule: 'torn-read',
    between: reading((seen, past) => {
      const [window] = Object.keys(seen)
      const old = past.at(-2)?.[window ?? '']
      return window !== undefined && old ? { ...seen, [window]: old } : seen
    }),
  },
  {
    name: 'a duplicate effect',
    rule: 'duplicate-effect',
    between: calling(async (agent, window, action, args, signal) => {
      const outcome = await agent.call(window, action, args, signal)
      if (action === 'append') await agent.call(window, action, args, signal)
      return outcome
    }),
  },
  {
    name: 'a refusal that took effect',
    rule: 'ghost-effect',
    between: calling(async (agent, window, action, args, signal) => {
      const outcome = await agent.call(window, action, args, signal)
      return outcome.kind === 'done' ? { kind: 'refused' } : outcome
    }),
  },
  {
    name: 'a success that did nothing',
    rule: 'lost-write',
    between: calling(async (agent, window, action, args, signal) => {
      const outcome = await agent.call(window, action, args, signal)
      return outcome.kind === 'stale' ? { kind: 'done' } : outcome
    }),
  },
  {
    name: 'a refusal as stale that was not',
    rule: 'stale-answer',
    between: calling(async (agent, window, action, args, signal) => {
      const { expectedVersion } = args
      return typeof expectedVersion === 'number'
        ? { kind: 'stale', currentVersion: expectedVersion }
        : agent.call(window, action, args, signal)
    }),
  },
]

/** Changes one read in ten. */
function reading(
  change: (seen: { [window: string]: Seen }, past: Past) => { [window: string]: Seen },
): Between {
  return (agent, notes: Notes, random) => {
    const past: Past = []
    return {
      ...agent,
      read: async () => {
        const seen = notes.seen()
        const told = random() < 0.1 ? change(seen, past) : seen
        past.push(seen)
        return told
      },
    }
  }
}

/** Changes one call in ten. */
function calling(
  change: (agent: Agent, ...call: Parameters<Agent['call']>) => ReturnType<Agent['call']>,
): Between {
  return (agent, _notes, random) => ({
    ...agent,
    call: (...call) => (random() < 0.1 ? change(agent, ...call) : agent.call(...call)),
  })
}
