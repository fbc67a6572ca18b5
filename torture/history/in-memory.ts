/** The same process: agents at the bridge itself, no wire between. */
import { setImmediate as turn } from 'node:timers/promises'
import { mintInstance } from '@copane/provider/node'
import type { CallOutcome } from '@copane/provider'
import { createNotes, type Notes, seenIn } from '../lib/notes.ts'
import { createRandom, type Random } from '../lib/random.ts'
import type { History, Outcome } from './types.ts'
import { type Agent, type Written, writeAtRandom } from './write-at-random.ts'

/** What stands between an agent and the bridge; a planted fault is one. */
export type Between = (agent: Agent, notes: Notes, random: Random) => Agent

/** Runs a history in memory; `between` may break the app on its way to the agents. */
export async function historyInMemory(
  operations: number,
  seed: number,
  between: Between = agent => agent,
): Promise<History & Written> {
  const random = createRandom(seed)
  const linger = async (): Promise<void> => {
    for (let turns = Math.floor(random() * 3); turns > 0; turns--) await turn()
  }
  const notes = createNotes({ instance: mintInstance(), linger })
  const [first, ...others] = notes.windows
  if (first === undefined) throw new Error('an app without windows')
  const initial = notes.seen()
  const written = await writeAtRandom({
    agents: ['ada', 'bob'].map(name => between(agentAt(notes, name), notes, random)),
    user: {
      edit: async edit => notes.edit(edit),
      toggleDialog: async window => notes.toggleDialog(window),
    },
    windows: [first, ...others],
    operations,
    random,
    pause: turn,
  })
  return { initial, ...written, effects: notes.takeEffects(), final: notes.seen() }
}

function agentAt({ bridge, windows }: Notes, name: string): Agent {
  return {
    name,
    read: async () => {
      const snapshot: { windows: Parameters<typeof seenIn>[0] } = JSON.parse(bridge.snapshotText())
      return seenIn(snapshot.windows, windows)
    },
    call: async (window, action, args, signal = new AbortController().signal) =>
      outcomeOf(
        await bridge.call(
          { name: `${window}__${action}`, arguments: args },
          { connection: name, client: name, signal },
        ),
      ),
  }
}

function outcomeOf(outcome: CallOutcome): Outcome {
  if (outcome.kind === 'success') return { kind: 'done' }
  return outcome.kind === 'error' && outcome.error.code === 'stale_state'
    ? { kind: 'stale', currentVersion: outcome.error.currentVersion }
    : { kind: 'refused' }
}
