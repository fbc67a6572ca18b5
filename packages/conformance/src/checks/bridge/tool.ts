/** One entry of `tools/list`, read with nothing taken for granted (GB §5). */
import { APP_HANDLE } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { Moment } from '../../bridge-target.js'
import type { Fields } from '../../wire/era.js'

/** A tool as far as it could be read. */
export type Tool = {
  /** `tools[3]`: where it stands in the list. */
  at: string
  name: string
  /** The window or `app`; undefined where the name names none. */
  handle: string | undefined
  action: string
  hints: Fields
  /** Parameters by name, each with its schema. */
  parameters: { readonly [name: string]: Fields }
  required: readonly string[]
  entry: Fields
}

/** The tools of a moment, each matched to the longest window id that its name begins with (D-30). */
export function toolsOf({ era, snapshot, tools }: Pick<Moment, 'era' | 'snapshot' | 'tools'>): Tool[] {
  const handles = [...snapshot.windows.map(({ id }) => id), APP_HANDLE].sort((a, b) => b.length - a.length)
  return tools.map((entry, index) => {
    const name = typeof entry.name === 'string' ? entry.name : ''
    const handle = handles.find(id => name.startsWith(`${id}__`))
    const schema = isRecord(entry.inputSchema) ? entry.inputSchema : {}
    return {
      at: `${era} tools[${index}]`,
      name,
      handle,
      action: name.slice((handle ?? name.split('__')[0] ?? '').length + 2),
      hints: isRecord(entry.annotations) ? entry.annotations : {},
      parameters: recordsIn(schema.properties),
      required: stringsIn(schema.required),
      entry,
    }
  })
}

/** Whether the tool says of itself that it changes nothing. */
export const isReadOnly = (tool: Tool): boolean => tool.hints.readOnlyHint === true

/**
 * Whether calling the tool does no harm even on a server that fails to refuse the call.
 *
 * Shape   MCP reads a tool without hints as destructive; `mayChange` lets it be called all the same.
 */
export const isSafe = (tool: Tool, mayChange: boolean): boolean =>
  mayChange ||
  isReadOnly(tool) ||
  (tool.hints.destructiveHint === false && tool.hints.openWorldHint === false)

/**
 * Arguments that fit the schema as far as it tells; `expectedVersion` is left out.
 *
 * Shape   `turn` makes free texts differ from those of another turn.
 */
export function sampleArguments(tool: Tool, turn = 0): { [name: string]: unknown } {
  const names = tool.required.filter(name => name !== 'expectedVersion')
  return Object.fromEntries(
    names.map(name => {
      const sample = sampleOf(tool.parameters[name] ?? {})
      return [name, sample === 'a' && turn !== 0 ? `a${turn}` : sample]
    }),
  )
}

/** A value of a type that a schema rules out; undefined where it rules out none. */
export function misfitOf(schema: Fields): unknown {
  const types = typesOf(schema)
  if (types.length === 0) return undefined
  return types.includes('object')
    ? types.includes('string')
      ? undefined
      : 'copane'
    : { copane: 'conformance' }
}

const typesOf = ({ type }: Fields): string[] => (typeof type === 'string' ? [type] : stringsIn(type))

/** A schema that nests deeper, or asks for more, is not met: the server then says so, and nothing is shown. */
const MAX_DEPTH = 8
const MAX_LENGTH = 1000

function sampleOf(schema: Fields, depth = 0): unknown {
  const listed = [schema.enum, schema.examples].flatMap(list => (Array.isArray(list) ? list.slice(0, 1) : []))
  const given = [schema.const, ...listed, schema.default].find(isPlain)
  if (given !== undefined) return given
  switch (typesOf(schema)[0]) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return depth < MAX_DEPTH ? objectOf(schema, depth + 1) : {}
    case undefined:
    default:
      return 'a'.repeat(Math.min(MAX_LENGTH, Math.max(1, Number(schema.minLength ?? 1)) || 1))
  }
}

function objectOf(schema: Fields, depth: number): { [name: string]: unknown } {
  const properties = recordsIn(schema.properties)
  return Object.fromEntries(
    stringsIn(schema.required).map(name => [name, sampleOf(properties[name] ?? {}, depth)]),
  )
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

function recordsIn(value: unknown): { [name: string]: Fields } {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isRecord(item) ? item : {}]))
}

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
