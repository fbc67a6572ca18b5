/** One commit, many subscribers: when they hear of it and what an idle one holds, in turn with bare server-sent events. */
import type { Delays, Heard, Opening } from '../../torture/fan-out/in-subscribers.ts'
import { type Child, startChild } from '../../torture/lib/children.ts'
import { type Target, targetOf } from '../../torture/lib/raw.ts'
import type { Memory } from '../../torture/lib/serve-commands.ts'
import { startServer } from '../../torture/lib/server.ts'
import { atMost, median, rounded, type Section, spread } from '../lib/report.ts'

/** A server with its subscribers; `times` are those of the commits. */
type Side = { server: Child; subscribers: Child; delays: Delays[] }

/** Of so many subscribers: when the last one heard. Units: milliseconds. */
export type FanOutPoint = { subscribers: number; app: number; floor: number }

/** What is measured; `legacy` subscribers are only measured idle. */
export type FanOutSize = { sizes: readonly number[]; commits: number; legacy: number }

/** How many times as long as on bare streams the last subscriber may wait, and what an idle one may hold. */
const MOST = { toFloor: 3, kib: 24 }
const HEARD_MS = 20_000
const WARM_UPS = 10
const LEGACY_WARM_UPS = 16
const SUBSCRIBERS = `${import.meta.dirname}/../../torture/fan-out/in-subscribers.ts`

/** Opens more and more streams on both, and commits on one and the other in turn. */
export async function measureFanOut({
  sizes,
  commits,
  legacy,
}: FanOutSize): Promise<Section & { points: FanOutPoint[] }> {
  const app = await startServer({ windows: 3 })
  const floor = startChild(`${import.meta.dirname}/in-floor.ts`, { token: 'floor', answer: '', type: '' })
  const appSide = sideOf(app, targetOf(app.bridge))
  const floorSide = sideOf(floor, await floor.ask<Target>('started'))
  const sides = [appSide, floorSide]
  const heap: { [side: string]: Memory[] } = { app: [], floor: [] }
  const section: Section & { points: FanOutPoint[] } = { goals: {}, raw: {}, points: [] }
  const weigh = async (): Promise<void> => {
    heap.app?.push(await app.ask<Memory>('memory'))
    heap.floor?.push(await floor.ask<Memory>('memory'))
  }
  try {
    let open = 0
    for (const size of sizes) {
      for (const side of sides) await openStreams(side, { era: 'modern', streams: size - open })
      open = size
      await commitInTurn(sides, WARM_UPS)
      await commitInTurn(sides, commits)
      if (size === sizes[0] || size === sizes.at(-1)) await weigh()
      const toFloor = appSide.delays.map(({ last }, at) => last / (floorSide.delays[at]?.last ?? Number.NaN))
      section.raw[`fan-out-${size}`] = {
        commits,
        appMs: delaysOf(appSide),
        floorMs: delaysOf(floorSide),
        lastToFloor: spread(toFloor),
      }
      section.points.push({ subscribers: size, app: lastOf(appSide), floor: lastOf(floorSide) })
      if (size >= 100) section.goals[`fan-out-${size}-to-bare`] = atMost(MOST.toFloor, median(toFloor))
    }
    // What is loaded at the first use is nobody's stream.
    await openStreams(appSide, { era: 'legacy', streams: LEGACY_WARM_UPS })
    await weigh()
    await openStreams(appSide, { era: 'legacy', streams: legacy })
    await weigh()
    const more = open - (sizes[0] ?? 0)
    const kib = (side: string, from: number, streams: number): number =>
      ((heap[side]?.[from + 1]?.heap ?? Number.NaN) - (heap[side]?.[from]?.heap ?? Number.NaN)) /
      1024 /
      streams
    const idle = { modern: kib('app', 0, more), legacy: kib('app', 2, legacy), bare: kib('floor', 0, more) }
    section.goals['idle-kib-modern-stream'] = atMost(MOST.kib, idle.modern)
    section.goals['idle-kib-legacy-stream'] = atMost(MOST.kib, idle.legacy)
    section.raw['idle-kib-a-stream'] = Object.fromEntries(
      Object.entries(idle).map(([name, held]) => [name, rounded(held)]),
    )
    section.raw['idle-memory'] = heap
    return section
  } finally {
    await Promise.all(sides.flatMap(({ server, subscribers }) => [server.kill(), subscribers.kill()]))
  }
}

const sideOf = (server: Child, target: Target): Side => ({
  server,
  subscribers: startChild(SUBSCRIBERS, target),
  delays: [],
})

const openStreams = ({ subscribers }: Side, opening: Opening): Promise<unknown> =>
  subscribers.ask('open', opening)

/** Each commit is made when all have heard of the last one. */
async function commitInTurn(sides: readonly Side[], commits: number): Promise<void> {
  const times = new Map(sides.map(side => [side, new Array<number>()]))
  for (const { subscribers } of sides) await subscribers.ask('forget')
  for (let at = 0; at < commits; at++)
    for (const side of at % 2 === 0 ? sides : sides.toReversed()) {
      const own = times.get(side) ?? []
      own.push(...(await side.server.ask<number[]>('commit', 1)))
      const heard = await side.subscribers.ask<Heard>('await', { updated: own.length, limitMs: HEARD_MS })
      if (!heard.complete) throw new Error(`${heard.short} subscribers did not hear of a commit`)
    }
  for (const side of sides) side.delays = await side.subscribers.ask<Delays[]>('delays', times.get(side))
}

const delaysOf = ({ delays }: Side): { [name: string]: object } =>
  Object.fromEntries(
    (['p50', 'p95', 'last'] as const).map(name => [name, spread(delays.map(each => each[name]))]),
  )

const lastOf = ({ delays }: Side): number => median(delays.map(({ last }) => last))
