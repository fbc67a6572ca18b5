import { deepEqual, equal } from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type Figures, figuresOf, goalsOf, msIn, type Row, tokensIn } from '../../bench/task/goals.ts'
import { CANARY, STEPS, type Step } from '../../bench/task/work.ts'

/** A run in which every step took so many tokens and milliseconds. */
const run = (each: number, change: Partial<Figures> = {}): Figures => ({
  toolTokens: 100,
  steps: STEPS.map(step => ({ step, ms: each, tokens: each, calls: 1, done: true })),
  editsLost: 0,
  secrets: 0,
  focusMoved: 0,
  ...change,
})

const without = (figures: Figures, ...failed: Step[]): Figures => ({
  ...figures,
  steps: figures.steps.map(each => ({ ...each, done: !failed.includes(each.step) })),
})

const row = (system: string, kind: Row['kind'], rows: number, ...runs: Figures[]): Row => ({
  system,
  kind,
  rows,
  shown: 'plain',
  runs,
})

const ours = (rows: number, ...runs: Figures[]) => row('ours', 'ours', rows, ...runs)

describe('what a run comes to', () => {
  const counted = figuresOf(
    {
      tools: ['tool'],
      steps: [
        { step: 'understand', ms: 5, answers: ['one', `the field holds ${CANARY}`] },
        { step: 'fill', ms: 7, answers: [], trouble: 'no such field' },
      ],
      done: { understand: true },
      editsLost: 1,
      focusMoved: 2,
    },
    text => text.length,
  )

  test('the tools count once, each answer counts, and a step that threw counts as not done', () => {
    equal(tokensIn(counted), 'tool'.length + 'one'.length + `the field holds ${CANARY}`.length)
    equal(msIn(counted), 12)
    deepEqual(
      counted.steps.map(({ step, calls, done, trouble }) => [step, calls, done, trouble]),
      [
        ['understand', 2, true, undefined],
        ['fill', 0, false, 'no such field'],
      ],
    )
  })

  test('an answer that holds the password is a secret seen', () => equal(counted.secrets, 1))

  test('some steps alone can be counted', () => equal(msIn(counted, ['fill']), 7))
})

describe('the goals', () => {
  test('are held against the browser agent that takes least, and not against one that knows the page', () => {
    const rows = [
      ours(20, run(0)),
      row('dear', 'browser', 20, run(1000)),
      row('cheap', 'browser', 20, run(100)),
      row('knowing', 'browser', 20, run(1)),
    ]
    deepEqual(goalsOf(rows, ['knowing'])['ours-20-plain-tokens'], {
      goal: '<= 0.2',
      measured: 0.125,
      met: true,
    })
  })

  test('take the median of the repeats', () => {
    const rows = [ours(1000, run(1), run(2), run(900)), row('peer', 'browser', 1000, run(40))]
    deepEqual(goalsOf(rows)['ours-1000-plain-ms'], { goal: '<= 0.05', measured: 0.05, met: true })
  })

  test('against the relay count the steps that both did', () => {
    const rows = [
      ours(20, run(10)),
      row('webmcp-local-relay', 'page-tools', 20, without(run(10), 'recover', 'selected')),
    ]
    const { 'ours-20-plain-relay-ms': ms, 'ours-20-plain-relay-tokens': tokens } = goalsOf(rows)
    deepEqual([ms?.measured, tokens?.measured], [1, 1])
  })

  test('hold the largest list against the smallest', () => {
    const goals = goalsOf([ours(20, run(10)), ours(10_000, run(13))])
    deepEqual(goals['ours-10000-plain-ms-over-20'], { goal: '<= 1.2', measured: 1.3, met: false })
  })

  test('are missed by one repeat that loses an edit, shows a secret or fails a step', () => {
    const goals = goalsOf([
      ours(20, run(1), run(1, { editsLost: 1 }), run(1, { secrets: 2 }), without(run(1), 'confirm')),
    ])
    deepEqual(
      ['edits-lost', 'secrets', 'steps-failed'].map(name => goals[`ours-20-plain-${name}`]?.measured),
      [1, 2, 1],
    )
  })

  test('leave out what was not run', () => {
    deepEqual(Object.keys(goalsOf([ours(200, run(1))])), [
      'ours-200-plain-steps-failed',
      'ours-200-plain-edits-lost',
      'ours-200-plain-secrets',
    ])
  })
})
