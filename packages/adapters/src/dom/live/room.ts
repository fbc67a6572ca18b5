/** What is in an answer and what is not: the budget, what is always there, what need not be looked at again. */
import type { Appearance, Box } from './appearance.js'
import { type Expander, isReported } from './expand.js'
import type { Pass } from './pass.js'
import { isWithin } from './see.js'

/** True for what the user points at, and all around it: it is in every answer. */
export const isWanted = (it: Appearance, { wanted }: Expander): boolean =>
  wanted.size > 0 && wanted.has(it.node)

/** True while there is room for one more; else the reason is kept. */
export function hasRoom(it: Appearance, depth: number, pass: Pass, by: Expander): boolean {
  if (depth > pass.maxDepth) pass.because ??= 'depth'
  else if (pass.elements <= 0 && !isWanted(it, by)) pass.because ??= 'budget'
  else return true
  return false
}

/** Takes one in; room for what the user points at was kept from the start. */
export function admit(it: Appearance, pass: Pass, by: Expander): void {
  it.pass = pass.number
  if (!isReported(it)) return
  if (!isWanted(it, by)) pass.elements--
  const length = it.facts.text?.length ?? 0
  it.quiet = length > pass.chars
  if (!it.quiet) pass.chars -= length
}

/** True for what has nothing inside that is still to be looked at. */
export const isLeaf = (it: Appearance): boolean =>
  !it.stale && !it.retitle && it.kids.length === 0 && it.kind !== 'field'

/** Takes in what has nothing inside, when there is room. */
export function takeLeaf(it: Appearance, depth: number, pass: Pass, by: Expander): void {
  if (hasRoom(it, depth, pass, by)) admit(it, pass, by)
}

/**
 * True when all of it was in the last answer, nothing in it changed, and it is as much on the screen as it was:
 * not at all, or wholly.
 */
export function canStay(it: Appearance, box: Box, clip: Box | undefined, pass: Pass, by: Expander): boolean {
  if (it.size < 0 || it.stale || it.staleBelow || it.quiet || isWanted(it, by)) return false
  if (it.size > pass.elements || it.chars > pass.chars) return false
  if (!clip) return it.whollySeen === 0
  return it.still && it.whollySeen === pass.styles && isWithin(box, clip)
}

/** Takes in all of it as it was. */
export function stay(it: Appearance, pass: Pass): void {
  it.whole = pass.number
  pass.elements -= it.size
  pass.chars -= it.chars
}
