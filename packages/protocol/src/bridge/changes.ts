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
  return { updated: operable || windows, listChanged: operable || !sameTools(before, after) }
}

/** What tools are made of is compared first: only where it differs are they made. */
const sameTools = (before: WindowsModel, after: WindowsModel): boolean =>
  (before.appActions === after.appActions &&
    sameJson(before.unavailable, after.unavailable) &&
    before.windows.length === after.windows.length &&
    before.windows.every((window, at) => sameOffers(window, after.windows[at]))) ||
  sameJson(toolsOf(before), toolsOf(after))

/** What blocks a window shows in the operable set. */
const sameOffers = (before: ModelWindow, after: ModelWindow | undefined): boolean =>
  before === after ||
  (before.id === after?.id &&
    before.title === after.title &&
    before.actions === after.actions &&
    sameJson(before.unavailable, after.unavailable))

function sameWindow(before: ModelWindow | undefined, after: ModelWindow): boolean {
  return (
    before?.id === after.id &&
    before.version === after.version &&
    before.title === after.title &&
    before.modal === after.modal &&
    before.ownerId === after.ownerId
  )
}
