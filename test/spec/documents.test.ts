/** Every JSON example of the source documents, on our own readers and on a stock schema validator. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { INSTRUCTIONS, readCallAnswer, readWindows, splitToolName } from '@copane/protocol/bridge'
import { readAnswer, readLocation } from '@copane/protocol/elements'
import { type Finding, isRecord, type RequirementId } from '@copane/protocol/findings'
import { isSpecType } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type DecisionId, verifies } from '../support/verifies.ts'

type Example = {
  document: string
  section: string
  requirement: RequirementId
  title: string
  kind: keyof typeof JUDGES
  findings: string[]
  question?: DecisionId
  value: unknown
}

const spec = join(import.meta.dirname, '../../spec')
const read = (path: string): string => readFileSync(join(spec, path), 'utf8')
const { examples }: { examples: Example[] } = JSON.parse(read('documents.json'))
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })

/** What our reader finds; `schema` in front where the published schema refuses the value. */
function judged(schema: string, value: unknown, findings: readonly string[]): string[] {
  return [...(ajv.validate(JSON.parse(read(`schema/${schema}.json`)), value) ? [] : ['schema']), ...findings]
}

const idsOf = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map(({ requirement }) => requirement)

const inApp = (element: unknown) => ({
  protocol: '0.2.0',
  instance: 'k3f9x2',
  root: { id: 'app', role: 'Application', title: 'Example', children: [element] },
})

const inWindows = (content: unknown) => ({
  operableWindowIds: ['w-A'],
  windows: [{ id: 'w-A', title: 'Order Editor', modal: false, ownerId: null, ...Object(content) }],
})

/** What is found in an example of each kind; a fragment is judged in the place where it belongs. */
const JUDGES = {
  current: (value: unknown) => judged('current-0.2.0', value, idsOf(readAnswer(value))),
  element: (value: unknown) => judged('current-0.2.0', inApp(value), idsOf(readAnswer(inApp(value)))),
  location: (value: unknown) => judged('location-0.2.0', value, idsOf(readLocation(value))),
  windows: (value: unknown) => judged('windows-0.1.0', value, idsOf(readWindows(value))),
  window: (value: unknown) => judged('windows-0.1.0', inWindows(value), idsOf(readWindows(inWindows(value)))),
  'tool-error'(value: unknown) {
    const { kind } = readCallAnswer({ isError: true, structuredContent: value })
    return judged('tool-error-0.1.0', value, kind === 'failed' ? [] : [kind])
  },
  capabilities: (value: unknown) =>
    isRecord(value) && isSpecType.ServerCapabilities(value.capabilities) ? [] : ['MCP'],
  tool(value: unknown) {
    if (!isSpecType.Tool(value)) return ['MCP']
    return [
      ...(splitToolName(value.name) ? [] : ['GB-5.2-names']),
      ...(value.outputSchema ? [] : ['GB-12.3-output-schema']),
      ...(value.annotations ? [] : ['GB-5.6-annotations']),
    ]
  },
  'read-result'(value: unknown) {
    if (!isSpecType.ReadResourceResult(value)) return ['MCP']
    const [content] = value.contents
    const { uri, mimeType } = content ?? {}
    const isWrapped = uri === 'app://windows' && mimeType === 'application/json'
    const isRead = content && 'text' in content && isJson(content.text)
    return isWrapped && isRead ? [] : ['GB-12.2-wrapping']
  },
  'output-schema'(value: unknown) {
    const admits = ajv.compile(Object(value))
    const sent = { message: 'Read', openedWindowIds: ['w-B'], result: { balance: 1.5, currency: 'EUR' } }
    return [...(admits(sent) ? [] : ['refuses its result']), ...(admits({ result: 1 }) ? ['admits all'] : [])]
  },
}

for (const { document, section, requirement, title, kind, findings, question, value } of examples)
  verifies(requirement, `${document} §${section}, ${title}: accepted, or its difference is explained`, () => {
    deepEqual(JUDGES[kind](value), findings)
    equal(findings.length > 0, question !== undefined)
    if (question) ok(read('QUESTIONS.md').includes(`- **${question} `), `${question} explains it`)
  })

verifies('EL-4.1-schema', 'an example of each of the five documents is there', () => {
  equal(new Set(examples.map(({ document }) => document)).size, 5)
})

verifies(
  'GB-8.1-instructions',
  'the recommended text that implementers take is the one the kit compares',
  () => {
    equal(read('instructions.txt'), `${INSTRUCTIONS}\n`)
  },
)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
