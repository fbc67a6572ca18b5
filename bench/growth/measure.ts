/** Measures how cost grows with size: slopes of lines on log plots, and the plots. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { folder } from '../../torture/lib/children.ts'
import { figuresOf } from '../floor/measure.ts'
import { measureFanOut } from '../load/fan-out.ts'
import { type Point, slopesOf } from '../lib/growth.ts'
import { plotSvg, type Series } from '../lib/plot.ts'
import { atMost, mean, type Measured, median, rounded } from '../lib/report.ts'
import { versions } from '../lib/versions.ts'
import type { GrowthSizes, GrowthTimes } from './in-growth.ts'

const run = promisify(execFile)

type Sizes = GrowthSizes & { wireRounds: number; subscribers: readonly number[]; commits: number }

const QUICK: Sizes = {
  elements: [100, 1000, 10_000],
  windows: [10, 100, 1000],
  rounds: 12,
  limitMs: 12_000,
  wireRounds: 20,
  subscribers: [10, 100, 1000],
  commits: 15,
}
const FULL: Sizes = {
  elements: [100, 300, 1000, 3000, 10_000, 30_000],
  windows: [3, 10, 30, 100, 300, 1000, 2000],
  rounds: 40,
  limitMs: 150_000,
  wireRounds: 100,
  subscribers: [10, 30, 100, 300, 1000],
  commits: 60,
}

/** Nothing may grow faster than what it is given; of the largest alone, caches and the collector add to all work. */
const MOST = { all: 1.1, tail: 1.25 }

/** A plot to be: its name is that of its file. */
type Chart = { title: string; x: string; series: readonly Series[] }

/** Measures pure work, reads over the wire and fan-out, one after another. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const sizes = quick ? QUICK : FULL
  const times = await timesOf(sizes)
  const charts: { [name: string]: Chart } = {
    reading: {
      title: 'Reading an answer and giving it to an agent',
      x: 'elements in the answer',
      series: seriesOf(times, sizes.elements),
    },
    windows: {
      title: 'What an app and a host do with windows',
      x: 'windows',
      series: seriesOf(times, sizes.windows),
    },
    current: {
      title: 'A whole read of current, from the call to the checked value',
      x: 'elements in the answer',
      series: await wireSeries('current', sizes.elements, sizes.wireRounds),
    },
    'app-windows': {
      title: 'A whole read of app://windows, from the call to the checked value',
      x: 'windows',
      series: await wireSeries('windows', sizes.windows, sizes.wireRounds),
    },
    'fan-out': {
      title: 'From a commit until the last subscriber heard of it',
      x: 'subscribers',
      series: await fanOutSeries(sizes),
    },
  }
  const measured: Measured = { goals: {}, versions: versions('server', 'client'), raw: {} }
  const plots: { [name: string]: string } = {}
  for (const [name, { series, ...chart }] of Object.entries(charts)) {
    const slopes = series.map(each => ({ ...each, slopes: slopesOf(each.points) }))
    const own = slopes.filter(({ isFloor }) => !isFloor)
    for (const each of own) measured.goals[`${name}: ${each.name}`] = atMost(MOST.all, each.slopes.all)
    const steepest = Math.max(...own.map(each => each.slopes.tail))
    measured.goals[`${name}: steepest of last sizes`] = atMost(MOST.tail, steepest)
    measured.raw[name] = Object.fromEntries(
      slopes.map(({ name: work, points, slopes: { all, tail } }) => [
        work,
        {
          slope: rounded(all),
          slopeOfLast: rounded(tail),
          ms: Object.fromEntries(points.map(([size, ms]) => [size, Number(ms.toPrecision(3))])),
        },
      ]),
    )
    plots[`growth-${name}`] = plotSvg({
      ...chart,
      y: 'milliseconds',
      note: 'Both axes are logarithmic; behind each name its slope: 1 is linear, 2 would be quadratic.',
      series: slopes.map(({ slopes: { all }, ...each }) => ({
        ...each,
        name: `${each.name} · ${all.toFixed(2)}`,
      })),
    })
  }
  return { ...measured, plots }
}

async function timesOf({ elements, windows, rounds, limitMs }: GrowthSizes): Promise<GrowthTimes> {
  const script = `${import.meta.dirname}/in-growth.ts`
  const given = ['--expose-gc', script, JSON.stringify({ elements, windows, rounds, limitMs })]
  const { stdout } = await run(process.execPath, given, { maxBuffer: 64 * 1024 * 1024 })
  const times: GrowthTimes = JSON.parse(stdout)
  return times
}

/** The work that was timed at these sizes, in the middle of all rounds; what only parses is the floor. */
const seriesOf = (times: GrowthTimes, sizes: readonly number[]): Series[] =>
  Object.entries(times).flatMap(([name, bySize]) => {
    const costs = sizes.flatMap((size): Point[] => (bySize[size] ? [[size, mean(bySize[size])]] : []))
    // What took less than the clock's step in every round has no place on a log plot.
    const points = costs.filter(([, cost]) => cost > 0)
    return costs.length === sizes.length ? [{ name, points, isFloor: name.startsWith('JSON.parse') }] : []
  })

async function wireSeries(what: string, sizes: readonly number[], rounds: number): Promise<Series[]> {
  const points: { [role: string]: Point[] } = {}
  for (const size of sizes) {
    const { ms } = await figuresOf(what, size, rounds, folder)
    for (const [role, list] of Object.entries(ms)) (points[role] ??= []).push([size, median(list)])
  }
  return Object.entries(points).map(([name, list]) => ({
    name: ROLES[name] ?? name,
    points: list,
    isFloor: name === 'floor',
  }))
}

const ROLES: { readonly [role: string]: string } = {
  floor: 'bare node:http',
  first: 'written anew',
  kept: 'parts kept',
}

async function fanOutSeries({ subscribers, commits }: Sizes): Promise<Series[]> {
  const { points } = await measureFanOut({ sizes: subscribers, commits, legacy: 0 })
  return [
    { name: 'bare streams', points: points.map(each => [each.subscribers, each.floor]), isFloor: true },
    { name: 'an app', points: points.map(each => [each.subscribers, each.app]) },
  ]
}
