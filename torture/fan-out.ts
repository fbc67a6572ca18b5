/** One app, many subscribers: every commit reaches each of them once, and an idle stream costs next to nothing (D-40). */
import type { Figures, Heard } from './fan-out/in-subscribers.ts'
import { startChild, type Child } from './lib/children.ts'
import { count, kib, mib, ms, none, type Phase, type PhaseResult } from './lib/phase.ts'
import { atMost } from '../bench/lib/report.ts'
import { targetOf } from './lib/raw.ts'
import type { Memory } from './lib/serve-commands.ts'
import { type Server, startServer } from './lib/server.ts'

/** Of the commits so many come in one go, the others one after another, each when all have heard of the last. */
const BURST = 10
/** Each of these also opens or closes a dialog, so that the list of tools is due as well. */
const TOGGLE_EVERY = 10
const LIMIT_MS = 10_000
const MAX_STREAM_KIB = 24
/** A legacy session outlives its stream, so something stays; but not the stream. */
const MAX_LEFT_KIB = 8

/** Opens the streams, measures them idle, commits, and counts what arrived. */
export const run: Phase = async ({ quick }) => {
  const [modern, legacy, commits] = quick ? [200, 40, 50] : [1000, 100, 100]
  const server = await startServer({ windows: 3 })
  const subscribers = startChild(`${import.meta.dirname}/fan-out/in-subscribers.ts`, targetOf(server.bridge))
  try {
    await warmUp(server, subscribers)
    const empty = await server.ask<Memory>('memory')
    await subscribers.ask('open', { era: 'modern', streams: modern })
    const withModern = await server.ask<Memory>('memory')
    await subscribers.ask('open', { era: 'legacy', streams: legacy })
    const withAll = await server.ask<Memory>('memory')

    const { times, toggles, unheard } = await commitAll(server, subscribers, commits)
    const figures = await Promise.all(
      (['modern', 'legacy'] as const).map(era =>
        subscribers.ask<Figures>('figures', { era, times, listChanged: toggles }),
      ),
    )
    const afterwards = await server.ask<Memory>('memory')
    await subscribers.ask('close')
    await server.ask('commit', 1)
    const closed = await server.ask<Memory>('memory')

    const [ofModern, ofLegacy] = figures
    const heapModern = (withModern.heap - empty.heap) / modern
    const heapLegacy = (withAll.heap - withModern.heap) / legacy
    const goals: PhaseResult['goals'] = {
      'fan-out-wrong-streams': none(figures.reduce((sum, { wrong, ended }) => sum + wrong + ended, 0)),
      'fan-out-unheard-commits': none(unheard),
      'fan-out-kib-per-modern-stream': atMost(MAX_STREAM_KIB, heapModern / 1024),
      'fan-out-kib-per-legacy-stream': atMost(MAX_STREAM_KIB, heapLegacy / 1024),
      'fan-out-kib-left-when-closed': atMost(
        MAX_LEFT_KIB,
        (closed.heap - empty.heap) / (modern + legacy) / 1024,
      ),
    }
    return {
      lines: [
        `${commits} commits to ${count(modern)} modern and ${count(legacy)} legacy subscribers: ` +
          `${count(sum(figures, 'updated'))} of ${count(times.length * (modern + legacy))} updated and ` +
          `${count(sum(figures, 'listChanged'))} of ${count(toggles * (modern + legacy))} list_changed arrived`,
        `arrival after the commit: modern p50 ${ms(ofModern?.p50 ?? NaN)}, p99 ${ms(ofModern?.p99 ?? NaN)}; ` +
          `legacy p50 ${ms(ofLegacy?.p50 ?? NaN)}, p99 ${ms(ofLegacy?.p99 ?? NaN)}`,
        `an idle stream holds ${kib(heapModern)} of heap (modern), ${kib(heapLegacy)} (legacy); ` +
          `the heap is ${mib(empty.heap)} without, ${mib(withAll.heap)} with, ${mib(afterwards.heap)} after the commits, ` +
          `${mib(closed.heap)} with all closed; RSS ${mib(empty.rss)}, ${mib(withAll.rss)}, ${mib(afterwards.rss)}, ${mib(closed.rss)}`,
      ],
      goals,
      musts: ['fan-out-wrong-streams', 'fan-out-unheard-commits'],
      counts: { commits, toggles, figures, memory: { empty, withModern, withAll, afterwards, closed } },
    }
  } finally {
    await Promise.all([subscribers.kill(), server.kill()])
  }
}

/** What is loaded and compiled at the first use is nobody's stream. */
async function warmUp(server: Server, subscribers: Child): Promise<void> {
  await subscribers.ask('open', { era: 'modern', streams: 32 })
  await subscribers.ask('open', { era: 'legacy', streams: 16 })
  await server.ask('commit', 3)
  await subscribers.ask<Heard>('await', { updated: 3, limitMs: LIMIT_MS })
  await subscribers.ask('close')
  await server.ask<Memory>('memory')
}

async function commitAll(server: Server, subscribers: Child, commits: number) {
  const times: number[] = []
  let toggles = 0
  let unheard = 0
  const settle = async (): Promise<void> => {
    const heard = await subscribers.ask<Heard>('await', { updated: times.length, limitMs: LIMIT_MS })
    if (!heard.complete) unheard++
  }
  await subscribers.ask('forget')
  while (times.length < commits - BURST && unheard < 3) {
    const toggle = times.length % TOGGLE_EVERY === TOGGLE_EVERY - 1
    if (toggle) toggles++
    times.push(...(await server.ask<number[]>(toggle ? 'toggle' : 'commit', 1)))
    await settle()
  }
  times.push(...(await server.ask<number[]>('commit', commits - times.length)))
  await settle()
  // One more turn for what should not come.
  await subscribers.ask('await', { updated: times.length + 1, limitMs: 300 })
  return { times, toggles, unheard }
}

const sum = (figures: readonly Figures[], name: 'updated' | 'listChanged'): number =>
  figures.reduce((total, each) => total + each[name], 0)
