/** Bridge servers that let a call through, or refuse it in a wrong way. */
import { type Broken, broken } from '../planted.ts'
import { bridgeFace, call, failure, success, toolResult, tools, withCall } from '../peers/bridge.ts'
import { error, type Face, type Fields, type Given } from '../peers/mcp.ts'

const calls = (judge: (name: string, args: Fields) => Given | undefined): { bridge: Face } => ({
  bridge: withCall(judge),
})

const isThere = (name: string): boolean => /^(?:app|w-\d)__/.test(name)

/** Replaces every failure of a code; the others stay as they are. */
const instead = (code: string, other: (error: Fields) => Given): { bridge: Face } =>
  calls((name, args) => {
    const given = call({ name, arguments: args })
    const content = 'result' in given ? given.result.structuredContent : undefined
    return isFields(content) && content.code === code ? other(content) : undefined
  })

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A version in the future is taken for granted. */
const onlyOlder = calls((name, { expectedVersion }) =>
  name === 'w-3__close' || name === 'w-1__edit'
    ? Number(expectedVersion) > 4
      ? success()
      : undefined
    : undefined,
)

/** Many cheap tools that show nothing stand before the one that lets an old version through. */
const manyOthers: { bridge: Face } = {
  bridge: bridgeFace({
    tools: () => [
      ...Array.from({ length: 5 }, (_, at) => ({ ...openTool(), name: `app__open_${at}` })),
      ...tools(),
    ],
    call: params => (String(params.name) === 'w-3__close' ? success() : call(params)),
  }),
}

function openTool(): Fields {
  const annotations = {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  }
  return {
    ...tools()[0],
    annotations,
    inputSchema: { type: 'object', properties: { expectedVersion: { type: 'integer' } } },
  }
}

const TOGETHER = { 'GB-7.2-runtime': 'failed', 'GB-7.4-failure': 'failed' } as const
const NOTHING_FAILS = {
  ...TOGETHER,
  'GB-7.1-stale-state': 'failed',
  'GB-7.3-field-errors': 'failed',
} as const

export const BROKEN_CALLS: readonly Broken[] = [
  broken(
    'GB-7.4-failure',
    'an error without a message',
    calls(name => (isThere(name) ? undefined : failure('window_not_found', { message: undefined }))),
  ),
  broken(
    'GB-7.4-failure',
    'an error object in a success',
    calls((name, args) => {
      const given = call({ name, arguments: args })
      return 'result' in given ? { result: { ...given.result, isError: false } } : undefined
    }),
    NOTHING_FAILS,
  ),
  broken(
    'GB-7.4-failure',
    'an error as text alone',
    calls(name =>
      isThere(name) ? undefined : { result: { content: [{ type: 'text', text: 'no' }], isError: true } },
    ),
    TOGETHER,
  ),
  broken(
    'GB-7.2-runtime',
    "MCP's own unknown-tool error for what is not listed",
    calls(name => (isThere(name) ? undefined : error(-32602))),
    TOGETHER,
  ),
  broken(
    'GB-7.2-runtime',
    'another code for a window that is not there',
    instead('window_not_found', () => failure('action_not_available')),
  ),
  broken(
    'GB-7.2-runtime',
    'another code for an action that is not there',
    instead('action_not_available', () => failure('window_not_found')),
  ),
  broken(
    'GB-7.2-runtime',
    'a call of an unknown action goes through',
    instead('action_not_available', success),
  ),
  broken('GB-7.2-runtime', 'a call of a blocked window goes through', instead('blocked_by_modal', success)),
  broken('GB-7.1-stale-state', 'expectedVersion is not looked at', instead('stale_state', success)),
  broken('GB-7.1-stale-state', 'a version that is too high goes through', onlyOlder),
  broken('GB-7.1-stale-state', 'one write among many does not look at it', manyOthers, {
    'GB-7.1-stale-state': 'failed',
    'D-34': 'warned',
  }),
  broken(
    'GB-7.1-stale-state',
    'no currentVersion',
    instead('stale_state', () => failure('stale_state')),
  ),
  broken(
    'GB-7.1-stale-state',
    'another currentVersion',
    instead('stale_state', () => failure('stale_state', { currentVersion: 77 })),
  ),
  broken(
    'GB-7.1-stale-state',
    'a code of its own',
    instead('stale_state', () => failure('conflict')),
  ),
  broken(
    'GB-7.3-field-errors',
    'an argument of wrong type goes through',
    instead('validation_failed', success),
  ),
  broken(
    'GB-7.3-field-errors',
    'no fields',
    instead('validation_failed', () => failure('validation_failed')),
  ),
  broken(
    'GB-7.3-field-errors',
    'fields that are texts',
    instead('validation_failed', () => failure('validation_failed', { fields: ['count'] })),
  ),
  broken(
    'GB-7.3-field-errors',
    'fields that name another parameter',
    instead('validation_failed', () =>
      failure('validation_failed', { fields: [{ field: 'other', error: 'wrong' }] }),
    ),
  ),
  broken(
    'GB-7.3-field-errors',
    "MCP's own error for wrong arguments",
    instead('validation_failed', () => error(-32602)),
  ),
  broken(
    'GB-7.3-field-errors',
    'a text that says what is wrong',
    instead('validation_failed', ({ message }) => ({ result: toolResult({ message }, true) })),
  ),
]
