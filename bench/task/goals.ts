/** What runs come to: medians by system, and the goals they are held against. */
import { atMost, type Goal, median, quantile, rounded } from '../lib/report.ts'
import type { Run } from './run-one.ts'
import { CANARY, STEPS, type Step } from './work.ts'

/** Counts the tokens of a text. */
export type TokensOf = (text: string) => number

/** One step of a run in figures. Units: milliseconds. */
export type StepFigures = {
  step: Step
  ms: number
  tokens: number
  calls: number
  done: boolean
  trouble?: string
}

/** One run in figures; `secrets` counts the answers that held the password. */
export type Figures = {
  toolTokens: number
  steps: StepFigures[]
  editsLost: number
  secrets: number
  focusMoved: number
}

/** What a system's runs on one size come to. */
export type Row = {
  system: string
  kind: 'ours' | 'browser' | 'page-tools'
  rows: number
  shown: string
  runs: Figures[]
}

/** Counts a run, once nothing is measured any more. */
export function figuresOf(run: Run, tokensOf: TokensOf): Figures {
  return {
    toolTokens: sum(run.tools.map(tokensOf)),
    steps: run.steps.map(({ step, ms, answers, trouble }) => ({
      step,
      ms,
      tokens: sum(answers.map(tokensOf)),
      calls: answers.length,
      done: run.done[step] === true,
      ...(trouble === undefined ? {} : { trouble }),
    })),
    editsLost: run.editsLost,
    secrets: run.steps.flatMap(({ answers }) => answers).filter(text => text.includes(CANARY)).length,
    focusMoved: run.focusMoved,
  }
}

/** The tools once and every answer, over some steps or all. */
export const tokensIn = ({ toolTokens, steps }: Figures, over: readonly Step[] = STEPS): number =>
  toolTokens + sum(steps.flatMap(({ step, tokens }) => (over.includes(step) ? [tokens] : [])))

/** How long the agent worked, over some steps or all. Units: milliseconds. */
export const msIn = ({ steps }: Figures, over: readonly Step[] = STEPS): number =>
  sum(steps.flatMap(({ step, ms }) => (over.includes(step) ? [ms] : [])))

/** The steps that were done in every run of a row. */
export const doneIn = ({ runs }: Row): Step[] =>
  STEPS.filter(step => runs.every(({ steps }) => steps.some(each => each.step === step && each.done)))

/** A row for people and for files. */
export const summary = ({ system, rows, shown, runs, ...rest }: Row): { [name: string]: unknown } => ({
  system,
  rows,
  shown,
  repeats: runs.length,
  tokens: median(runs.map(run => tokensIn(run))),
  ofThemTools: median(runs.map(({ toolTokens }) => toolTokens)),
  calls: median(runs.map(({ steps }) => sum(steps.map(({ calls }) => calls)))),
  p50Ms: rounded(median(runs.map(run => msIn(run)))),
  p95Ms: rounded(
    quantile(
      runs.map(run => msIn(run)),
      0.95,
    ),
  ),
  done: doneIn({ system, rows, shown, runs, ...rest }),
  failed: STEPS.filter(step => !doneIn({ system, rows, shown, runs, ...rest }).includes(step)),
  editsLost: Math.max(...runs.map(({ editsLost }) => editsLost)),
  secretsSeen: Math.max(...runs.map(({ secrets }) => secrets)),
  focusMoved: median(runs.map(({ focusMoved }) => focusMoved)),
  steps: Object.fromEntries(
    STEPS.map(step => {
      const taken = runs.flatMap(run => run.steps.filter(each => each.step === step))
      const [trouble] = taken.flatMap(each => each.trouble ?? [])
      return [
        step,
        {
          tokens: median(taken.map(({ tokens }) => tokens)),
          calls: median(taken.map(({ calls }) => calls)),
          ms: rounded(median(taken.map(({ ms }) => ms))),
          ...(trouble === undefined ? {} : { trouble }),
        },
      ]
    }),
  ),
})

/**
 * The goals of the task, those whose sizes were run.
 *
 * Shape   `lean` names a browser agent that is told beforehand where things are: no peer to be held against.
 */
export function goalsOf(all: readonly Row[], lean: readonly string[] = []): { [name: string]: Goal } {
  const goals: { [name: string]: Goal } = {}
  for (const ours of all.filter(({ kind }) => kind === 'ours')) {
    const { system, rows, shown, runs } = ours
    const at = `${system}-${rows}-${shown}`
    const beside = all.filter(row => row.rows === rows && row.shown === shown && row.runs.length > 0)
    const browsers = beside.filter(row => row.kind === 'browser' && !lean.includes(row.system))
    const most = shown === 'plain' ? MOST[rows] : undefined
    if (most && browsers.length > 0) {
      const least = (of: (run: Figures) => number) =>
        Math.min(...browsers.map(row => median(row.runs.map(of))))
      goals[`${at}-tokens`] = atMost(
        most.tokens,
        median(runs.map(run => tokensIn(run))) / least(run => tokensIn(run)),
      )
      if (most.ms !== undefined)
        goals[`${at}-ms`] = atMost(most.ms, median(runs.map(run => msIn(run))) / least(run => msIn(run)))
    }
    const relay = beside.find(row => row.system === 'webmcp-local-relay')
    if (relay) {
      const both = doneIn(relay).filter(step => doneIn(ours).includes(step))
      const against = (of: (run: Figures, over: readonly Step[]) => number) =>
        median(runs.map(run => of(run, both))) / median(relay.runs.map(run => of(run, both)))
      goals[`${at}-relay-tokens`] = atMost(RELAY, against(tokensIn))
      goals[`${at}-relay-ms`] = atMost(RELAY, against(msIn))
    }
    const small = all.find(row => row.system === system && row.shown === shown && row.rows === SMALL)
    if (rows === LARGE && small) {
      const growth = (of: (run: Figures) => number) => median(runs.map(of)) / median(small.runs.map(of))
      goals[`${at}-tokens-over-${SMALL}`] = atMost(
        GROWTH,
        growth(run => tokensIn(run)),
      )
      goals[`${at}-ms-over-${SMALL}`] = atMost(
        GROWTH,
        growth(run => msIn(run)),
      )
    }
    goals[`${at}-steps-failed`] = atMost(0, STEPS.length - doneIn(ours).length)
    goals[`${at}-edits-lost`] = atMost(0, Math.max(...runs.map(({ editsLost }) => editsLost)))
    goals[`${at}-secrets`] = atMost(0, Math.max(...runs.map(({ secrets }) => secrets)))
  }
  return goals
}

/** The most of what the best browser agent takes, by rows of a plain list. */
const MOST: { readonly [rows: number]: { tokens: number; ms?: number } } = {
  20: { tokens: 0.2 },
  1000: { tokens: 0.01, ms: 0.05 },
}
const RELAY = 1.2
const GROWTH = 1.2
const SMALL = 20
const LARGE = 10_000

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
