/** The tools of a server, matched to its windows (GB §5.2 · D-30). */
import { APP_HANDLE, type ToolEntry, toolName } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { ListedTool } from '../wire/connection.js'

/** A tool with the window it belongs to; `window` is `app` for an action of the app. */
export type WindowTool = ListedTool & { window: string; action: string }

/**
 * Each tool with its window: the longest known id that its name begins with, followed by `__`.
 *
 * Shape   in the server's order; a tool of no known window is left out.
 */
export function matchTools(tools: readonly ListedTool[], windowIds: readonly string[]): WindowTool[] {
  const handles = [...windowIds, APP_HANDLE].toSorted((a, b) => b.length - a.length)
  return tools.flatMap(tool => {
    const window = handles.find(handle => tool.name.startsWith(toolName(handle, '')))
    return window === undefined
      ? []
      : [{ ...tool, window, action: tool.name.slice(toolName(window, '').length) }]
  })
}

/** True when a tool takes the version that a call is based on (GB-5.5-expected-version). */
export const takesVersion = ({ inputSchema }: Pick<ToolEntry | ListedTool, 'inputSchema'>): boolean =>
  isRecord(inputSchema.properties) && 'expectedVersion' in inputSchema.properties
