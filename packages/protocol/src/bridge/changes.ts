/** The difference of two moments: exactly the notifications it calls for (GB §6 · D-40). */
import { sameJson } from '../json/same.js'
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
  const operable = !sameJson(operableIds(before.windows), operableIds(after.windows))
  const shownBefore = before.windows.filter(window => !window.private)
  const shownAfter = after.windows.filter(window => !window.private)
  const windows =
    shownBefore.length !== shownAfter.length ||
    shownAfter.some((window, at) => !sameWindow(shownBefore[at], window))
  return { updated: operable || windows, listChanged: operable || !sameJson(toolsOf(before), toolsOf(after)) }
}

function sameWindow(before: ModelWindow | undefined, after: ModelWindow): boolean {
  return (
    before?.id === after.id &&
    before.version === after.version &&
    before.title === after.title &&
    before.modal === after.modal &&
    before.ownerId === after.ownerId
  )
}
