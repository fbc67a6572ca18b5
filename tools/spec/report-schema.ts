/** The schema of a report of the kit (packages/conformance/src/report/document.ts); unknown fields pass. */
import type { Schema } from './json-schema.ts'

const COUNT: Schema = { type: 'integer', minimum: 0 }
const TEXT: Schema = { type: 'string' }
const COUNTS = ['passed', 'failed', 'warned', 'notRun']

const whenVerdict = (verdicts: string[], required: string[]): Schema => ({
  if: { properties: { verdict: { enum: verdicts } }, required: ['verdict'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required },
})

const check: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^(?:EL|GB|D)-[A-Za-z0-9.-]+$' },
    title: TEXT,
    level: { enum: ['must', 'should'] },
    verdict: { enum: ['passed', 'failed', 'warned', 'not-run'] },
    at: TEXT,
    saw: TEXT,
    expected: TEXT,
    remedy: TEXT,
    needs: { type: 'array', items: TEXT, minItems: 1 },
    note: TEXT,
  },
  required: ['id', 'title', 'level', 'verdict'],
  allOf: [
    whenVerdict(['failed', 'warned'], ['at', 'saw', 'expected', 'remedy']),
    whenVerdict(['not-run'], ['needs']),
  ],
}

/** What `copane check --report json` writes; a new major version has a schema of its own. */
export const REPORT_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A report of the conformance kit, 1.0.0',
  description:
    'What came of each check, in the order of the list, whatever it came to. A check that did not run is no success.',
  type: 'object',
  properties: {
    report: { type: 'string', pattern: '^1\\.' },
    subject: { enum: ['elements', 'bridge', 'host', 'client'] },
    protocol: TEXT,
    eras: { type: 'array', items: { enum: ['legacy', 'modern'] } },
    ok: { type: 'boolean' },
    ...Object.fromEntries(COUNTS.map(name => [name, COUNT])),
    checks: { type: 'array', items: check },
  },
  required: ['report', 'subject', 'protocol', 'eras', 'ok', ...COUNTS, 'checks'],
}
