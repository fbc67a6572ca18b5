/** Writes the reports of a run where they are wanted. */
import { writeFileSync } from 'node:fs'
import { documentOf, renderJUnit, renderMarkdown, renderReport, type Subject } from '@copane/conformance'
import type { PeerReport } from '@copane/conformance/node'
import type { Io } from '../io.js'
import { jsonLines } from '../render/lines.js'
import type { WantedReport } from './request.js'

/** What a run of any subject gives. */
export type AnyReport = Omit<PeerReport, 'eras' | 'isReached'> & Partial<PeerReport>

/** Writes each; false, with a word, when a file can't be written. */
export function writeReports(
  io: Io,
  subject: Subject,
  report: AnyReport,
  wanted: readonly WantedReport[],
): boolean {
  let isWritten = true
  for (const { format, file } of wanted) {
    const lines = linesOf(format, subject, report)
    if (file === undefined) io.out(lines)
    else if (!write(file, `${lines.join('\n')}\n`)) {
      io.tell([`copane: ${file} can't be written`])
      isWritten = false
    }
  }
  return isWritten
}

function linesOf(format: WantedReport['format'], subject: Subject, report: AnyReport): string[] {
  switch (format) {
    case 'terminal':
      return renderReport(report)
    case 'json':
      return jsonLines(documentOf(subject, report))
    case 'junit':
      return renderJUnit(documentOf(subject, report)).trimEnd().split('\n')
    case 'markdown':
      return renderMarkdown(documentOf(subject, report)).trimEnd().split('\n')
    default:
      return format satisfies never
  }
}

function write(file: string, text: string): boolean {
  try {
    writeFileSync(file, text)
    return true
  } catch {
    return false
  }
}
