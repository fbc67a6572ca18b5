/** Reads a live page as elements: bounded, in slices, and at one moment. */
import { type Appearance, appear, type Box, NOWHERE } from './appearance.js'
import { indexAnswer } from './answer-index.js'
import { assemble } from './assemble.js'
import { watchChanges } from './changes.js'
import { clipAround, screenOf } from './clip.js'
import { markCovered } from './cover.js'
import type { Expander } from './expand.js'
import { watchOrigin } from './find-origin.js'
import { deepActive, documentOf, isDocument } from './flat-tree.js'
import { locateIn } from './locator.js'
import {
  DOM_BUDGET,
  type DomReader,
  type DomReaderOptions,
  type Reading,
  type ReadLimits,
} from './options.js'
import { createPages } from './pages.js'
import { type Pass, runPass } from './pass.js'
import type { Ends } from './passage-text.js'
import { createPassages } from './passages.js'
import { findHovered, markFocused, markHovered, placePassages, positionOf, wayTo } from './pointed.js'
import { watchPointer } from './pointer.js'
import { createRegistry } from './registry.js'
import { createBlockBoxes } from './block-boxes.js'
import { selectedIn, selectedInField, selectionEnds } from './selection.js'
import { createClock, giveWay } from './slices.js'
import { watchStyles } from './styles.js'
import { markPointed } from './told.js'

/** A read goes over what changed meanwhile this often, before it leaves the rest out. */
const MOST_ROUNDS = 4

/** Kept back for the last look at what changed. Units: milliseconds. */
const LAST_LOOK = 8

/** What holds from the beginning of a pass to its end, when it is not interrupted. */
type Begun = {
  pass: Pass
  expander: Expander
  ends: Ends[]
  /** What has the keyboard. */
  active: Element | undefined
  /** Where the user is: there, else at the end of what is selected. */
  position: Node | undefined
}

/** Room that is kept for the way to what the user points at. */
const MOST_POINTED = 64

/**
 * Reads a live page.
 *
 * Shape   never changes the page, its focus, its selection or what is scrolled where.
 * Errors  throws on a mark that is not 1 to 6 lower-case letters and digits.
 * Source  elements §5 · EL-5.3-visible-drawn, EL-9.1-passage, EL-sec-no-surprise · FR-3, FR-4, FR-11
 */
