/** Which part of a long list is on the screen, found without measuring all of it (FR-4). */
import { type Box, NOWHERE } from './appearance.js'

/** From the first index to the one after the last. */
export type Span = { from: number; to: number }

/** The box at an index; undefined for what has none. */
export type BoxAt = (index: number) => Box | undefined

const LOOK_AROUND = 8

/**
 * The entries of a list that meet a box, found by halving.
 *
 * Shape   undefined when the boxes are not in order from top to bottom, so each has to be measured.
 */
export function spanMeeting(count: number, boxAt: BoxAt, { top, bottom }: Box): Span | undefined {
  const probed = new Map<number, Box>()
  const probe = (index: number): Box | undefined => {
    for (let at = index; at < Math.min(count, index + LOOK_AROUND); at++) {
      const box = probed.get(at) ?? boxAt(at)
      if (!box) continue
      probed.set(at, box)
      return box
    }
    return undefined
  }
  const firstWhere = (test: (box: Box) => boolean): number | undefined => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      const box = probe(middle)
      if (!box) return undefined
      if (test(box)) high = middle
      else low = middle + 1
    }
    return low
  }
  const from = firstWhere(box => box.bottom > top)
  const to = firstWhere(box => box.top >= bottom)
  if (from === undefined || to === undefined || !isInOrder(probed)) return undefined
  return { from: Math.max(0, from - LOOK_AROUND), to: Math.min(count, Math.max(from, to) + LOOK_AROUND) }
}

function isInOrder(probed: ReadonlyMap<number, Box>): boolean {
  let top = -Infinity
  for (const index of [...probed.keys()].sort((a, b) => a - b)) {
    const box = probed.get(index) ?? NOWHERE
    if (box.top < top) return false
    top = box.top
  }
  return true
}

/** Where to begin in a list that is too long to be read: what is on the screen stands in the middle. */
export function windowOf(children: HTMLCollection, most: number, list: Element): number {
  const view = list.ownerDocument.defaultView
  const { top, bottom } = list.getBoundingClientRect()
  const screen = { ...NOWHERE, top: Math.max(0, top), bottom: Math.min(view?.innerHeight ?? 0, bottom) }
  const boxAt = (index: number): Box | undefined => {
    const box = children[index]?.getBoundingClientRect()
    return box && box.height > 0 ? box : undefined
  }
  const span = screen.bottom > screen.top ? spanMeeting(children.length, boxAt, screen) : undefined
  const middle = span ? (span.from + span.to) >> 1 : bottom <= 0 ? children.length : 0
  return Math.max(0, Math.min(children.length - most, middle - (most >> 1)))
}
