/** The difference of two moments: exactly the notifications it calls for (GB §6 · D-40). */
import { isRecord } from '../findings/shape.js'
import { operableIds } from './operable.js'
import { toolsOf } from './tools.js'
import type { ModelWindow, WindowsModel } from './types.js'

/** Which of the two notifications a commit sends. */
export type Changes = { updated: boolean; listChanged: boolean }

/**
 * What changed between two models.
 *
 * Shape   `updated` when the served snapshot differs; `listChanged` when the operable set or the tools do.
 * Source  GB §6 · GB-6-after-effect · D-40
 */
export function changes(before: WindowsModel, after: WindowsModel): Changes {
  const operable = operableIds(before.windows).join(' ') !== operableIds(after.windows).join(' ')
  const shownBefore = before.windows.filter(window => !window.private)
  const shownAfter = after.windows.filter(window => !window.private)
  const windows =
    shownBefore.length !== shownAfter.length ||
    shownAfter.some((window, at) => !sameWindow(shownBefore[at], window))
  return { updated: operable || windows, listChanged: operable || !sameJson(toolsOf(before), toolsOf(after)) }
}

/** True when two JSON values are equal; the order of an object's fields has no meaning. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => sameJson(item, b[at]))
    )
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(name => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  )
}

function sameWindow(before: ModelWindow | undefined, after: ModelWindow): boolean {
  return (
    before === after ||
    (before !== undefined &&
      before.id === after.id &&
      before.version === after.version &&
      before.title === after.title &&
      before.modal === after.modal &&
      before.ownerId === after.ownerId)
  )
}
