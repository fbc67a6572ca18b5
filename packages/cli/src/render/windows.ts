/** The actions that can be called now. */
import type { WindowTool } from '@copane/host'
import type { SeenSnapshot } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import { table } from './lines.js'

/**
 * Says that something outside the app's own windows blocks all of them: a file chooser, a permission question (FR-20).
 *
 * Shape   [] when a window can be operated, or there is none.
 */
export const blockedLines = (
  { operableWindowIds, windows }: Pick<SeenSnapshot, 'operableWindowIds' | 'windows'>,
  app: string,
): string[] =>
  windows.length > 0 && operableWindowIds.length === 0
    ? [
        `copane: no window of ${app} can be operated now: something that it does not show blocks them; ask its user`,
      ]
    : []

/** One line an action: window, action, parameters as `copane do` takes them, title. */
export const actionLines = (tools: readonly WindowTool[]): string[] =>
  table(
    tools.map(({ window, action, inputSchema, title, description }) => [
      window,
      action,
      parametersOf(inputSchema).join(' '),
      title ?? description ?? '',
    ]),
  )

/** `expectedVersion` is left out: it is carried without being asked for. */
function parametersOf({ properties, required }: { readonly [name: string]: unknown }): string[] {
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.keys(isRecord(properties) ? properties : {})
    .filter(name => name !== 'expectedVersion')
    .map(name => (needed.includes(name) ? `${name}=` : `[${name}=]`))
}
