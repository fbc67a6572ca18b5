/** A check, what it can come to, and the report of a run. */
import type { RuleId } from '@copane/protocol/findings'
import type { Step } from './driver.js'

/** How much a rule weighs: a MUST that fails fails the run, a SHOULD warns. */
export type Level = 'must' | 'should'

/** What a check can lack, where it is no rule that was checked. */
export type Circumstance =
  /** The descriptor file was not given. */
  | 'descriptor'
  /** Locating is offered, but nothing on show can be placed now. */
  | 'a placeable element'
  /** No action is offered now that may be called without harm; `mayChange` allows more of them. */
  | 'a safe action'
  /** No write may be called: `mayChange` allows it, and a driver names one. */
  | 'mayChange'
  /** The driver that was given does not know the step, or none was given. */
  | `driver step ${Step}`
  /** An order that the driver of a host or client does not know. */
  | `host order ${string}`

/** What a check that did not run needs. */
export type Need = RuleId | Circumstance

/**
 * What is wrong, where, what belongs there, and what to do.
 *
 * Shape   `at` is an era and a JSONPath, or a word for what was tried. `level` is set where only a warning is due
 *         although the rule is a MUST.
 * Errors  holds no text, title, id or token of the app (D-08).
 */
export type Fault = { at: string; saw: string; expected: string; remedy: string; level?: 'should' }

/** What a check came to. `vacuous`: the rule holds because there is nothing it could be broken by. */
export type CheckOutcome =
  | { kind: 'passed'; vacuous?: string }
  | ({ kind: 'failed' } & Fault)
  | { kind: 'not-run'; needs: readonly Need[] }

/**
 * One check of one rule against a running peer.
 *
 * Shape   `needs` are checks of the same list that have no needs of their own; when one of them fails, this one
 *         does not run. `stage` says when it is run, whatever its place in the list: those that only look first,
 *         then those that watch a change, and last those after which the peer is no longer where it was.
 */
export type Check<Target> = {
  id: RuleId
  title: string
  level: Level
  needs?: readonly RuleId[]
  stage?: Stage
  run(target: Target): CheckOutcome | Promise<CheckOutcome>
}

/** When a check is run; without one it only looks. */
export type Stage = 'moves' | 'ends'

/** What a result means for the run. */
export type Verdict = 'passed' | 'failed' | 'warned' | 'not-run'

/** One check with what it came to. */
export type CheckResult = { id: RuleId; title: string; level: Level; verdict: Verdict; outcome: CheckOutcome }

/** What a run came to; `ok` when nothing failed and everything ran. */
export type CheckReport = {
  ok: boolean
  checks: CheckResult[]
  passed: number
  failed: number
  warned: number
  notRun: number
}
