/** The bench's own arithmetic and its pictures: a slope is the power in which a cost grows, and a plot shows every point. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'vitest'
import { slopeOf, slopesOf } from '../../bench/lib/growth.ts'
import { plotSvg } from '../../bench/lib/plot.ts'
import { resultsOf } from '../../bench/lib/results.ts'

const power = (exponent: number) => [10, 100, 1000, 10_000].map(size => [size, 3 * size ** exponent] as const)

for (const exponent of [0, 1, 2])
  test(`what grows in power ${exponent} has that slope`, () =>
    ok(Math.abs(slopeOf(power(exponent)) - exponent) < 1e-9))

test('a late turn to quadratic shows in the last sizes, a single size has no slope', () => {
  const late = [...power(1).slice(0, 2), [1000, 3e5], [10_000, 3e7]] as const
  ok(slopesOf(late).tail > 1.9)
  ok(slopesOf(late).all < slopesOf(late).tail)
  ok(Number.isNaN(slopeOf([[10, 1]])))
})

const series = [
  { name: 'parse', points: power(1), isFloor: true },
  { name: 'read <all> & "more"', points: power(1).map(([size, cost]) => [size, cost * 1.01] as const) },
]
const svg = plotSvg({ title: 'A title', note: 'A note', x: 'size', y: 'ms', series })

test('a plot has every point, words that need no font of ours, and colours for light and dark', () => {
  equal(svg.match(/<circle/g)?.length, 8)
  ok(svg.includes('read &lt;all&gt; &amp; &quot;more&quot;'))
  ok(svg.includes('prefers-color-scheme:dark'))
  deepEqual([...svg.matchAll(/NaN|undefined|Infinity/g)], [])
})

test('names of lines that end at one place do not cover each other', () => {
  const places = [...svg.matchAll(/class="name" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y))
  ok(Math.abs((places[0] ?? 0) - (places[1] ?? 0)) >= 16)
})

test('kept results name the command that makes them anew and the machine at its start', () => {
  const machine = { cpu: 'a cpu', cores: 2, memoryGb: 8, kernel: '6', load: 0.5 }
  const run = { name: 'load', options: ['--quick', '--save'], date: new Date(0), machine }
  deepEqual(
    resultsOf(run, { goals: {}, versions: { node: '24' }, raw: { some: 1 }, plots: { a: '<svg/>' } }),
    {
      command: 'npm run -s bench -- load --quick --save',
      date: '1970-01-01T00:00:00.000Z',
      machine,
      versions: { node: '24' },
      goals: {},
      raw: { some: 1 },
    },
  )
})
