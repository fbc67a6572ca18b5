/** The figures of a conformance run count what did not run as not passed, and name who was blamed wrongly. */
import { deepEqual, equal } from 'node:assert/strict'
import type { CheckReport } from '@copane/conformance'
import { test } from 'vitest'
import { goalsOf, type Seen } from '../lib/conformance/goals.ts'
import { isAsWanted, judgeAgain, judgePlanted } from '../lib/conformance/planted.ts'
import { inTurn } from '../lib/in-turn.ts'

const report: CheckReport = {
  ok: false,
  passed: 2,
  failed: 0,
  warned: 0,
  notRun: 1,
  checks: (['D-01', 'D-02', 'D-03'] as const).map(id => ({
    id,
    title: id,
    level: 'must',
    verdict: id === 'D-03' ? 'not-run' : 'passed',
    outcome: { kind: 'passed' },
  })),
}

const seen: Seen = { checked: [], judged: [], again: 0, absent: [], seconds: 12.4 }

test('what did not run, and who could not start, did not pass', () => {
  const { checks, passed, failed, goals } = goalsOf({
    ...seen,
    checked: [
      { name: 'desk', subject: 'elements', outcome: { kind: 'report', report } },
      { name: 'python', subject: 'bridge', outcome: { kind: 'refused', reason: 'python3 is not there' } },
    ],
  })
  deepEqual({ checks, passed, failed }, { checks: 4, passed: 2, failed: 2 })
  deepEqual(goals['desk, elements: not passed'], { goal: '= 0', measured: 1, met: false })
  deepEqual(goals['python, bridge: not passed'], { goal: '= 0', measured: 1, met: false })
  deepEqual(goals.seconds, { goal: '< 180', measured: 12, met: true })
  equal(goalsOf({ ...seen, seconds: 180 }).goals.seconds?.met, false)
})

const planted = (wanted: { [id: string]: string }, verdicts: { [id: string]: string }) =>
  judgePlanted({
    subject: 'elements',
    id: 'D-03',
    title: 'a peer',
    wanted,
    check: () => Promise.resolve(verdicts),
  })

test('a broken peer is caught by its own check at its level, and everybody else is a bystander', async () => {
  const judged = [
    await planted({ 'D-03': 'failed' }, { 'D-03': 'failed' }),
    await planted({ 'D-03': 'failed' }, {}),
    await planted({ 'D-03': 'failed' }, { 'D-03': 'warned', 'D-04': 'failed' }),
    await planted({ 'D-03': 'failed', 'D-04': 'not-run' }, { 'D-03': 'failed', 'D-04': 'not-run' }),
    await planted({ 'D-03': 'failed', 'D-04': 'not-run' }, { 'D-03': 'failed', 'D-04': 'failed' }),
  ]
  deepEqual(
    judged.map(({ isCaught, bystanders }) => [isCaught, bystanders]),
    [
      [true, []],
      [false, []],
      [false, ['D-04']],
      [true, []],
      [true, ['D-04']],
    ],
  )
  deepEqual(goalsOf({ ...seen, judged }).broken, {
    planted: 5,
    caught: 3,
    bystanders: 2,
    again: 0,
  })
})

test('work is done a few at a time, and results keep their order', async () => {
  let now = 0
  let most = 0
  const results = await inTurn([3, 1, 2, 0], 2, async item => {
    most = Math.max(most, ++now)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    now--
    return item * 10
  })
  deepEqual([results, most], [[30, 10, 20, 0], 2])
})

test('what did not come out as wanted is judged once more, and what stays wrong is told', async () => {
  const runs = new Map<string, number>()
  const row = (title: string, answers: readonly { [id: string]: string }[]) => ({
    subject: 'elements' as const,
    id: 'D-03' as const,
    title,
    wanted: { 'D-03': 'failed' },
    check: () => {
      const run = runs.get(title) ?? 0
      runs.set(title, run + 1)
      return Promise.resolve(answers[run] ?? {})
    },
  })
  const right = { 'D-03': 'failed' }
  const rows = [row('right', [right]), row('late', [{}, right]), row('wrong', [{}, {}])]
  const first = await inTurn(rows, 1, judgePlanted)
  const { judged, again } = await judgeAgain(first, rows)
  deepEqual([judged.map(isAsWanted), again], [[true, true, false], 2])
  deepEqual([...runs.values()], [1, 2, 2])
})
