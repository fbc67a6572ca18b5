/** The answer, made of what one pass took in, at one moment and without giving way. */
import type { TreeElement } from '@copane/protocol/elements'
import type { Appearance } from './appearance.js'
import { isReported } from './expand.js'
import type { Reason } from './pass.js'
import type { Registry } from './registry.js'
import { isPane, isWorthALine } from './see.js'
import { isUnmarked, type Told } from './told.js'
import { tellMissing, toElement } from './to-element.js'

/** What the answer is made of, and how many things were left out, where their number is known. */
export type Assembled = { children: TreeElement[]; missing: number }

/** What all of an answer has in common. */
type Answer = {
  pass: number
  because: Reason | undefined
  registry: Registry
  children: TreeElement[]
  missing: number
}

/** An appearance whose insides are being put into the answer. */
type Frame = {
  it: Appearance
  around: Frame | undefined
  /** The element that the insides go into: its own, or for a wrapper that of what is around. */
  host: TreeElement | undefined
  own: boolean
  shown: boolean
  at: number
  /** True where all was taken in without looking, and where what was seen before still holds. */
  whole: boolean
  asSeen: boolean
  covered: boolean
  size: number
  chars: number
  missing: number
  complete: boolean
  /** True when something inside has to be looked at every time: a pane that may float, a field, a text without room. */
  restless: boolean
  still: boolean
  /** True when all inside is as much on the screen as this is. */
  even: boolean
}

/** Puts the answer together; what was not taken in is counted on what it is inside. */
export function assemble(
  root: Appearance,
  pass: number,
  because: Reason | undefined,
  registry: Registry,
): Assembled {
  const answer: Answer = { pass, because, registry, children: [], missing: 0 }
  let frame: Frame | undefined = open(root, undefined, answer)
  while (frame) {
    const { kids } = frame.it
    const kid: Appearance | undefined = kids[frame.at++]
    if (!kid) {
      close(frame, answer)
      frame = frame.around
    } else if (isTaken(kid, frame, pass)) {
      if (tellAgain(kid, frame, answer)) continue
      if (hasInside(kid)) frame = open(kid, frame, answer)
      else addLeaf(kid, frame, answer)
    } else if (kid.boxed || isWorthALine(kid)) frame.missing++
  }
  return { children: answer.children, missing: answer.missing }
}

function isTaken(kid: Appearance, { whole }: Frame, pass: number): boolean {
  if (kid.stale) return false
  if (whole) return kid.boxed || isWorthALine(kid)
  return kid.pass === pass || kid.whole === pass
}

const hasInside = (it: Appearance): boolean =>
  (it.kids.length > 0 || it.beyond > 0) && it.boxed && it.kind !== 'closed'

/** Begins with an appearance: its element goes into what is around. */
function open(it: Appearance, around: Frame | undefined, answer: Answer): Frame {
  const { pass } = answer
  const whole = around?.whole === true || it.whole === pass
  const asSeen = holdsAsSeen(it, around, pass)
  const seen = asSeen || it.seen === pass
  const covered = around?.covered === true || (seen && it.covered)
  const own = isReported(it)
  const shown = own ? seen && it.drawn && !covered : (around?.shown ?? true)
  const host = own ? add(it, shown, around, answer) : around?.host
  return {
    it,
    around,
    host,
    own,
    shown,
    at: 0,
    whole,
    asSeen,
    covered,
    size: 0,
    chars: it.quiet ? 0 : (it.facts.text?.length ?? 0),
    missing: it.beyond,
    complete: true,
    restless: false,
    still: true,
    even: true,
  }
}

/** True where what was seen in an earlier pass still holds. */
const holdsAsSeen = (it: Appearance, around: Frame | undefined, pass: number): boolean =>
  around?.asSeen === true || (it.whole === pass && it.whollySeen !== 0)

