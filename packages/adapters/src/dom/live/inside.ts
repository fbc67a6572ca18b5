/** Looks at what is inside an appearance: what is on the screen is measured, what is off it is passed. */
import type { Appearance, Box } from './appearance.js'
import { common, distance } from './boxes.js'
import type { Expander } from './expand.js'
import { documentOf } from './flat-tree.js'
import type { Lists, Pass, Visit } from './pass.js'
import { canStay, isLeaf, stay, takeLeaf } from './room.js'
import { clipInside, isPane, isWithin, isWorthALine, markBoxed, see, seeAfloat, seeAs } from './see.js'
import { type Span, spanMeeting } from './sibling-window.js'

/** More siblings than this are not measured one by one. */
const MANY = 64

/** So many entries at either end of a span may be half on the screen, or off it. */
const AT_EDGE = 10

/** What is not displayed comes after all that is. */
const LAST = 1e12

/** About the height of an entry that was not measured. Units: CSS pixels. */
const ENTRY = 20

/** Measures what is inside something on the screen. */
export function lookInside(
  it: Appearance,
  from: number,
  clip: Box,
  depth: number,
  lists: Lists,
  pass: Pass,
  by: Expander,
): void {
  const inside = clipInside(it, clip, pass)
  if (!inside) {
    passInside(it, from, depth, lists.near, pass, by)
    return
  }
  const { kids } = it
  const span = kids.length > MANY ? spanOf(it, inside, by) : undefined
  if (span) markBoxed(kids, from)
  const isAllIn = isWithin(it.box, inside)
  const inner: Visit[] = []
  for (let at = from; at < kids.length; at++) {
    const kid = kids[at]
    if (!kid) continue
    const staysIn = kid.inline || isCellOf(kid, it)
    if (isAllIn && staysIn && seeAs(kid, it, pass)) {
      if (isLeaf(kid)) takeLeaf(kid, depth, pass, by)
      else inner.push({ it: kid, clip: inside, depth, away: 0 })
    } else if (span && (at < span.from || at >= span.to) && !isPane(kid)) {
      kid.drawn = false
      const away = at < span.from ? span.from - at : at - span.to
      if (kid.boxed) lists.far.push({ it: kid, clip: undefined, depth, away: ENTRY * away })
    } else if (span && isAmid(at, span) && canStay(kid, kid.box, kid.box, pass, by)) stay(kid, pass)
    else look(kid, inside, depth, inner, lists.far, pass, by)
  }
  for (let visit = inner.pop(); visit; visit = inner.pop()) lists.near.push(visit)
}

/** Entries between others that are on the screen are on it too; only those near the edges are measured again. */
const isAmid = (at: number, { from, to }: Span): boolean => at > from + AT_EDGE && at < to - AT_EDGE - 1

const isCellOf = (kid: Appearance, it: Appearance): boolean =>
  kid.facts.role === 'Cell' && it.facts.role === 'Row'

function look(
  kid: Appearance,
  clip: Box,
  depth: number,
  near: Visit[],
  far: Visit[],
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
export function passInside(
  it: Appearance,
  from: number,
  depth: number,
  near: Visit[],
  pass: Pass,
  by: Expander,
): void {
  const { kids } = it
  markBoxed(kids, from)
  let others = 0
  for (let at = from; at < kids.length; at++) {
    const kid = kids[at]
    if (!kid) continue
    kid.drawn = false
    if (isLeaf(kid) && !isPane(kid)) {
      kid.whollySeen = 0
      if (kid.boxed || isWorthALine(kid)) takeLeaf(kid, depth, pass, by)
    } else others++
  }
  for (let at = kids.length - 1; others > 0 && at >= from; at--) {
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

/** The entries that are on the screen; undefined where each has to be measured, since one stands out of the order. */
function spanOf({ kids, box, element }: Appearance, clip: Box, { registry }: Expander): Span | undefined {
  const boxAt = (index: number): Box | undefined => {
    const measured = kids[index]?.element?.getBoundingClientRect()
    return measured && measured.height > 0 ? measured : undefined
  }
  const span = spanMeeting(kids.length, boxAt, clip)
  const page = element?.ownerDocument
  if (!span || !page) return span
  const seen = common(box, clip)
  const x = (seen.left + seen.right) / 2
  const isStuck = [seen.top + 1, seen.bottom - 1].some(y => {
    let hit = page.elementFromPoint(x, y)
    while (hit && registry.of(hit)?.parent?.element !== element) hit = hit.parentElement
    const at = hit ? kids.findIndex(kid => kid.element === hit) : -1
    return at >= 0 && (at < span.from || at >= span.to)
  })
  return isStuck ? undefined : span
}
