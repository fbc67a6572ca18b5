/** The tools of a moment, from the windows of that moment (GB §5.1, §5.2 · D-34, D-42). */
import { operableIds } from './operable.js'
import type { ActionOffer, ToolEntry, WindowsModel } from './types.js'

/** The reserved handle of actions that belong to no window (D-30). */
export const APP_HANDLE = 'app'

const SEPARATOR = '__'

/** The name of a tool: `{winId}__{action}`. */
export const toolName = (handle: string, action: string): string => handle + SEPARATOR + action

/** A called name, split at the first `__`; undefined without one (D-30). */
export function splitToolName(name: string): { handle: string; action: string } | undefined {
  const at = name.indexOf(SEPARATOR)
  return at < 0 ? undefined : { handle: name.slice(0, at), action: name.slice(at + SEPARATOR.length) }
}

/**
 * The tools that can be called now, and no other.
 *
 * Shape   app-level actions first, then windows in opening order, actions as declared (D-42).
 * Source  GB §5.1 · GB-5.1-visible-available
 */
export function toolsOf(model: WindowsModel): ToolEntry[] {
  const operable = new Set(operableIds(model.windows))
  const tools: ToolEntry[] = []
  if (appActionsAllowed(model))
    for (const action of model.appActions)
      if (whyUnavailable(model, action.name) === undefined)
        tools.push(toolOf(APP_HANDLE, action, action.title))
  for (const window of model.windows)
    if (operable.has(window.id))
      for (const action of window.actions)
        if (whyUnavailable(window, action.name) === undefined)
          tools.push(toolOf(window.id, action, `${action.title} · ${window.title} (${window.id})`))
  return tools
}

/** App-level actions are callable while no app modal is open (D-34). */
export const appActionsAllowed = (model: WindowsModel): boolean =>
  !model.windows.some(window => window.modal && window.ownerId === null)

/** Why an action of a window, or of the app, can't be called now; an action may be named `constructor`. */
export const whyUnavailable = (
  of: { unavailable?: { readonly [action: string]: string } },
  action: string,
): string | undefined =>
  of.unavailable && Object.hasOwn(of.unavailable, action) ? of.unavailable[action] : undefined

function toolOf(handle: string, action: ActionOffer, title: string): ToolEntry {
  const { name, description, inputSchema, outputSchema, hints } = action
  return { name: toolName(handle, name), title, description, inputSchema, outputSchema, annotations: hints }
}