/** Adds what an appearance became in the last answer, when all of it stayed as it was; false when it has to be made. */
function tellAgain(it: Appearance, around: Frame, answer: Answer): boolean {
  const { pass, registry } = answer
  const { told } = it
  if (!told || !(around.whole || it.whole === pass) || !isUnmarked(it, pass)) return false
  const asSeen = holdsAsSeen(it, around, pass)
  const seen = asSeen || it.seen === pass
  const shown = seen && it.drawn
  if (around.covered || (seen && it.covered) || shown !== told.shown || (shown && !asSeen)) return false
  if (around.shown !== told.shownAround || registry.losses() !== told.losses) return false
  put(told.element, around, answer)
  around.even &&= shown === around.shown
  tellAround(it, around)
  return true
}

/** Less than this is as quickly made as remembered. */
const WORTH_KEEPING = 4

/** What can be told again as long as nothing happens to it. */
function toldOf(frame: Frame, element: TreeElement, { pass, registry }: Answer): Told | undefined {
  const { it, shown, around } = frame
  const isKept =
    frame.size >= WORTH_KEEPING &&
    frame.even &&
    frame.complete &&
    !frame.restless &&
    !frame.covered &&
    it.kind !== 'run' &&
    isUnmarked(it, pass)
  if (!isKept) return undefined
  return { element, shown, shownAround: around?.shown ?? true, losses: registry.losses() }
}

/** Adds what has nothing inside. */
function addLeaf(it: Appearance, around: Frame, answer: Answer): void {
  it.staleBelow = false
  it.still = it.clips <= 0
  it.chars = it.quiet ? 0 : (it.facts.text?.length ?? 0)
  const isKept = isReported(it) && !isEmpty(it)
  it.size = isKept ? 1 : 0
  if (isKept) {
    const seen = it.seen === answer.pass || holdsAsSeen(it, around, answer.pass)
    add(it, seen && it.drawn && !around.covered && !(seen && it.covered), around, answer)
  }
  tellAround(it, around)
}

function add(it: Appearance, shown: boolean, around: Frame | undefined, answer: Answer): TreeElement {
  const isPlain = shown === (around?.shown ?? true)
  const element = toElement(it, isPlain ? undefined : shown, it.focused === answer.pass, answer.registry)
  if (!isPlain && around) around.even = false
  put(element, around, answer)
  return element
}

function put(element: TreeElement, around: Frame | undefined, { children }: Answer): void {
  if (around?.host) (around.host.children ??= []).push(element)
  else children.push(element)
}

/** Ends with an appearance: what turned out to hold nothing is taken out again. */
function close(frame: Frame, answer: Answer): void {
  const { it, around, own, host } = frame
  if (frame.missing > 0) frame.complete = false
  answer.missing += frame.missing
  if (own && frame.size === 0 && frame.missing === 0 && isEmpty(it))
    (around?.host?.children ?? answer.children).pop()
  else if (own && host) {
    frame.size++
    it.told = toldOf(frame, host, answer)
  }
  if (around?.host?.children?.length === 0) delete around.host.children
  if (host && frame.missing > 0) tellMissing(host, frame.missing, answer.because)
  it.size = frame.complete && !frame.restless ? frame.size : -1
  it.chars = frame.chars
  it.still = frame.still && it.clips <= 0
  it.staleBelow = false
  if (!around) return
  around.complete &&= frame.complete
  around.restless ||= frame.restless
  around.even &&= frame.even
  tellAround(it, around, frame.size, frame.chars)
}

function tellAround(it: Appearance, around: Frame, size = it.size, chars = it.chars): void {
  around.size += size
  around.chars += chars
  around.still &&= it.still && it.kind !== 'frame' && !it.tag.includes('-')
  around.restless ||= isPane(it) || it.kind === 'field' || it.quiet
}

/** True for what tells nothing: text without text, a group of nothing. */
function isEmpty({ kind, hint, facts }: Appearance): boolean {
  if (kind === 'field' || kind === 'frame' || hint !== undefined || facts.title !== undefined) return false
  switch (facts.role) {
    case 'Text':
    case 'Heading':
    case 'Link':
      return facts.text === undefined || facts.text === ''
    case 'Image':
      return facts.link === undefined
    case 'Group':
    case 'List':
    case 'Table':
    case 'Row':
      return facts.text === undefined && facts.attributes === undefined
    case 'Application':
    case 'Window':
    case 'Cell':
    case 'Page':
    case 'Document':
      return false
    default:
      return facts.role satisfies never
  }
}
