/** One pass over what is known: reads what is stale, measures what may be on the screen, takes in what fits. */
import type { Appearance, Box, Moment } from './appearance.js'
import { judgeClosed } from './closed.js'
import { describeField, describeTitle } from './describe.js'
import { type Expander, expand, isReported, resume } from './expand.js'
import { isField } from './fields.js'
import { lookInside, passInside } from './inside.js'
import { isElsewhere } from './long-list.js'
import { admit, canStay, hasRoom, isWanted, stay } from './room.js'
import { isWithin } from './see.js'

/** Why something is not in an answer. */
export type Reason = 'budget' | 'time' | 'depth'

/** What one pass has and finds. */
export type Pass = Moment & {
  /** How many more elements and UTF-16 code units of text fit. */
  elements: number
  chars: number
  maxDepth: number
  isLate(): boolean
  /** True for a last look, without giving way. */
  isLast: boolean
  /** True when there is time left only for what was read before. */
  isTight(): boolean
  because: Reason | undefined
  /** Panes and documents on the screen, of which one may cover another. */
  windows: Appearance[]
  /** Things without an area, outermost first: drawn when something inside them is. */
  flat: Appearance[]
}

/** What is to be taken in, within what shows there; without a clip it is off the screen, `away` says how far. */
export type Visit = { it: Appearance; clip: Box | undefined; depth: number; away: number; isResumed?: true }

/** What is to be taken in: on the screen or in something begun with, to be gone on with, and what is off the screen. */
export type Lists = { near: Visit[]; paused: Visit[]; far: Visit[] }

/**
 * Walks from the root, what is on the screen first, then the rest from near to far.
 *
 * Shape   yields whenever the page must have its turn; what was read before stays read.
 */
export function* runPass(
  root: Appearance,
  clip: Box,
  pass: Pass,
  by: Expander,
): Generator<undefined, void, void> {
  const lists: Lists = { near: [{ it: root, clip, depth: 0, away: 0 }], paused: [], far: [] }
  const { near, paused, far } = lists
  let sorted = 0
  for (;;) {
    let visit = near.pop() ?? paused.pop()
    if (!visit) {
      if (sorted !== far.length) far.sort((a, b) => b.away - a.away)
      visit = far.pop()
      sorted = far.length
      if (!visit) return
    }
    if (by.isOver() && !pass.isLast) yield
    if (pass.isLate() && !isWanted(visit.it, by) && !isAtHand(visit, pass)) pass.because ??= 'time'
    else takeIn(visit, lists, pass, by)
  }
}

/** True in a last look for what was read before and did not change: it is there, however late it is. */
const isAtHand = ({ it, isResumed }: Visit, pass: Pass): boolean =>
  pass.isLast && it.pass > 0 && !it.stale && !isResumed

function takeIn(visit: Visit, lists: Lists, pass: Pass, by: Expander): void {
  const { it, clip, depth, isResumed } = visit
  if (canStay(it, it.box, clip, pass, by)) {
    stay(it, pass)
    return
  }
  it.told = undefined
  it.whollySeen = clip && it.parent && isWithin(it.box, clip) ? pass.styles : 0
  if (!hasRoom(it, depth, pass, by)) return
  if (!isResumed && isElsewhere(it, clip !== undefined, by)) it.stale = true
  const from = isResumed ? it.kids.length : 0
  if (isResumed) resume(it, by)
  else if (it.stale) {
    if (it.pass === 0 && !clip && pass.isTight() && !isWanted(it, by)) {
      pass.because ??= 'time'
      return
    }
    expand(it, by)
  }
  if (it.retitle) describeTitle(it, by.reader)
  if (it.filling) lists.paused.push({ ...visit, isResumed: true })
  if (!isResumed) {
    if (it.kind === 'field' && isField(it.node)) describeField(it, it.node, by.reader)
    admit(it, pass, by)
  }
  if (it.element && it.kind !== 'run' && clip) judgeClosed(it, it.element)
  if (!it.boxed || it.kids.length === 0) return
  const below = isReported(it) ? depth + 1 : depth
  if (clip) lookInside(it, from, clip, below, lists, pass, by)
  else passInside(it, from, below, lists.near, pass, by)
}
