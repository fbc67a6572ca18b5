/** Filling a budget: the nearest first, and nothing of it twice (FR-1). */
import { cutText, textOf, type TreeElement } from '@copane/protocol/elements'
import type { Measure } from './measure.js'
import type { Warranted } from './warrant.js'
import { countExtras, extraLines, fieldsOf, type Form, lineOf } from './written.js'

/** An element that has its place: how much of its text is shown, and whether its address, links and attributes are. */
export type Placed = Warranted & { shown: number; hasExtras: boolean; length: number }

/** What found room; or how much room even the lines that must be there would take. */
export type Filled = { kind: 'filled'; placed: Placed[] } | { kind: 'does-not-fit'; needs: number }

/** The most text of an element that the user does not mean, while others wait. Units: UTF-16 code units. */
const BESIDE_TEXT = 400

type Slot = Placed & { parent: Slot | undefined; isKept: boolean; cost: number; text: string | undefined }

/**
 * Chooses what there is room for.
 *
 * Shape   the lines of what is pointed at are always there, or nothing is. Then, as long as there is room: the texts of what
 *         is selected, each its fair share; what is inside it; the focused document's text; what is beside it; what is shown
 *         elsewhere, lines before texts; what is hidden, likewise; and last, more of what was cut. Within a step the
 *         app's order counts, and a step that ran out of room is the last. Hover costs nothing and gains nothing (EL-9.2-hover-weaker).
 * Errors  none; linear, apart from sorting the selected.
 */
export function fill(places: readonly Warranted[], { max, of }: Measure, form: Form): Filled {
  const slots = slotsOf(places)
  const pointed = slots.filter(({ nearness }) => nearness === 'pointed')
  let spent = of(form === 'outline' ? ' hovered' : ',"hovered":true')
  const costOf = (slot: Slot) => of(written(slot, form))

  const change = (slot: Slot, to: { shown?: number; hasExtras?: boolean }, most = max - spent): boolean => {
    const { shown, hasExtras } = slot
    Object.assign(slot, to)
    const cost = costOf(slot)
    if (cost - slot.cost <= most) {
      spent += cost - slot.cost
      slot.cost = cost
      return true
    }
    Object.assign(slot, { shown, hasExtras })
    return false
  }
  const add = (slot: Slot): boolean => {
    const chain: Slot[] = []
    for (let at: Slot | undefined = slot; at && !at.isKept; at = at.parent) chain.push(at)
    const costs = chain.map(costOf)
    const sum = costs.reduce((total, cost) => total + cost, 0)
    if (spent + sum > max) return false
    for (const [at, link] of chain.entries()) Object.assign(link, { isKept: true, cost: costs[at] ?? 0 })
    spent += sum
    return true
  }
  const show = (slot: Slot, wanted: number, most = max - spent): void => {
    if (!slot.isKept || slot.text === undefined || wanted <= slot.shown) return
    if (change(slot, { shown: wanted }, most)) return
    const whole = of(slot.text.slice(0, wanted))
    let guess = slot.shown + Math.floor(((wanted - slot.shown) * Math.max(0, most)) / Math.max(1, whole))
    for (let tries = 0; tries < MOST_TRIES && guess > slot.shown + LEAST_TEXT; tries++) {
      if (change(slot, { shown: cutText(slot.text, guess).text.length }, most)) return
      guess = slot.shown + Math.floor((guess - slot.shown) * 0.8)
    }
  }
  const extras = (slot: Slot): boolean => slot.isKept && !slot.hasExtras && change(slot, { hasExtras: true })
  /** One step for each that is so near, until one finds no room; true when all did. */
  const inTurn = (nearness: Warranted['nearness'], step: (slot: Slot) => boolean): boolean =>
    slots.every(slot => slot.nearness !== nearness || step(slot))
  const withText = (slot: Slot, most = max - spent): boolean => {
    show(slot, slot.length, most)
    extras(slot)
    return true
  }
  const withHalf = (slot: Slot): boolean => withText(slot, Math.floor((max - spent) / 2))

  for (const slot of pointed) {
    slot.isKept = true
    slot.cost = costOf(slot)
    spent += slot.cost
  }
  if (spent > max) return { kind: 'does-not-fit', needs: spent }
  const own = pointed.filter(slot => slot.isMeant && !isSelected(slot))
  for (const slot of own) show(slot, Math.min(slot.length, BESIDE_TEXT), Math.floor((max - spent) / 8))
  shareOut(
    pointed.filter(isSelected),
    slot => costOf({ ...slot, shown: slot.length }) - slot.cost,
    show,
    () => max - spent,
  )
  for (const slot of pointed) if (isSelected(slot)) extras(slot)
  const more = (slot: Slot): boolean => {
    show(slot, Math.min(slot.length, BESIDE_TEXT))
    extras(slot)
    return true
  }
  const hasAll =
    inTurn('inside', slot => add(slot) && withText(slot)) &&
    own.every(withHalf) &&
    inTurn('beside', slot => add(slot) && more(slot)) &&
    inTurn('shown', add) &&
    inTurn('pointed', more) &&
    inTurn('shown', more) &&
    inTurn('hidden', add) &&
    inTurn('hidden', more)
  for (const slot of hasAll ? [...own, ...slots] : own) show(slot, slot.length)
  return { kind: 'filled', placed: slots.filter(({ isKept }) => isKept) }
}

const MOST_TRIES = 24
/** Less of a text says nothing. */
const LEAST_TEXT = 16

const isSelected = ({ visit }: Slot): boolean => visit.element.selected === true

function slotsOf(places: readonly Warranted[]): Slot[] {
  const byElement = new Map<TreeElement, Slot>()
  return places.map(place => {
    const { element, parent } = place.visit
    const text = textOf(element)
    const slot: Slot = {
      ...place,
      parent: parent && byElement.get(parent.element),
      isKept: false,
      cost: 0,
      text,
      shown: 0,
      length: text?.length ?? 0,
      hasExtras: countExtras(element) === 0,
    }
    byElement.set(element, slot)
    return slot
  })
}

/** Short ones whole, long ones cut to the same: nobody's text takes the room of another's. */
function shareOut(
  slots: readonly Slot[],
  costOfAll: (slot: Slot) => number,
  show: (slot: Slot, wanted: number, most: number) => void,
  room: () => number,
): void {
  const ordered = slots
    .map(slot => ({ slot, cost: costOfAll(slot) }))
    .sort((one, other) => one.cost - other.cost)
  for (const [at, { slot }] of ordered.entries())
    show(slot, slot.length, Math.floor(room() / (ordered.length - at)))
}

/** What a slot adds to what is written, hover apart. */
function written({ visit, text, shown, length, hasExtras }: Slot, form: Form): string {
  const { hovered: _, children: __, ...element } = visit.element
  const part: TreeElement =
    text === undefined ? element : { ...element, content: contentOf(element, text.slice(0, shown)) }
  const hidden = length - shown
  if (form === 'json') return `,"children":[]${JSON.stringify(fieldsOf(part, hidden, hasExtras))}`
  const line = `${'  '.repeat(visit.depth)}${lineOf(part, hidden)}\n`
  return hasExtras
    ? `${line}${extraLines(element)
        .map(extra => `${extra}\n`)
        .join('')}`
    : line
}

const contentOf = (element: TreeElement, text: string): NonNullable<TreeElement['content']> => [
  { type: 'text', text },
  ...(element.content?.filter(({ type }) => type !== 'text') ?? []),
]
