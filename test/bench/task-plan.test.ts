import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe, test } from 'vitest'
import { growthOf } from '../../bench/task/growth.ts'
import type { Figures } from '../../bench/task/goals.ts'
import { planOf, turnsOf } from '../../bench/task/plan.ts'
import { SYSTEMS } from '../../bench/task/systems/index.ts'

const counts = (quick: boolean) => {
  const found = new Map<string, number>()
  for (const { systems, size } of turnsOf(planOf(quick)))
    for (const { name } of systems) {
      const key = `${name} ${size.rows} ${size.shown}`
      found.set(key, (found.get(key) ?? 0) + 1)
    }
  return found
}

describe('what is run', () => {
  test('in brief: ours and the relay three times on two sizes, a browser agent once', () => {
    const brief = counts(true)
    for (const rows of [20, 1000]) {
      equal(brief.get(`copane-host ${rows} plain`), 3)
      equal(brief.get(`copane-gateway ${rows} plain`), 3)
      equal(brief.get(`webmcp-local-relay ${rows} plain`), 3)
      equal(brief.get(`playwright-mcp ${rows} plain`), 1)
    }
    const run = new Set([...brief.keys()].map(key => key.split(' ')[0]))
    deepEqual([...run, ...planOf(true).left].toSorted(), SYSTEMS.map(({ name }) => name).toSorted())
  })

  test('in full: every system on every size, plain and virtual', () => {
    const full = counts(false)
    for (const { name, kind } of SYSTEMS)
      for (const rows of [20, 200, 1000, 10_000])
        for (const shown of ['plain', 'virtual']) {
          const count = full.get(`${name} ${rows} ${shown}`) ?? 0
          ok(count >= (kind === 'browser' ? 1 : 5), `${name} ${rows} ${shown}: ${count}`)
        }
  })

  test('sizes take turns, and none comes again before all others', () => {
    const sizes = [...turnsOf(planOf(false))].map(({ size }) => size)
    const { length } = planOf(false).sizes
    for (let at = 0; at + length <= sizes.length; at += length)
      equal(new Set(sizes.slice(at, at + length)).size, length)
  })
})

describe('how the cost grows', () => {
  const run = (tokens: number): Figures => ({
    toolTokens: 0,
    steps: [{ step: 'fill', ms: 10, tokens, calls: 1, done: true }],
    editsLost: 0,
    secrets: 0,
    focusMoved: 0,
  })
  const rows = [20, 1000].flatMap(size =>
    (['plain', 'virtual'] as const).map(shown => ({
      system: 'peer',
      kind: 'browser' as const,
      rows: size,
      shown,
      runs: [run(shown === 'plain' ? size * 3 : 7)],
    })),
  )

  test('by the plain list alone, as slopes and as plots', () => {
    const { slopes, plots } = growthOf(rows)
    equal(slopes.tokens?.peer?.all, 1)
    equal(slopes.ms?.peer?.all, 0)
    deepEqual(Object.keys(plots), ['task-tokens', 'task-ms'])
    ok(plots['task-tokens']?.includes('peer · 1.00'))
  })
})
