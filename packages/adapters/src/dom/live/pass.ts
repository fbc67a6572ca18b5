/** One pass over what is known: reads what is stale, measures what may be on the screen, takes in what fits. */
import type { Appearance, Box, Moment } from './appearance.js'
import { distance } from './boxes.js'
import { describeField } from './describe.js'
import { type Expander, expand, isReported } from './expand.js'
import { isField } from './fields.js'
import { documentOf } from './flat-tree.js'
import { clipInside, isPane, isWithin, isWorthALine, markBoxed, see, seeAfloat, seeAs } from './see.js'
import { type Span, spanMeeting } from './sibling-window.js'

/** Why something is not in an answer. */
export type Reason = 'budget' | 'time' | 'depth'

/** What one pass has and finds. */
export type Pass = Moment & {
  /** How many more elements and UTF-16 code units of text fit. */
  elements: number
  chars: number
  maxDepth: number
  isLate(): boolean
  /** True for a last look: what was never read is not begun with. */
  isLast: boolean
  because: Reason | undefined
  /** Panes and documents on the screen, of which one may cover another. */
  windows: Appearance[]
  /** Things without an area, outermost first: drawn when something inside them is. */
  flat: Appearance[]
}

type Visit = { it: Appearance; clip: Box | undefined; depth: number; away: number }

/** More siblings than this are not measured one by one. */
const MANY = 64

/** So many entries at either end of a span may be half on the screen, or off it. */
const AT_EDGE = 10

/** What is not displayed comes after all that is. */
const LAST = 1e12

/** About the height of an entry that was not measured. Units: CSS pixels. */
const ENTRY = 20

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
  isOver: () => boolean,
): Generator<undefined, void, void> {
  const near: Visit[] = [{ it: root, clip, depth: 0, away: 0 }]
  const far: Visit[] = []
  let sorted = 0
  for (;;) {
    let visit = near.pop()
    if (!visit) {
      if (sorted !== far.length) far.sort((a, b) => b.away - a.away)
      visit = far.pop()
      sorted = far.length
      if (!visit) return
    }
    if (isOver()) yield
    if (pass.isLate() && !isWanted(visit.it, by)) pass.because ??= 'time'
    else takeIn(visit, near, far, pass, by)
  }
}

function takeIn(visit: Visit, near: Visit[], far: Visit[], pass: Pass, by: Expander): void {
  const { it, clip, depth } = visit
  if (canStay(it, it.box, clip, pass, by)) {
    stay(it, pass)
    return
  }
  it.whollySeen = clip && it.parent && isWithin(it.box, clip) ? pass.styles : 0
  if (!isWanted(it, by) && !hasRoom(depth, pass)) return
  if (it.stale) {
    if (pass.isLast && it.pass === 0) {
      pass.because ??= 'time'
      return
    }
    expand(it, by)
  }
  if (it.kind === 'field' && isField(it.node)) describeField(it, it.node, by.reader)
  admit(it, pass, by)
  if (!it.boxed || it.kids.length === 0) return
  const below = isReported(it) ? depth + 1 : depth
  if (clip) lookInside(it, clip, below, { near, far }, pass, by)
  else passInside(it, below, near, pass, by)
}

/** True for what has nothing inside that is still to be looked at. */
const isLeaf = (it: Appearance): boolean => !it.stale && it.kids.length === 0 && it.kind !== 'field'

function takeLeaf(it: Appearance, depth: number, pass: Pass, by: Expander): void {
  if (isWanted(it, by) || hasRoom(depth, pass)) admit(it, pass, by)
}

/**
 * True when all of it was in the last answer, nothing in it changed, and it is as much on the screen as it was:
 * not at all, or wholly.
 */
function canStay(it: Appearance, box: Box, clip: Box | undefined, pass: Pass, by: Expander): boolean {
  if (it.size < 0 || it.stale || it.staleBelow || it.size > pass.elements || isWanted(it, by)) return false
  if (!clip) return it.whollySeen === 0
  return it.still && it.whollySeen === pass.styles && isWithin(box, clip)
}

function stay(it: Appearance, pass: Pass): void {
  it.whole = pass.number
  pass.elements -= it.size
  pass.chars -= it.chars
}

/** Entries between others that are on the screen are on it too; only those near the edges are measured again. */
const isAmid = (at: number, { from, to }: Span): boolean => at > from + AT_EDGE && at < to - AT_EDGE - 1

