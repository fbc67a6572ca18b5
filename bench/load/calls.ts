/** Calls a second through the queue, one at a time and many at once, each batch in turn with the same on bare HTTP. */
import { type Child, startChild } from '../../torture/lib/children.ts'
import type { Target } from '../../torture/lib/raw.ts'
import { atMost, median, quantile, rounded, type Section, spread } from '../lib/report.ts'
import type { Batch, Called, CallersOptions } from './in-callers.ts'
import type { FloorOptions } from './in-floor.ts'

const RAW = ['floor', 'write', 'look'] as const
const ALL = [...RAW, 'session-write', 'session-look'] as const
/** `most`: how many bare posts a call may cost. */
const ROWS: readonly { atOnce: number; called: readonly Called[]; calls: number; most: number }[] = [
  { atOnce: 1, called: ALL, calls: 25, most: 4 },
  { atOnce: 32, called: RAW, calls: 96, most: 4 },
]
const WARM_UPS = 8
const ROUNDS = { quick: 24, full: 200 }

/** Measures both. */
export async function measureCalls(quick: boolean): Promise<Section> {
  const app = startChild(script('in-app'), {})
  const started = await app.ask<CallersOptions>('started')
  const callers = startChild(script('in-callers'), started)
  const sample = await callers.ask<Omit<FloorOptions, 'token'>>('sample')
  const floor = startChild(script('in-floor'), { ...sample, token: started.bridge.token })
  const section: Section = { goals: {}, raw: {} }
  try {
    await callers.ask('open', await floor.ask<Target>('started'))
    for (const { atOnce, called, calls, most } of ROWS) {
      const ms: { [Name in Called]?: number[] } = {}
      const cpuMs: { [Name in Called]?: number } = {}
      const rounds = quick ? ROUNDS.quick : ROUNDS.full
      for (let round = -WARM_UPS; round < rounds; round++)
        for (const name of round % 2 === 0 ? called : called.toReversed()) {
          const batch: Batch = { called: name, calls, atOnce }
          const both = [callers, name === 'floor' ? floor : app]
          const before = await cpuMsOf(both)
          const took = await callers.ask<number>('batch', batch)
          const cpu = (await cpuMsOf(both)) - before
          if (round < 0) continue
          ;(ms[name] ??= []).push(took / calls)
          cpuMs[name] = (cpuMs[name] ?? 0) + cpu / calls / rounds
        }
      const ratios = (name: Called): number[] =>
        (ms[name] ?? []).map((each, at) => each / (ms.floor?.[at] ?? Number.NaN))
      section.raw[`calls-${atOnce}-at-once`] = {
        rounds,
        calls,
        ...Object.fromEntries(
          called.map(name => [
            name,
            {
              aSecond: aSecond(ms[name] ?? []),
              msACall: spread(ms[name] ?? []),
              toFloor: spread(ratios(name)),
              cpuMsACall: rounded(cpuMs[name] ?? Number.NaN),
            },
          ]),
        ),
      }
      for (const name of ['write', 'look'] as const)
        Object.assign(section.goals, {
          [`${name}-to-bare-post-${atOnce}`]: atMost(most, median(ratios(name))),
          [`${name}-cpu-to-bare-post-${atOnce}`]: atMost(most, (cpuMs[name] ?? 0) / (cpuMs.floor ?? 0)),
        })
    }
    return section
  } finally {
    await Promise.all([app, callers, floor].map(child => child.kill()))
  }
}

/** Of the client and the server together: what else the machine does is not in it. */
async function cpuMsOf(children: readonly Child[]): Promise<number> {
  const all = await Promise.all(children.map(child => child.ask<number>('cpuMs')))
  return all.reduce((sum, each) => sum + each, 0)
}

/** Batches a second are as good as the middle batch; the slow twentieth is what nineteen of twenty exceed. */
const aSecond = (msACall: readonly number[]): { median: number; p5: number } => ({
  median: rounded(1000 / median(msACall)),
  p5: rounded(1000 / quantile(msACall, 0.95)),
})

const script = (name: string): string => `${import.meta.dirname}/${name}.ts`
