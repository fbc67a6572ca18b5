import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'vitest'
import { atLeast, quantile } from '../../bench/lib/report.ts'
import { none, renderPhase } from '../../torture/lib/phase.ts'
import { createRandom, pick } from '../../torture/lib/random.ts'

test('a phase is printed with its figures, and a goal that nothing excuses is told from one that was missed', () =>
  equal(
    renderPhase(
      'lives',
      {
        lines: ['2 kills', 'and more'],
        goals: { hangs: none(0), orphans: none(1), kills: atLeast(3, 2) },
        musts: ['hangs', 'orphans'],
        counts: {},
      },
      1.25,
    ),
    `lives     2 kills
          and more
          met    hangs                                  0  <= 0
          FAILED orphans                                1  <= 0
          missed kills                                  2  >= 3
          1.3 s`,
  ))

test('a quantile is one of the values; of none there is none', () =>
  deepEqual(
    [quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99), quantile([5], 0), quantile([], 0.5)],
    [2, 3, 5, Number.NaN],
  ))

test('the same seed chooses the same', () => {
  const chosen = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 50 }, () => pick(random, ['a', 'b', 'c']))
  }
  deepEqual(chosen(4), chosen(4))
  equal(chosen(4).join() === chosen(5).join(), false)
  deepEqual(new Set(chosen(4)), new Set(['a', 'b', 'c']))
})
