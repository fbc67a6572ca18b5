/** Making what may be given small enough, and saying what is missing (FR-1, FR-2, FR-6). */
import { type TreeElement, walk } from '@copane/protocol/elements'
import { takeOut } from '../consent/take-out.js'
import type { AppFacts } from './app-facts.js'
import type { Decided } from './decide.js'
import { fill, type Placed } from './fill.js'
import { type LeftOut, missing, plus, sayLeftOut } from './left-out.js'
import { type Budget, DEFAULT_BUDGET, type Measure, measureOf } from './measure.js'
import { prune } from './prune.js'
import { frameOf, render } from './render.js'
import { warrant } from './warrant.js'
import { countExtras, type Form, withoutExtras } from './written.js'

/** How much, in which form, and how many of the images that came along. */
export type TrimOptions = { budget?: Budget; form?: Form; mostImages?: number }

/** An image that goes with the text. `data` is base64. */
export type GivenImage = { id: string; mimeType: string; data: string }

/**
 * What an agent is given.
 *
 * Shape   `text` is all of it but the images. `root` is what `text` tells, texts whole; `shown`: by id, how much of a text
 *         is told, in UTF-16 code units. `size` is counted as the budget counts.
 */
export type Given = {
  kind: 'given'
  app: AppFacts
  form: Form
  text: string
  size: number
  root: TreeElement
  shown: ReadonlyMap<string, number>
  images: GivenImage[]
  leftOut: LeftOut
}

/** What came of trimming; `needs`: what the lines of all that is pointed at take, which are never left out. */
export type Trimmed = Given | { kind: 'does-not-fit'; needs: number }

/**
 * Trims what was decided to a budget, and writes it.
 *
 * Shape   every selected element, the way to each and to the user's position, and the focused document are there, their
 *         texts as far as there is room. `size` never exceeds the budget, the frame and the counts included.
 * Errors  none; deterministic; linear in the tree, apart from sorting the selected.
 * Source  FR-1, FR-2 · EL-9.2-hover-weaker
 */
export function trim(
  { root, leftOut }: Extract<Decided, { kind: 'decided' }>,
  app: AppFacts,
  { budget = DEFAULT_BUDGET, form = 'outline', mostImages = 0 }: TrimOptions = {},
): Trimmed {
  const measure = measureOf(budget)
  const places = warrant(root)
  const most = { elements: places.length, texts: places.length, parts: places.length * 10 }
  const worst = plus(
    plus(leftOut, missing('budget', most)),
    plus(missing('removed', most), missing('media', most)),
  )
  const saidWorst = form === 'outline' ? sayLeftOut(worst) : JSON.stringify(worst)
  const frame = measure.of(frameOf(app, form)) + measure.of(saidWorst)
  let room = measure.max - frame
  let needs = 0
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const filled = fill(places, { ...measure, max: room }, form)
    if (filled.kind === 'does-not-fit')
      return { kind: 'does-not-fit', needs: Math.max(needs, filled.needs + frame) }
    const given = give(root, leftOut, filled.placed, { app, form, mostImages, measure })
    if (given.size <= measure.max) return given
    // A way of counting in which the whole is more than its parts.
    needs = given.size
    room -= given.size - measure.max + 1
  }
  return { kind: 'does-not-fit', needs }
}

const MOST_TRIES = 8

/**
 * What was given, without some elements and all that repeats what was selected in them.
 *
 * Shape   nothing comes into sight that was not there before; undefined when nothing is left. Always told from what was
 *         first given, so the order of removals makes no difference.
 * Source  EL-9.2-show-remove
 */
export function giveWithout(
  given: Given,
  removed: ReadonlySet<string>,
  measure: (text: string) => number,
): Given | undefined {
  const taken = takeOut(given.root, ({ element }) => removed.has(element.id), 'removed', given.shown)
  if (!taken.root) return undefined
  const leftOut = plus(given.leftOut, taken.leftOut)
  const left = new Set([...walk(taken.root)].flatMap(({ element }) => imagesIn(element).map(keyOf)))
  const images = given.images.filter(image => left.has(keyOf(image)))
  const text = render({ root: taken.root, missing: taken.missing, leftOut }, given.app, given.form)
  return { ...given, text, size: measure(text), root: taken.root, shown: new Map(), images, leftOut }
}

const keyOf = ({ id, data }: GivenImage): string => `${id} ${data}`

type Manner = { app: AppFacts; form: Form; mostImages: number; measure: Measure }

function give(root: TreeElement, before: LeftOut, placed: readonly Placed[], manner: Manner): Given {
  const { app, form, measure } = manner
  const kept = new Map(placed.map(place => [place.visit.element, place]))
  const { root: rest = root, count } = prune(
    root,
    ({ element }) => !kept.has(element),
    element => (kept.get(element)?.hasExtras ? element : withoutExtras(element)),
  )
  const cut = placed.filter(({ shown, length }) => shown < length)
  const bare = placed.filter(({ hasExtras }) => !hasExtras)
  const shown = new Map(cut.map(({ visit, shown: much }) => [visit.element.id, much]))
  const { images, dropped } = imagesOf(placed, manner.mostImages)
  const parts = bare.reduce((sum, { visit }) => sum + countExtras(visit.element), 0)
  const budgeted = missing('budget', { elements: count, texts: cut.length, parts })
  const leftOut = plus(plus(before, budgeted), missing('media', { parts: dropped }))
  const told = { ...takeOut(rest, () => false, 'removed', shown), leftOut }
  const text = render({ root: told.root ?? rest, missing: told.missing, leftOut }, app, form)
  return { kind: 'given', app, form, text, size: measure.of(text), root: rest, shown, images, leftOut }
}

/** Those of what the user means first. */
function imagesOf(placed: readonly Placed[], most: number): { images: GivenImage[]; dropped: number } {
  const ordered = [...placed.filter(({ isMeant }) => isMeant), ...placed.filter(({ isMeant }) => !isMeant)]
  const all = ordered.flatMap(({ visit: { element } }) => imagesIn(element))
  return { images: all.slice(0, most), dropped: Math.max(0, all.length - most) }
}

const imagesIn = ({ id, content = [] }: TreeElement): GivenImage[] =>
  content.flatMap(block =>
    block.type === 'image' ? [{ id, mimeType: block.mimeType, data: block.data }] : [],
  )
