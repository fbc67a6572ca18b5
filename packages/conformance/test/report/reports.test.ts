/** Every form of a report is well-formed and holds every check in its order, whatever the texts in it are. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type CheckReport,
  type CheckResult,
  documentOf,
  renderJUnit,
  renderMarkdown,
  renderReport,
} from '@copane/conformance'
import fc from 'fast-check'
import { test } from 'vitest'
import { reportOf } from '../../src/run-checks.ts'
import { reportOn } from '../planted.ts'
import { elementsFace } from '../peers/elements.ts'
import { elementsIn } from './xml.ts'

const schema: object = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../spec/schema/report-1.0.0.json'), 'utf8'),
)
const isValid = new Ajv2020({ strict: true, strictRequired: false }).compile(schema)

const results = (text: string): CheckResult[] => {
  const fault = { at: text, saw: text, expected: text, remedy: text }
  return [
    { id: 'D-01', title: text, level: 'must', verdict: 'passed', outcome: { kind: 'passed' } },
    { id: 'D-02', title: text, level: 'must', verdict: 'passed', outcome: { kind: 'passed', vacuous: text } },
    { id: 'D-03', title: text, level: 'must', verdict: 'failed', outcome: { kind: 'failed', ...fault } },
    { id: 'D-04', title: text, level: 'should', verdict: 'warned', outcome: { kind: 'failed', ...fault } },
    {
      id: 'D-06',
      title: text,
      level: 'must',
      verdict: 'not-run',
      outcome: { kind: 'not-run', needs: [`host order ${text}`] },
    },
  ]
}

const HOSTILE = [
  ']]></failure><failure/>',
  '"\'<>&amp;&#0;',
  'a\0b\u0001\u001B[31m\u0085\uFFFE\uFFFF',
  '\uD800 a lone half \uDC00',
  'two\r\nlines\tand | a pipe ` <script>alert(1)</script>',
  '<!--',
  '<![CDATA[',
  '<?xml?>',
  '%',
  '\u202E',
  '🎈',
]

const reports: readonly CheckReport[] = HOSTILE.map(text => reportOf(results(text)))

test('JUnit is well-formed XML with one case a check, in order', () => {
  for (const report of reports) {
    const found = elementsIn(renderJUnit(documentOf('elements', report)))
    const cases = found
      .filter(({ name }) => name === 'testcase')
      .map(({ attributes }) => attributes.classname)
    deepEqual(
      cases,
      ['D-01', 'D-02', 'D-03', 'D-04', 'D-06'].map(id => `elements.${id}`),
    )
    const suite = found.find(({ name }) => name === 'testsuite')?.attributes
    deepEqual([suite?.tests, suite?.failures, suite?.errors, suite?.skipped], ['5', '1', '1', '0'])
    deepEqual(
      found.filter(({ name }) => name === 'failure' || name === 'error' || name === 'skipped').length,
      2,
    )
  }
})

test('JUnit stays well-formed for any text at all, and keeps what XML can hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const found = elementsIn(renderJUnit(documentOf('host', reportOf(results(text)))))
      equal(found.filter(({ name }) => name === 'testcase').length, 5)
    }),
  )
  const [failure] = elementsIn(renderJUnit(documentOf('host', reportOf(results('a <b> & "c"'))))).filter(
    ({ name }) => name === 'failure',
  )
  equal(failure?.attributes.message, 'a <b> & "c"')
})

test('JSON fits its schema, and what does not fit is refused by it', () => {
  for (const report of reports) equal(isValid(JSON.parse(JSON.stringify(documentOf('bridge', report)))), true)
  const document = documentOf('bridge', reportOf(results('x')))
  equal(isValid({ ...document, more: 1 }), true)
  for (const wrong of [
    {},
    { ...document, report: '2.0.0' },
    { ...document, subject: 'app' },
    { ...document, ok: 'yes' },
    { ...document, passed: -1 },
    { ...document, checks: [{ id: 'D-01' }] },
    { ...document, checks: [{ id: 'D-01', title: '', level: 'must', verdict: 'failed' }] },
    { ...document, checks: [{ id: 'D-01', title: '', level: 'must', verdict: 'not-run' }] },
    { ...document, checks: [{ id: 'nonsense', title: '', level: 'must', verdict: 'passed' }] },
    { ...document, eras: ['new'] },
  ])
    equal(isValid(wrong), false, JSON.stringify(wrong).slice(0, 80))
})

test('Markdown is one table row a check, and no text breaks out of its cell', () => {
  for (const report of reports) {
    const lines = renderMarkdown(documentOf('client', report)).split('\n')
    const rows = lines.filter(line => line.startsWith('|'))
    equal(rows.length, 7)
    for (const row of rows) equal(row.match(/(?<!\\)\|/g)?.length, 7)
    equal(
      lines.some(line => /(?<!\\)<(?!$)/.test(line)),
      false,
    )
  }
  match(renderMarkdown(documentOf('client', reportOf([]))), /^# client: 0 passed, 0 failed\n/)
})

test('a peer that passes and one that fails have the same checks in the same order, in every form', async () => {
  const right = await reportOn('elements', {})
  const wrong = await reportOn('elements', { elements: elementsFace({ current: () => ({}) }) })
  const idsIn = (report: CheckReport) => {
    const document = documentOf('elements', report)
    const inXml = elementsIn(renderJUnit(document)).flatMap(({ attributes }) => attributes.classname ?? [])
    const rows = renderMarkdown(document)
      .split('\n')
      .filter(line => line.startsWith('|'))
      .slice(2)
    return {
      json: document.checks.map(({ id }) => id),
      xml: inXml,
      markdown: rows.map(row => /(?:EL|D)-[^ ]+/.exec(row.replaceAll('\\', ''))?.[0]),
    }
  }
  deepEqual(idsIn(wrong), idsIn(right))
  equal(wrong.failed > 0, true)
})

test('what did not run for a check that did not run either names what is missing at the root', async () => {
  const report = await reportOn('elements', { elements: { ...elementsFace(), eras: [] } })
  const { checks } = documentOf('elements', report)
  deepEqual(checks.find(({ id }) => id === 'EL-5.3-one-hover')?.needs, ['EL-8-endpoint'])
  equal(
    renderReport(report).some(line => /^not-run +EL-5.3-one-hover +needs EL-8-endpoint$/.test(line)),
    true,
  )
})
