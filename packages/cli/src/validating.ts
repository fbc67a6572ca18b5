/** What a file holds, and everything that is wrong with it. */
import { validateCallAnswer, validateWindows } from '@copane/protocol/bridge'
import { parseDescriptor, readAnswer, readLocation } from '@copane/protocol/elements'
import { type Finding, isRecord, REQUIREMENTS } from '@copane/protocol/findings'

/** What can be validated. */
export const KINDS = ['current', 'location', 'descriptor', 'windows', 'tool-result', 'tool-error'] as const

/** One of them. */
export type Kind = (typeof KINDS)[number]

/**
 * What came of validating.
 *
 * Shape   `value` was found where `inside` says: what MCP wraps around it is taken off. `unknown`: no kind fits.
 */
export type Validated =
  | { kind: 'judged'; as: Kind; inside: string; findings: Finding[] }
  | { kind: 'no-json' }
  | { kind: 'unknown' }

/** Validates a text, as the kind that is named or that its content shows. */
export function validateText(text: string, named: Kind | undefined): Validated {
  const parsed = parse(text)
  if (parsed.kind === 'no-json') return parsed
  const { value, inside, isError } = unwrapped(parsed.value)
  const as = named ?? kindOf(value, isError)
  if (!as) return { kind: 'unknown' }
  return { kind: 'judged', as, inside, findings: judge(as, value) }
}

/** The words of the rule that a finding cites; a decision has none in the catalogue. */
export const ruleText = (id: string): string | undefined => {
  const row = REQUIREMENTS.find(each => each.id === id)
  return row && `${row.text} (§${row.section})`
}

function judge(as: Kind, value: unknown): Finding[] {
  switch (as) {
    case 'current':
      return readAnswer(value).findings
    case 'location':
      return readLocation(value).findings
    case 'descriptor':
      return judgeDescriptor(value)
    case 'windows':
      return validateWindows(value)
    case 'tool-result':
      return validateCallAnswer(value, false)
    case 'tool-error':
      return validateCallAnswer(value, true)
    default:
      return as satisfies never
  }
}

function judgeDescriptor(value: unknown): Finding[] {
  const outcome = parseDescriptor(JSON.stringify(value) ?? '')
  if (outcome.kind === 'descriptor') return []
  const requirement = outcome.kind === 'elsewhere' ? 'EL-8-endpoint' : 'EL-8-descriptor'
  const message = `${outcome.reason}; no host will use it`
  return [{ requirement, level: 'must', at: '$', message, consequence: 'refuse' }]
}

function parse(text: string): { kind: 'value'; value: unknown } | { kind: 'no-json' } {
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'no-json' }
  }
}

/** How deep MCP wraps: a response, its result, the text of its content. */
const MOST_WRAPS = 4

type Unwrapped = { value: unknown; inside: string; isError: boolean | undefined }

/** The value without a JSON-RPC response, a read's contents or a call's result around it. */
function unwrapped(whole: unknown): Unwrapped {
  let at: Unwrapped = { value: whole, inside: '$', isError: undefined }
  for (let wraps = 0; wraps < MOST_WRAPS; wraps++) {
    const next = inner(at)
    if (!next) break
    at = next
  }
  return at
}

function inner({ value, inside, isError }: Unwrapped): Unwrapped | undefined {
  if (!isRecord(value)) return undefined
  if (value.jsonrpc === '2.0' && value.result !== undefined)
    return { value: value.result, inside: `${inside}.result`, isError }
  if ('structuredContent' in value)
    return {
      value: value.structuredContent,
      inside: `${inside}.structuredContent`,
      isError: value.isError === true,
    }
  const contents: unknown[] = Array.isArray(value.contents) ? value.contents : []
  const [first] = contents
  if (!isRecord(first) || typeof first.text !== 'string') return undefined
  const parsed = parse(first.text)
  return parsed.kind === 'value'
    ? { value: parsed.value, inside: `${inside}.contents[0].text`, isError }
    : undefined
}

/** A field that no other kind has. */
const SIGNS: readonly [Kind, readonly string[]][] = [
  ['descriptor', ['endpoint', 'token', 'bundleId', 'pid']],
  ['current', ['root']],
  ['windows', ['windows', 'operableWindowIds']],
  ['location', ['state', 'rects']],
  ['tool-error', ['code']],
  ['tool-result', ['openedWindowIds', 'result', 'message', 'ok']],
]

function kindOf(value: unknown, isError: boolean | undefined): Kind | undefined {
  if (isError !== undefined) return isError ? 'tool-error' : 'tool-result'
  if (!isRecord(value)) return undefined
  return SIGNS.find(([, names]) => names.some(name => Object.hasOwn(value, name)))?.[0]
}
