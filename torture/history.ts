/** Two agents and a user write at random into the same windows; what came of it is judged (FR-13). */
import { check, countByRule, type Violation } from './history/check.ts'
import { historyInMemory } from './history/in-memory.ts'
import { historyOverWire } from './history/over-wire.ts'
import { PLANTED } from './history/planted.ts'
import type { History } from './history/types.ts'
import { atLeast } from '../bench/lib/report.ts'
import { count, none, type Phase, type PhaseResult } from './lib/phase.ts'

/** In memory, over the wire in both eras, and on an app that is broken in each way the checker knows. */
export const run: Phase = async ({ quick, seed }) => {
  const memory = await historyInMemory(quick ? 5000 : 20_000, seed)
  const wire = await historyOverWire(quick ? 600 : 3000, seed)
  const found = { memory: check(memory), wire: check(wire) }
  const caught: string[] = []
  const missed: string[] = []
  for (const { name, rule, between } of PLANTED) {
    const broken = countByRule(check(await historyInMemory(quick ? 1000 : 2000, seed, between)))[rule] ?? 0
    if (broken > 0) caught.push(`${name} (${broken})`)
    else missed.push(name)
  }
  const all = [...found.memory, ...found.wire]
  const [least, leastWire] = quick ? [5000, 400] : [20_000, 2000]
  const answered = wire.operations.filter(operation => operation.client !== 'user').length
  const goals: PhaseResult['goals'] = {
    'history-lost-updates': none(all.filter(isLost).length),
    'history-violations': none(all.length),
    'history-unanswered': none(memory.unanswered + wire.unanswered),
    'history-operations-memory': atLeast(least, memory.operations.length),
    'history-operations-wire': atLeast(leastWire, answered),
    'history-planted-caught': atLeast(PLANTED.length, caught.length),
  }
  return {
    lines: [
      `in memory: ${told(memory, found.memory)}`,
      `over the wire, legacy and modern: ${told(wire, found.wire)}`,
      `the checker catches ${caught.join(', ')}`,
      ...(missed.length > 0 ? [`the checker misses ${missed.join(', ')}`] : []),
      ...all.slice(0, 5).map(({ rule, at, message }) => `${rule} at ${at}: ${message}`),
    ],
    goals,
    musts: Object.keys(goals),
    counts: {
      seed,
      memory: {
        ...outcomesOf(memory),
        commits: memory.effects.length,
        violations: countByRule(found.memory),
      },
      wire: { ...outcomesOf(wire), commits: wire.effects.length, violations: countByRule(found.wire) },
      caught,
    },
  }
}

const LOSSES = new Set(['lost-update', 'unseen-write', 'lost-write'])
const isLost = ({ rule }: Violation): boolean => LOSSES.has(rule)

function told(history: History, violations: readonly Violation[]): string {
  const { read, done, stale, refused, unknown } = outcomesOf(history)
  return (
    `${count(history.operations.length)} operations: ${count(read)} reads, ${count(done)} writes done, ` +
    `${count(stale)} stale, ${count(refused)} refused, ${count(unknown)} taken back; ` +
    `${count(history.effects.length)} commits, ${violations.filter(isLost).length} lost updates, ` +
    `${violations.length} violations`
  )
}

function outcomesOf({ operations }: History) {
  const counts = { read: 0, done: 0, stale: 0, refused: 0, unknown: 0 }
  for (const operation of operations) counts[operation.kind === 'read' ? 'read' : operation.outcome.kind]++
  return counts
}
