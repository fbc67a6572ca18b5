/** Apps that are killed, started again, left and abandoned: nothing hangs, nothing stays (FR-22, FR-26, FR-56). */
import { cycleClients } from './lives/client-cycles.ts'
import { kill } from './lives/kills.ts'
import { cycleProcesses } from './lives/process-cycles.ts'
import { atLeast, count, ms, none, type Phase, type PhaseResult, quantile } from './lib/phase.ts'
import { atMost, rounded } from '../bench/lib/report.ts'

/** Kills providers, then cycles clients and whole processes, two at a time. */
export const run: Phase = async ({ quick }) => {
  const [killed, cycles] = quick ? [8, 12] : [50, 200]
  const kills = await kill(killed)
  const clients = await cycleClients(cycles)
  const processes = await cycleProcesses(cycles)
  const gone = [0.5, 0.99, 1].map(part => quantile(processes.goneMs, part))
  const goals: PhaseResult['goals'] = {
    'lives-hangs': none(kills.hangs + clients.hangs + processes.hangs),
    'lives-orphans-after-1-s': none(processes.orphans),
    'lives-confused': none(kills.confused + kills.usedDead),
    'lives-left-behind': none(kills.left + processes.left),
    'lives-failed': none(clients.failed + processes.failed),
    'lives-kills': atLeast(killed, kills.kills),
    'lives-cycles': atLeast(cycles, Math.min(clients.cycles, processes.cycles)),
    'lives-discover-dead-ms': atMost(100, kills.discoverMs),
    'lives-client-heap-growth': atMost(1.1, clients.growth),
  }
  return {
    lines: [
      `${count(kills.kills)} kill -9, each port taken by the next: ${kills.confused} confused with another, ` +
        `${kills.left} dead descriptors left; a host passes over ${count(killed)} dead ones in ${ms(kills.discoverMs)}`,
      `${count(clients.cycles)} clients came and went at one app: ${clients.hangs} hung, ${clients.failed} failed, ` +
        `its heap is ${clients.growth.toFixed(2)} times that after the first quarter`,
      `${count(processes.cycles)} desks started, read and left, by end of input and by loss of parent in turn: ` +
        `${processes.orphans} there after 1 s; gone after p50 ${ms(gone[0] ?? NaN)}, p99 ${ms(gone[1] ?? NaN)}, at most ${ms(gone[2] ?? NaN)}`,
      ...[...new Set(kills.notes)],
    ],
    goals,
    musts: Object.keys(goals).filter(
      name => name !== 'lives-discover-dead-ms' && name !== 'lives-client-heap-growth',
    ),
    counts: { kills, clients, processes: { ...processes, goneMs: gone.map(rounded) } },
  }
}
