/** Apps that are killed, started again, left and abandoned: nothing hangs, nothing stays (FR-22, FR-26, FR-56). */
import { cycleClients } from './lives/client-cycles.ts'
import { kill } from './lives/kills.ts'
import { cycleDesks } from './lives/desk-cycles.ts'
import { cycleStdio } from './lives/stdio-cycles.ts'
import type { Cycles } from './lives/abandon.ts'
import { count, ms, none, type Phase, type PhaseResult } from './lib/phase.ts'
import { atLeast, atMost, quantile, rounded } from '../bench/lib/report.ts'

/** A machine that is busy with other things can miss these; half of all must be gone in time all the same. */
const EXCUSED = ['lives-there-after-1-s', 'lives-discover-dead-ms', 'lives-client-heap-growth']

/** Kills providers, then cycles clients and whole processes, two at a time. */
export const run: Phase = async ({ quick }) => {
  const [killed, cycles] = quick ? [8, 12] : [50, 200]
  const kills = await kill(killed)
  const clients = await cycleClients(cycles)
  const programs = await cycleStdio(cycles)
  const desks = await cycleDesks(programs && !quick ? cycles / 2 : cycles)
  const processes = [desks, ...(programs ? [programs] : [])]
  const sum = (name: 'hangs' | 'late' | 'orphans' | 'left' | 'failed' | 'cycles'): number =>
    processes.reduce((total, each) => total + each[name], 0)
  const goals: PhaseResult['goals'] = {
    'lives-hangs': none(kills.hangs + clients.hangs + sum('hangs')),
    'lives-orphans': none(sum('orphans')),
    'lives-there-after-1-s': none(sum('late')),
    'lives-gone-p50-ms': atMost(1000, Math.max(...processes.map(({ goneMs }) => quantile(goneMs, 0.5)))),
    'lives-confused': none(kills.confused + kills.usedDead),
    'lives-left-behind': none(kills.left + sum('left')),
    'lives-failed': none(clients.failed + sum('failed')),
    'lives-kills': atLeast(killed, kills.kills),
    'lives-cycles': atLeast(cycles, Math.min(clients.cycles, sum('cycles'))),
    'lives-discover-dead-ms': atMost(100, kills.discoverMs),
    'lives-client-heap-growth': atMost(1.1, clients.growth),
  }
  return {
    lines: [
      `${count(kills.kills)} kill -9, each port taken by the next: ${kills.confused} confused with another, ` +
        `${kills.left} dead descriptors left; a host passes over ${count(killed)} dead ones in ${ms(kills.discoverMs)}`,
      `${count(clients.cycles)} clients came and went at one app: ${clients.hangs} hung, ${clients.failed} failed, ` +
        `its heap is ${clients.growth.toFixed(2)} times that after the first quarter`,
      told(desks, 'desks'),
      programs
        ? told(programs, 'programs on stdio')
        : 'programs on stdio: not run, the provider has no stdio face yet',
      ...[...new Set(kills.notes)],
    ],
    goals,
    musts: Object.keys(goals).filter(name => !EXCUSED.includes(name)),
    counts: {
      kills,
      clients,
      desks: figuresOf(desks),
      ...(programs ? { programs: figuresOf(programs) } : {}),
    },
  }
}

const PARTS = [0.5, 0.99, 1] as const

function told({ cycles, late, orphans, goneMs }: Cycles, what: string): string {
  const [middle = Number.NaN, most = Number.NaN, last = Number.NaN] = PARTS.map(part =>
    quantile(goneMs, part),
  )
  return (
    `${count(cycles)} ${what} started, read and left, by end of input and by loss of parent in turn: ` +
    `${late} there after 1 s, ${orphans} after 10 s; gone after p50 ${ms(middle)}, p99 ${ms(most)}, at most ${ms(last)}`
  )
}

const figuresOf = ({ goneMs, ...cycles }: Cycles) => ({
  ...cycles,
  goneMs: PARTS.map(part => rounded(quantile(goneMs, part))),
})
