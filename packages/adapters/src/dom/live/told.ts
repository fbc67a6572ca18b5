/** What of the last answer is part of the next one as it stands: what nothing changed in is not put together again. */
import type { TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'

/**
 * What an appearance became in the last answer, with all that is inside it.
 *
 * Shape   all of it was there and had one visibility; nothing in it was marked for where the user is, and nothing in
 *         it has to be looked at every time. Whatever visits the appearance lets go of it.
 */
export type Told = {
  element: TreeElement
  shown: boolean
  shownAround: boolean
  /** How many ids had been told to be gone. */
  losses: number
}

/** Marks what the user points at, and all around it: their elements are made anew in this pass, and are not kept. */
export function markPointed(it: Appearance | undefined, pass: number): void {
  for (let at = it; at; at = at.parent) at.pointed = pass
}

/** True when no mark of this pass is in an appearance: neither focus, nor pointer, nor a selected passage. */
export const isUnmarked = ({ focused, pointed }: Appearance, pass: number): boolean =>
  focused !== pass && pointed !== pass
