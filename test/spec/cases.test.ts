/** The cases that implementers in other languages download, run on our own readers and on a stock schema validator. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWindows, validateCallAnswer } from '@copane/protocol/bridge'
import { parseDescriptor, readAnswer, readLocation } from '@copane/protocol/elements'
import { type Finding, REQUIREMENTS, type RequirementId } from '@copane/protocol/findings'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { type DecisionId, verifies } from '../support/verifies.ts'

type Case = {
  requirement: RequirementId | DecisionId
  title: string
  accepted: boolean
  schema: boolean
  findings: Omit<Finding, 'message'>[]
  value: unknown
}
type CaseFile = { schema: string; cases: Case[] }

const spec = join(import.meta.dirname, '../../spec')
const json = <Value>(path: string): Value => JSON.parse(readFileSync(join(spec, path), 'utf8'))

/** What our own reader finds in a value of a file; a file without one is judged by its schema alone. */
const READERS: { readonly [file: string]: (value: unknown) => Finding[] } = {
  'current.json': value => readAnswer(value).findings,
  'location.json': value => readLocation(value).findings,
  'windows.json': value => readWindows(value).findings,
}

const files = readdirSync(join(spec, 'cases')).filter(name => name.endsWith('.json'))
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })

test('the cases of every reader are there', () => {
  expect(Object.keys(READERS).filter(name => !files.includes(name))).toEqual([])
})

for (const file of files) {
  const { schema, cases } = json<CaseFile>(`cases/${file}`)
  const isValid = ajv.compile(json<object>(`schema/${schema}`))
  const read = READERS[file]
  for (const { requirement, title, accepted, findings, value, ...wanted } of cases)
    verifies(requirement, `${accepted ? 'accepted' : 'refused'} in ${file}: ${title}`, () => {
      expect(isValid(value)).toBe(wanted.schema)
      if (!read) return expect(wanted.schema).toBe(accepted)
      const found = read(value)
      expect(found.map(({ message: _, ...rest }) => rest)).toEqual(findings)
      for (const { message } of found) expect(message).toMatch(/^\S.{7,}\S$/)
    })
  test(`more of ${file} is refused than accepted`, () => {
    const refused = cases.filter(({ accepted }) => !accepted).length
    expect(refused).toBeGreaterThan(cases.length - refused)
  })
}

verifies('EL-8-descriptor', 'the reader of descriptors takes what its cases accept, and no more', () => {
  const { cases } = json<CaseFile>('cases/descriptor.json')
  const taken = cases.filter(({ value }) => parseDescriptor(JSON.stringify(value)).kind === 'descriptor')
  expect(taken.map(({ title }) => title)).toEqual(
    cases.filter(({ accepted }) => accepted).map(({ title }) => title),
  )
})

for (const [file, isError] of [
  ['tool-result.json', false],
  ['tool-error.json', true],
] as const)
  verifies(
    isError ? 'GB-7.4-failure' : 'GB-5.4-success',
    `the checker of ${file} finds something in each case that is refused, and nothing in the others`,
    () => {
      for (const { title, accepted, value } of json<CaseFile>(`cases/${file}`).cases)
        expect({ title, isClean: validateCallAnswer(value, isError).length === 0 }).toEqual({
          title,
          isClean: accepted,
        })
    },
  )

const all = files.flatMap(file => json<CaseFile>(`cases/${file}`).cases)
for (const { id, check } of REQUIREMENTS.filter(row =>
  row.check.some(way => way === 'schema' || way === 'rule'),
))
  test(`${check.join(' and ')} of ${id}: a case that is refused, and one that is accepted`, () => {
    const own = all.filter(({ requirement }) => requirement === id)
    expect(new Set(own.map(({ accepted }) => accepted))).toEqual(new Set([true, false]))
  })
