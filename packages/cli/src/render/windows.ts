/** The actions that can be called now. */
import type { WindowTool } from '@copane/host'
import { isRecord } from '@copane/protocol/findings'
import { table } from './lines.js'

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