export function createDomReader({
  root: rootNode,
  mark = 'dom',
  window,
  ...options
}: DomReaderOptions): DomReader {
  if (!/^[a-z0-9]{1,6}$/.test(mark)) throw new Error('mark: give 1 to 6 lower-case letters and digits')
  const budget = { ...DOM_BUDGET, ...options.budget }
  const page = isDocument(rootNode) ? rootNode : rootNode.ownerDocument
  const stopping = new AbortController()
  const registry = createRegistry(mark)
  const passages = createPassages(registry)
  const watchedOrigin = watchOrigin(page)
  const pointer = watchPointer(stopping.signal, watchedOrigin.onFix)
  const styles = watchStyles(stopping.signal)
  const changes = watchChanges(registry, () => root, styles.touch)
  const pages = createPages(page, changes, pointer, styles)
  const root = appearRoot(rootNode)
  registry.add(root)
  pointer.watch(page)
  const locator = {
    root,
    registry,
    passages,
    origin: options.origin ?? watchedOrigin.find,
    window: window ?? (() => undefined),
  }
  const clock = createClock(budget.sliceMs)
  let passes = 0
  let reading: Promise<unknown> = Promise.resolve()

  function begin(limits: ReadLimits, end: number, isLast: boolean): Begun {
    clock.restart()
    pages.watch(page)
    changes.flush()
    const ends = selectionEnds(pages.shown())
    const active = deepActive(page)
    const position = positionOf(active, ends)
    const wanted = wayTo([position, ...ends.flatMap(each => [each.startNode, each.endNode])])
    const elements = limits.maxElements ?? budget.maxElements
    const late = isLast ? performance.now() + LAST_LOOK : end - LAST_LOOK
    const tight = isLast ? late - (3 * LAST_LOOK) / 4 : 0
    const isLate = (): boolean => clock.isPast(late)
    const pass: Pass = {
      number: ++passes,
      styles: styles.current(),
      screenOf: createScreens(),
      elements: elements - Math.min(wanted.size, MOST_POINTED),
      chars: limits.maxChars ?? budget.maxChars,
      maxDepth: budget.maxDepth,
      isLast,
      isTight: () => isLast && clock.isPast(tight),
      isLate,
      because: undefined,
      windows: [],
      flat: [],
    }
    const isOver = isLast ? () => clock.isOver() && clock.isPast(late) : () => clock.isOver()
    const reader = { maxChars: budget.maxTextChars, isBlockBox: createBlockBoxes() }
    return {
      pass,
      ends,
      active,
      position,
      expander: { registry, reader, mostKids: elements, wanted, isOver, isLate, watch: pages.watch },
    }
  }

  async function readOnce(limits: ReadLimits, end: number): Promise<Reading> {
    for (let round = 1; !stopping.signal.aborted; round++) {
      const isLast = round === MOST_ROUNDS || performance.now() > end - LAST_LOOK
      const begun = begin(limits, end, isLast)
      const { pass, expander } = begun
      const steps = runPass(root, seeRoot(root, pass), pass, expander)
      let isWhole = true
      while (!steps.next().done) {
        isWhole = false
        await giveWay()
        clock.restart()
        changes.flush()
      }
      if (isWhole) return finish(begun, limits)
      await giveWay()
    }
    return { children: [], complete: false, missing: 0 }
  }

  /** Makes the answer of a pass that was not interrupted: all of it holds at this moment. */
  function finish({ pass, ends, active, position }: Begun, limits: ReadLimits): Reading {
    for (const it of pass.flat.toReversed())
      it.drawn = it.kids.some(kid => kid.seen === pass.number && kid.drawn)
    markCovered(pass.windows)
    passages.sweep()
    const selected = [
      ...selectedIn(ends, registry, budget.maxPassageChars),
      ...selectedInField(active, registry),
    ]
    const at = pointer.at()
    const hovered = findHovered(at, root, pass.number, registry)
    for (const it of [hovered, ...selected.map(({ host }) => host)]) markPointed(it, pass.number)
    if (limits.focus !== false) markFocused(position, root, pass.number, registry)
    const because = pass.because ?? (pass.isLate() ? 'time' : undefined)
    const answer = assemble(root, pass.number, because, registry)
    const index = indexAnswer(answer.children)
    placePassages(selected, index, passages, budget.maxPassageChars)
    markHovered(hovered, at, index)
    return { children: answer.children, complete: answer.missing === 0, missing: answer.missing }
  }

  return {
    read(limits = {}) {
      const end = performance.now() + (limits.deadlineMs ?? budget.deadlineMs)
      const answer = reading.then(() => readOnce(limits, end))
      reading = answer.catch(() => undefined)
      return answer
    },
    locate: id => locateIn(locator, id),
    stop() {
      stopping.abort()
      changes.stop()
    },
  }
}

const appearRoot = (node: Document | Element): Appearance =>
  isDocument(node)
    ? appear(node, 'element', { role: 'Document' })
    : appear(node, 'wrapper', { role: 'Group' }, node, node.localName)

/** What each page's window shows, asked once in a pass. */
function createScreens(): (page: Document) => Box {
  const screens = new Map<Document, Box>()
  return asked => {
    let screen = screens.get(asked)
    if (!screen) screens.set(asked, (screen = screenOf(asked)))
    return screen
  }
}

/** The outermost appearance holds all others; gives what shows of its surroundings. */
function seeRoot(root: Appearance, pass: Pass): Box {
  const page = documentOf(root.node)
  const clip = root.element ? clipAround(root.element) : page ? pass.screenOf(page) : NOWHERE
  root.seen = pass.number
  root.drawn = true
  root.covered = page?.hidden === true
  root.box = root.element?.getBoundingClientRect() ?? clip
  return clip
}
