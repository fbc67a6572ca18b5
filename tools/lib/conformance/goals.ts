/** The figures of a conformance run. */
import type { Checked } from './peers.ts'
import type { JudgedPlanted } from './planted.ts'

/** A figure that has a goal. */
type Goal = { goal: string; measured: number; met: boolean }

/** What a run came to. Shape: `checks` are those of peers that must pass; what did not run did not pass. */
export type ConformanceResult = {
  checks: number
  passed: number
  failed: number
  broken: { planted: number; caught: number; bystanders: number; again: number }
  absent: string[]
  seconds: number
  goals: { [name: string]: Goal }
}

/** What was seen in a run. */
export type Seen = {
  checked: readonly Checked[]
  judged: readonly JudgedPlanted[]
  again: number
  absent: readonly string[]
  seconds: number
}

/** Adds it up. */
export function goalsOf({ checked, judged, again, absent, seconds }: Seen): ConformanceResult {
  const passed = sum(checked.map(({ outcome }) => (outcome.kind === 'report' ? outcome.report.passed : 0)))
  const failed = sum(checked.map(notPassed))
  const caught = judged.filter(({ isCaught }) => isCaught).length
  const bystanders = sum(judged.map(one => one.bystanders.length))
  const goals: { [name: string]: Goal } = {}
  for (const one of checked) goals[`${one.name}, ${one.subject}: not passed`] = none(notPassed(one))
  goals['broken peers not caught'] = none(judged.length - caught)
  goals['bystanders'] = none(bystanders)
  goals['seconds'] = { goal: '< 180', measured: Math.round(seconds), met: seconds < 180 }
  return {
    checks: passed + failed,
    passed,
    failed,
    broken: { planted: judged.length, caught, bystanders, again },
    absent: [...absent],
    seconds: Math.round(seconds),
    goals,
  }
}

/** One that could not be started did not pass, however many checks it has. */
const notPassed = ({ outcome }: Checked): number =>
  outcome.kind === 'report' ? outcome.report.checks.length - outcome.report.passed : 1

const none = (measured: number): Goal => ({ goal: '= 0', measured, met: measured === 0 })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
