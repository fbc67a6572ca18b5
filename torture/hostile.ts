/** Clients that mean harm at a stated load, and one that doesn't: it is served as before, and nothing piles up. */
import { setTimeout as wait } from 'node:timers/promises'
import { requestsIn, statedLoad } from './hostile/attacks.ts'
import type { Prey, Tally } from './hostile/in-attackers.ts'
import { connectWellBehaved, type WellBehaved } from './hostile/well-behaved.ts'
import { type Child, startChild } from './lib/children.ts'
import { count, mib, ms, none, type Phase, type PhaseResult } from './lib/phase.ts'
import { atMost, quantile, rounded } from '../bench/lib/report.ts'
import { targetOf } from './lib/raw.ts'
import type { Memory } from './lib/serve-commands.ts'
import { type Server, startServer } from './lib/server.ts'

/** As many sessions as an app keeps: a flood of more makes none of them more. */
const SESSIONS = 1000
const COMMIT_EVERY_MS = 50
const FILLER_BYTES = 16 * 1024

/** Warms up under attack, measures in quiet, then under attack for the given time in two halves, and what each left. */
export const run: Phase = async ({ quick, seconds }) => {
  const server = await startServer({ windows: 3, fillerBytes: FILLER_BYTES })
  const prey: Prey = { ...targetOf(server.bridge), tool: `${server.windows[2]}__replace` }
  const attackers = startChild(`${import.meta.dirname}/hostile/in-attackers.ts`, prey)
  let client: WellBehaved | undefined
  try {
    await attackers.ask('sessions', SESSIONS)
    client = await connectWellBehaved(server)
    await attack(server, attackers, client, quick ? 1500 : 3000)
    const quiet = await client.work(quick ? 2000 : 4000)
    const before = await settled(server)
    const halves = [await attack(server, attackers, client, seconds * 500)]
    const between = await settled(server)
    halves.push(await attack(server, attackers, client, seconds * 500))
    const afterwards = await settled(server)
    const hostile = joined(halves)
    const last = await client.work(500)

    const memories = [before, between, afterwards]
    const p99 = { quiet: quantile(quiet.delays, 0.99), hostile: quantile(hostile.delays, 0.99) }
    const late = { quiet: quantile(quiet.lateness, 0.99), hostile: quantile(hostile.lateness, 0.99) }
    const failures = [...quiet.failures, ...hostile.failures, ...last.failures]
    const made = requestsIn(hostile.tally) / seconds
    const { perSecond, held } = statedLoad()
    const goals: PhaseResult['goals'] = {
      'hostile-failures': none(failures.length),
      'hostile-p99-ms': atMost(Math.max(3 * rounded(p99.quiet), 50), p99.hostile),
      'hostile-heap-growth': atMost(1.1, afterwards.heap / between.heap),
      'hostile-stream-deaf': none(hostile.heard > 0 ? 0 : 1),
    }
    return {
      lines: [
        `${seconds} s of at most ${count(perSecond)} hostile requests a second, ${count(made)} were made, ` +
          `and ${count(held)} hostile connections held open`,
        `a well-behaved client waits p50 ${ms(quantile(quiet.delays, 0.5))}, p99 ${ms(p99.quiet)} in quiet; ` +
          `p50 ${ms(quantile(hostile.delays, 0.5))}, p99 ${ms(p99.hostile)} under attack ` +
          `(${count(quiet.delays.length)} and ${count(hostile.delays.length)} requests, ${failures.length} failed)`,
        `the machine alone kept this client waiting p99 ${ms(late.quiet)} in quiet, ${ms(late.hostile)} under attack; ` +
          `the app used ${percent(hostile.cpu.server)} of a core, the attackers ${percent(hostile.cpu.attackers)}`,
        `after collection before the attack, in its middle and after it: heap ${mibs(memories, 'heap')}; ` +
          `outside the heap ${mibs(memories, 'external')}; RSS ${mibs(memories, 'rss')}`,
        ...[...new Set(failures)].slice(0, 5),
      ],
      goals,
      musts: ['hostile-failures', 'hostile-stream-deaf'],
      counts: {
        seconds,
        perSecond,
        held,
        tally: hostile.tally,
        p99,
        late,
        cpu: hostile.cpu,
        memory: { before, between, afterwards },
        failures: failures.length,
      },
    }
  } finally {
    await client?.close().catch(() => {})
    await Promise.all([attackers.kill(), server.kill()])
  }
}

/** Lets the client work while it is attacked, and the app commits beside it. */
async function attack(server: Server, attackers: Child, client: WellBehaved, forMs: number) {
  const cpuBefore = await cpu(server, attackers)
  const heardBefore = client.heard()
  const start = performance.now()
  await attackers.ask('start')
  const over = new AbortController()
  const committing = commitUntil(server, over.signal)
  const work = await client.work(forMs)
  over.abort()
  await committing
  const tally = await attackers.ask<Tally>('stop')
  const cpuAfter = await cpu(server, attackers)
  const took = performance.now() - start
  return {
    ...work,
    tally,
    heard: client.heard() - heardBefore,
    cpu: {
      server: (cpuAfter.server - cpuBefore.server) / took,
      attackers: (cpuAfter.attackers - cpuBefore.attackers) / took,
    },
  }
}

type Attacked = Awaited<ReturnType<typeof attack>>

/** All halves as one. */
function joined(halves: readonly Attacked[]) {
  const made = new Map<string, { made: number; skipped: number }>()
  for (const { tally } of halves)
    for (const [name, each] of Object.entries(tally)) {
      const before = made.get(name) ?? { made: 0, skipped: 0 }
      made.set(name, { made: before.made + each.made, skipped: before.skipped + each.skipped })
    }
  const mean = (of: (half: Attacked) => number): number =>
    halves.reduce((sum, half) => sum + of(half), 0) / halves.length
  return {
    delays: halves.flatMap(({ delays }) => delays),
    lateness: halves.flatMap(({ lateness }) => lateness),
    failures: halves.flatMap(({ failures }) => failures),
    /** A stream is heard in each half, or it went deaf. */
    heard: Math.min(...halves.map(({ heard }) => heard)),
    tally: Object.fromEntries(made),
    cpu: { server: mean(({ cpu }) => cpu.server), attackers: mean(({ cpu }) => cpu.attackers) },
  }
}

async function commitUntil(server: Server, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await server.ask('commit', 1)
    await wait(COMMIT_EVERY_MS)
  }
}

const cpu = async (server: Child, attackers: Child) => ({
  server: await server.ask<number>('cpuMs'),
  attackers: await attackers.ask<number>('cpuMs'),
})

/** What is held once the attackers are gone and the app has seen that they are. */
async function settled(server: Server): Promise<Memory> {
  await wait(500)
  return server.ask<Memory>('memory')
}

const mibs = (memories: readonly Memory[], name: keyof Memory): string =>
  memories.map(memory => mib(memory[name])).join(', ')

const percent = (part: number): string => `${Math.round(part * 100)} %`
