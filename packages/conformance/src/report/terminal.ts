/** A report as lines of text (house style §9). */
import type { CheckReport, CheckResult } from '../types.js'
import { countsOf, rootNeeds } from './document.js'

/**
 * One line per finding: level, id, place, and what was seen, expected and to be done; the counts last.
 *
 * Shape   what passed is not printed, unless it holds for want of anything that could break it.
 */
export function renderReport(report: CheckReport): string[] {
  const rows = report.checks.flatMap(check => rowOf(check, report.checks))
  const width = (column: number) => Math.max(0, ...rows.map(row => row[column]?.length ?? 0))
  const widths = [width(0), width(1), width(2)]
  return [...rows.map(row => line(row, widths)), countsOf(report)]
}

function rowOf({ id, verdict, outcome }: CheckResult, all: readonly CheckResult[]): string[][] {
  switch (outcome.kind) {
    case 'passed':
      return outcome.vacuous === undefined ? [] : [['note', id, '', outcome.vacuous]]
    case 'failed': {
      const { at, saw, expected, remedy } = outcome
      return [[verdict === 'failed' ? 'must' : 'should', id, at, `${saw}; expected: ${expected}; ${remedy}`]]
    }
    case 'not-run':
      return [['not-run', id, '', `needs ${needWords(rootNeeds(outcome.needs, all))}`]]
    default:
      return outcome satisfies never
  }
}

const STEP = 'driver step '

/** The steps of a driver stand together, after the rest. */
function needWords(needs: readonly string[]): string {
  const steps = needs.filter(need => need.startsWith(STEP)).map(need => need.slice(STEP.length))
  const others = needs.filter(need => !need.startsWith(STEP))
  if (steps.length === 0) return others.join(', ')
  return [...others, `driver step${steps.length > 1 ? 's' : ''} ${steps.join(', ')}`].join(', ')
}

const line = (row: string[], widths: number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()
