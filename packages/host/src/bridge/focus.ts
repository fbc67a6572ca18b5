/** The action of a window that brings it before the user, where it has one (GB §11). */
import type { ListedTool } from '../wire/connection.js'
import type { WindowTool } from './tools.js'

/**
 * The tool that focuses a window; undefined when it offers none that can be called without arguments.
 *
 * Shape   known by its name, since the protocol reserves none (GB-5.3-no-reserved).
 * Source  GB-11-focus-first
 */
export const focusTool = (tools: readonly WindowTool[], window: string): WindowTool | undefined =>
  tools.find(tool => tool.window === window && isFocusStyle(tool.action) && needsNothing(tool))

/** True for the name of an action that only brings a window before the user. */
export const isFocusStyle = (action: string): boolean =>
  FOCUS_NAMES.has(action.toLowerCase().replaceAll(/[^a-z]/g, ''))

const FOCUS_NAMES = new Set([
  'focus',
  'focuswindow',
  'activate',
  'activatewindow',
  'raise',
  'raisewindow',
  'bringtofront',
  'showwindow',
])

const needsNothing = ({ inputSchema: { required } }: ListedTool): boolean =>
  !Array.isArray(required) || required.length === 0
