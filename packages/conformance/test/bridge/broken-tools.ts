/** Bridge servers whose list of tools breaks a rule. */
import { type Broken, broken } from '../planted.ts'
import { bridgeFace, call, snapshot, tools, withTool } from '../peers/bridge.ts'
import type { Face, Fields } from '../peers/mcp.ts'

const withMore = (name: string): { bridge: Face } => ({
  bridge: bridgeFace({
    tools: () => [...tools(), { ...tools()[2], name }],
    call: params => call({ ...params, name: params.name === name ? 'w-1__look' : params.name }),
  }),
})

const tool = (name: string, change: Fields): { bridge: Face } => ({ bridge: withTool(name, change) })

const withWindowCalled = (id: string): { bridge: Face } => ({
  bridge: bridgeFace({
    snapshot: () => {
      const { windows } = snapshot()
      const more = {
        id,
        title: 'More',
        modal: false,
        ownerId: null,
        version: 1,
        summary: 'More.',
        blocks: [],
      }
      return { ...snapshot(), windows: [...(Array.isArray(windows) ? windows : []), more] }
    },
  }),
})

/** What relies on names that lead to windows. */
const UNNAMED = {
  'GB-12.4-one-win-id': 'failed',
  'GB-1.3-sole-authority': 'not-run',
  'GB-5.1-visible-available': 'not-run',
  'GB-9-large-data': 'not-run',
  'GB-7.1-stale-state': 'not-run',
  'GB-7.2-runtime': 'not-run',
  'GB-7.3-field-errors': 'not-run',
} as const

export const BROKEN_TOOLS: readonly Broken[] = [
  broken('GB-12.4-one-win-id', 'a tool of a window that is not there', withMore('w-9__look'), UNNAMED),
  broken('GB-12.4-one-win-id', 'a window id with a dot', withWindowCalled('w.4'), UNNAMED),
  broken('GB-12.4-one-win-id', 'a window called app', withWindowCalled('app'), UNNAMED),
  broken('GB-5.2-names', 'a name without an action', withMore('look')),
  broken('GB-5.2-names', 'a name with a space', withMore('w-1__look up')),
  broken('GB-5.2-names', 'two tools of one name', withMore('w-1__look')),
  broken('GB-5.1-visible-available', 'a tool of a blocked window', withMore('w-2__look')),
  broken('GB-5.2-titles', 'a tool without a title', tool('w-1__look', { title: undefined }), {
    'GB-5.2-titles': 'warned',
  }),
  broken('GB-5.2-titles', 'a tool with an empty description', tool('w-1__look', { description: '' }), {
    'GB-5.2-titles': 'warned',
  }),
  broken('GB-5.6-annotations', 'a tool without hints', tool('w-1__edit', { annotations: undefined }), {
    'GB-5.6-annotations': 'warned',
  }),
  broken(
    'GB-5.6-annotations',
    'a tool with three hints',
    tool('w-1__look', { annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false } }),
    {
      'GB-5.6-annotations': 'warned',
    },
  ),
  broken(
    'GB-12.3-output-schema',
    'a tool without an output schema',
    tool('w-1__edit', { outputSchema: undefined }),
  ),
  broken(
    'GB-5.5-expected-version',
    'a write without it',
    tool('w-3__close', { inputSchema: { type: 'object' } }),
    {
      'GB-5.5-expected-version': 'warned',
    },
  ),
  broken(
    'GB-5.5-expected-version',
    'a write that requires it',
    tool('w-3__close', {
      inputSchema: {
        type: 'object',
        properties: { expectedVersion: { type: 'integer' } },
        required: ['expectedVersion'],
      },
    }),
    { 'GB-5.5-expected-version': 'warned' },
  ),
  broken(
    'D-34',
    'an action of the app takes a version',
    tool('app__open', {
      inputSchema: { type: 'object', properties: { expectedVersion: { type: 'integer' } } },
    }),
    { 'D-34': 'warned' },
  ),
]