const isWanted = (it: Appearance, { wanted }: Expander): boolean => wanted.size > 0 && wanted.has(it.node)

function hasRoom(depth: number, pass: Pass): boolean {
  if (depth > pass.maxDepth) pass.because ??= 'depth'
  else if (pass.elements <= 0) pass.because ??= 'budget'
  else return true
  return false
}

/** Room for what the user points at was kept from the start. */
function admit(it: Appearance, pass: Pass, by: Expander): void {
  it.pass = pass.number
  if (!isReported(it)) return
  if (!isWanted(it, by)) pass.elements--
  const length = it.facts.text?.length ?? 0
  it.quiet = length > pass.chars
  if (!it.quiet) pass.chars -= length
}

type Lists = { near: Visit[]; far: Visit[] }

/** Measures what is inside something on the screen. */
function lookInside(it: Appearance, clip: Box, depth: number, lists: Lists, pass: Pass, by: Expander): void {
  const inside = clipInside(it, clip, pass)
  if (!inside) {
    passInside(it, depth, lists.near, pass, by)
    return
  }
  const { kids } = it
  const span = kids.length > MANY ? spanOf(kids, inside) : undefined
  if (span) markBoxed(kids)
  const isAllIn = isWithin(it.box, inside)
  for (let at = kids.length - 1; at >= 0; at--) {
    const kid = kids[at]
    if (!kid) continue
    const staysIn = kid.inline || isCellOf(kid, it)
    if (isAllIn && staysIn && seeAs(kid, it, pass)) {
      if (isLeaf(kid)) takeLeaf(kid, depth, pass, by)
      else lists.near.push({ it: kid, clip: inside, depth, away: 0 })
    } else if (span && (at < span.from || at >= span.to) && !isPane(kid)) {
      kid.drawn = false
      const away = at < span.from ? span.from - at : at - span.to
      if (kid.boxed) lists.far.push({ it: kid, clip: undefined, depth, away: ENTRY * away })
    } else if (span && isAmid(at, span) && canStay(kid, kid.box, kid.box, pass, by)) stay(kid, pass)
    else look(kid, inside, depth, lists, pass, by)
  }
}

const isCellOf = (kid: Appearance, it: Appearance): boolean =>
  kid.facts.role === 'Cell' && it.facts.role === 'Row'

function look(
  kid: Appearance,
  clip: Box,
  depth: number,
  { near, far }: Lists,
  pass: Pass,
  by: Expander,
): void {
  const sight = see(kid, clip, pass)
  if (sight === 'none') {
    if (isWorthALine(kid)) far.push({ it: kid, clip: undefined, depth, away: LAST })
  } else if (sight === 'off') far.push({ it: kid, clip: undefined, depth, away: distance(kid.box, clip) })
  else {
    if (isPane(kid)) pass.windows.push(kid)
    if (kid.box.right <= kid.box.left || kid.box.bottom <= kid.box.top) pass.flat.push(kid)
    if (isLeaf(kid)) takeLeaf(kid, depth, pass, by)
    else near.push({ it: kid, clip, depth, away: 0 })
  }
}

/** Takes what is inside something off the screen; a pane in it may still float above the rest. */
function passInside(it: Appearance, depth: number, near: Visit[], pass: Pass, by: Expander): void {
  const { kids } = it
  markBoxed(kids)
  let others = 0
  for (const kid of kids) {
    kid.drawn = false
    if (isLeaf(kid) && !isPane(kid)) {
      kid.whollySeen = 0
      if (kid.boxed || isWorthALine(kid)) takeLeaf(kid, depth, pass, by)
    } else others++
  }
  for (let at = kids.length - 1; others > 0 && at >= 0; at--) {
    const kid = kids[at]
    if (!kid || (isLeaf(kid) && !isPane(kid))) continue
    others--
    const isAfloat = kid.boxed && isPane(kid) && seeAfloat(kid, pass)
    if (isAfloat) pass.windows.push(kid)
    const page = isAfloat ? documentOf(kid.node) : undefined
    if (kid.boxed || isWorthALine(kid))
      near.push({ it: kid, clip: page && pass.screenOf(page), depth, away: 0 })
  }
}

function spanOf(kids: readonly Appearance[], clip: Box): Span | undefined {
  const boxAt = (index: number): Box | undefined => {
    const box = kids[index]?.element?.getBoundingClientRect()
    return box && box.height > 0 ? box : undefined
  }
  return spanMeeting(kids.length, boxAt, clip)
}
