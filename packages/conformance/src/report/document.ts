/** A report as one JSON object, in the form of spec/report.md. */
import { PROTOCOL_OF, type Subject } from '../catalogue.js'
import type { CheckReport, CheckResult, Level, Verdict } from '../types.js'
import type { Era } from '../wire/era.js'

/** The version of this form; fields may be added without a new one. */
export const REPORT_VERSION = '1.0.0'

/**
 * One check.
 *
 * Shape   `at`, `saw`, `expected` and `remedy` come with `failed` and `warned`, `needs` with `not-run`, `note` with what
 *         passed because there is nothing that could break it.
 */
export type ReportedCheck = {
  id: string
  title: string
  level: Level
  verdict: Verdict
  at?: string
  saw?: string
  expected?: string
  remedy?: string
  needs?: string[]
  note?: string
}

/**
 * A whole run.
 *
 * Shape   `protocol` is the version whose requirements were checked; `eras` are those that the peer offers, [] for a
 *         host or client. `ok`: nothing failed, and everything ran.
 * Errors  holds no text, title, id, address or token of the peer (D-08).
 */
export type ReportDocument = {
  report: string
  subject: Subject
  protocol: string
  eras: Era[]
  ok: boolean
  passed: number
  failed: number
  warned: number
  notRun: number
  checks: ReportedCheck[]
}

/** Makes the document of a run. */
export const documentOf = (subject: Subject, report: CheckReport & { eras?: Era[] }): ReportDocument => ({
  report: REPORT_VERSION,
  subject,
  protocol: PROTOCOL_OF[subject],
  eras: report.eras ?? [],
  ok: report.ok,
  passed: report.passed,
  failed: report.failed,
  warned: report.warned,
  notRun: report.notRun,
  checks: report.checks.map(check => reported(check, report.checks)),
})

function reported(
  { id, title, level, verdict, outcome }: CheckResult,
  all: readonly CheckResult[],
): ReportedCheck {
  const head = { id, title, level, verdict }
  switch (outcome.kind) {
    case 'passed':
      return outcome.vacuous === undefined ? head : { ...head, note: outcome.vacuous }
    case 'failed':
      return {
        ...head,
        at: outcome.at,
        saw: outcome.saw,
        expected: outcome.expected,
        remedy: outcome.remedy,
      }
    case 'not-run':
      return { ...head, needs: rootNeeds(outcome.needs, all) }
    default:
      return outcome satisfies never
  }
}

/**
 * What has to be there before a check can run: where its need did not run either, what that one needs.
 *
 * Shape   each need once; a ring of needs, which no list has, ends where it is met again.
 */
export function rootNeeds(needs: readonly string[], checks: readonly CheckResult[]): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const open = [...needs]
  for (let need = open.shift(); need !== undefined; need = open.shift()) {
    if (seen.has(need)) continue
    seen.add(need)
    const outcome = checks.find(({ id }) => id === need)?.outcome
    if (outcome?.kind === 'not-run') open.push(...outcome.needs)
    else found.add(need)
  }
  return found.size > 0 ? [...found] : [...needs]
}

/** The counts in words. */
export function countsOf({ passed, failed, warned, notRun }: Omit<CheckReport, 'ok' | 'checks'>): string {
  const more = [warned > 0 ? `, ${warned} warned` : '', notRun > 0 ? `, ${notRun} not run` : '']
  return `${passed} passed, ${failed} failed${more.join('')}`
}
