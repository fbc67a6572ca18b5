/** A report as Markdown, to be read where code is reviewed. */
import { countsOf, type ReportDocument, type ReportedCheck } from './document.js'

/** A heading, the counts, and a table of all checks; every text is plain text there, whatever it holds. */
export function renderMarkdown(document: ReportDocument): string {
  const { subject, protocol, eras, checks } = document
  const offered = eras.length === 0 ? '' : ` · MCP eras: ${eras.join(', ')}`
  return [
    `# ${subject}: ${countsOf(document)}`,
    '',
    `Requirements of ${protocol}${offered} · ${document.ok ? 'conforms' : 'does not conform, or could not be seen to'}`,
    '',
    '| | requirement | check | seen | expected | to do |',
    '| --- | --- | --- | --- | --- | --- |',
    ...checks.map(row),
    '',
  ].join('\n')
}

function row(check: ReportedCheck): string {
  const { id, title, level, verdict, at, saw = '', expected = '', remedy = '', needs = [], note = '' } = check
  const seen = [at, verdict === 'not-run' ? `needs ${needs.join(', ')}` : saw || note].filter(Boolean)
  const cells = [verdict, `${id} (${level})`, title, seen.join(': '), expected, remedy]
  return `| ${cells.map(plain).join(' | ')} |`
}

/** Characters that mean something in Markdown or HTML are escaped; whatever ends a line, or can't be seen, is a space. */
const plain = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\\`*_[\]<>#|~&$]/g, '\\$&')
