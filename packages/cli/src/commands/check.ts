/** `copane check`: whether an implementation in any language does what the protocols ask, seen from outside. */
import { checksOf, PROTOCOL_OF } from '@copane/conformance'
import { hintLines } from '../check/hints.js'
import { writeReports } from '../check/reports.js'
import { type CheckRequest, readRequest } from '../check/request.js'
import { runCheck } from '../check/run-check.js'
import type { ExitCode, Io } from '../io.js'
import { wrongUse } from '../options.js'
import { jsonLines, table } from '../render/lines.js'

/** Checks one peer; what did not run is no success. */
export async function check(args: readonly string[], io: Io): Promise<ExitCode> {
  const request = readRequest(args)
  if (request.kind === 'wrong') return wrongUse(io, request.message, request.example)
  if (request.lists) return list(io, request)
  const { subject, reports, only } = request
  const { length } = only ?? checksOf(subject)
  io.tell([`copane: ${subject} ${PROTOCOL_OF[subject]}, ${length} ${length === 1 ? 'check' : 'checks'}`])
  const outcome = await runCheck(io, request)
  if (outcome.kind === 'none') {
    io.tell(outcome.lines)
    return 2
  }
  const { report } = outcome
  // Where nobody answers, forty lines of what did not run tell a reader nothing more.
  const wanted = report.isReached === false ? reports.filter(({ format }) => format !== 'terminal') : reports
  const isWritten = writeReports(io, subject, report, wanted)
  if (report.eras && report.eras.length > 0) io.tell([`copane: MCP eras checked: ${report.eras.join(', ')}`])
  if (report.isReached === false) {
    io.tell(['copane: nobody answers there, so nothing could be checked'])
    return 2
  }
  io.tell(hintLines(report, request))
  if (!isWritten) return 2
  return report.ok ? 0 : 1
}

function list(io: Io, { subject, only, reports }: CheckRequest): ExitCode {
  const checks = checksOf(subject).filter(({ id }) => only === undefined || only.includes(id))
  if (reports.some(({ format }) => format === 'json'))
    io.out(jsonLines({ subject, protocol: PROTOCOL_OF[subject], checks }))
  else io.out(table(checks.map(({ id, level, title }) => [id, level, title])))
  return 0
}
