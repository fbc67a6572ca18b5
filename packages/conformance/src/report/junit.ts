/** A report as JUnit XML, which most CI systems show as tests. */
import { countsOf, type ReportDocument, type ReportedCheck } from './document.js'

/**
 * One test suite, one test case a check, in the order of the checks.
 *
 * Shape   what failed is a failure; what did not run is an error, since a skipped test would pass; a warning and a note
 *         stand in the output of a test that passed. Well-formed XML 1.0 whatever the texts hold.
 */
export function renderJUnit(document: ReportDocument): string {
  const { subject, protocol, eras, checks, failed, notRun } = document
  const counts = `tests="${checks.length}" failures="${failed}" errors="${notRun}" skipped="0"`
  const name = attribute(`copane check ${subject}`)
  const properties = [
    ['report', document.report],
    ['protocol', protocol],
    ['eras', eras.join(' ')],
    ['counts', countsOf(document)],
  ] as const
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${name} ${counts}>`,
    `  <testsuite name=${name} ${counts}>`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property name=${attribute(key)} value=${attribute(value)}/>`),
    '    </properties>',
    ...checks.flatMap(check => testCase(check, subject)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(check: ReportedCheck, subject: string): string[] {
  const { id, title, verdict, needs = [], note } = check
  const head = `    <testcase classname=${attribute(`${subject}.${id}`)} name=${attribute(`${id} ${title}`)}`
  const holding = (inner: string) => [`${head}>`, `      ${inner}`, '    </testcase>']
  switch (verdict) {
    case 'passed':
      return note === undefined ? [`${head}/>`] : holding(`<system-out>${escaped(note)}</system-out>`)
    case 'warned':
      return holding(`<system-out>${escaped(told(check))}</system-out>`)
    case 'failed':
      return holding(
        `<failure type=${attribute(id)} message=${attribute(check.saw ?? '')}>${escaped(told(check))}</failure>`,
      )
    case 'not-run':
      return holding(`<error type="not-run" message=${attribute(`needs ${needs.join(', ')}`)}/>`)
    default:
      return verdict satisfies never
  }
}

const told = ({ level, id, at = '', saw = '', expected = '', remedy = '' }: ReportedCheck): string =>
  `${level} ${id} ${at}\nseen: ${saw}\nexpected: ${expected}\nto do: ${remedy}`

/** Line ends are kept in an attribute only as references. */
const attribute = (text: string): string =>
  `"${escaped(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')}"`

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML 1.0 can't hold, a lone half of a character included, becomes U+FFFD. */
const escaped = (text: string): string =>
  Array.from(text, character => (isXml(character) ? (ENTITIES[character] ?? character) : '\u{FFFD}')).join('')

function isXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
