/** A run of text: what stands in lines between two blocks, with the links, images and fields in it. */
import { HAS } from './attributes.js'
import { type ElementSort, FIELD, type Judged, judge } from './classify.js'
import { isField } from './fields.js'
import { assigned, isElement, isNode, isSlot, isText } from './flat-tree.js'
import { collapse, isBlank } from './text.js'

/** What a run holds; `first` and `last` are the nodes that show something. */
export type Run = {
  first: Text | undefined
  last: Text | undefined
  text: string
  cut: boolean
  parts: Part[]
}

/** A thing in the line, with where its own text is in the text of the run. */
export type Part = {
  node: Element
  tag: string
  sort: ElementSort
  has: number
  start: number
  end: number
}

/** How a run is read; `maxChars` bounds its text. */
export type RunReader = {
  maxChars: number
  /** Whether the page draws an element of the line as a block of its own. */
  isBlockBox(it: Element): boolean
}

/** Most nodes one run is read from. */
const MOST_NODES = 4000

/** A run of nothing. */
export const emptyRun = (): Run => ({ first: undefined, last: undefined, text: '', cut: false, parts: [] })

/** True for a run that shows nothing. */
export const isEmptyRun = (run: Run): boolean => run.parts.length === 0 && isBlank(run.text)

/** Adds a text node. */
export function addText(run: Run, node: Text, reader: RunReader, preserve: boolean): void {
  if (run.cut) return
  const data = node.data
  let piece = preserve ? data : collapse(data)
  if (!preserve && piece.charCodeAt(0) === 32 && (run.text === '' || endsBlank(run.text)))
    piece = piece.slice(1)
  if (piece === '') return
  if (!isBlank(piece)) {
    run.first ??= node
    run.last = node
  }
  run.text += piece
  if (run.text.length > reader.maxChars) run.cut = true
}

/** Adds an element of the line, with all that stands in it. */
export function addToRun(
  run: Run,
  element: Element,
  judged: Judged,
  reader: RunReader,
  preserve: boolean,
): void {
  const only = element.firstChild
  if (only && isText(only) && only.nextSibling === null && judged.tag !== 'slot' && !element.shadowRoot) {
    addAround(run, element, judged, only, reader, preserve)
    return
  }
  const open: Part[] = []
  const stack: (Node | Part)[] = [element]
  let left = MOST_NODES
  for (let at = stack.pop(); at; at = stack.pop()) {
    if ('sort' in at) {
      at.end = run.text.length
      open.pop()
    } else if (run.cut || --left < 0) run.cut = true
    else if (isText(at)) addText(run, at, reader, preserve)
    else if (isElement(at)) {
      const entered = enter(run, at, at === element ? judged : judge(at), reader)
      if (entered === 'past') continue
      if (entered !== 'in') {
        run.parts.push(entered)
        if (isLeaf(entered.sort)) continue
        open.push(entered)
        stack.push(entered)
      }
      pushInside(stack, at)
    }
  }
  for (const part of open) part.end = run.text.length
}

/** The short way for an element that holds one text node. */
function addAround(
  run: Run,
  element: Element,
  judged: Judged,
  only: Text,
  reader: RunReader,
  preserve: boolean,
): void {
  if (run.cut) return
  const entered = enter(run, element, judged, reader)
  if (entered === 'past') return
  if (entered !== 'in') run.parts.push(entered)
  if (entered !== 'in' && isLeaf(entered.sort)) return
  addText(run, only, reader, preserve)
  if (entered !== 'in') entered.end = run.text.length
}

/** What an element of the line adds: itself as a part, what is in it, or nothing. */
function enter(run: Run, it: Element, judged: Judged, reader: RunReader): Part | 'in' | 'past' {
  const { tag, has, sort } = judged
  if (tag === 'br') {
    run.text += '\n'
    return 'past'
  }
  if (sort.kind === 'skip' || sort.kind === 'name') {
    space(run)
    return 'past'
  }
  if (sort.kind === 'slot') return 'in'
  if (has !== 0 && !it.checkVisibility()) return 'past'
  if (tag === 'label') {
    const field = fieldOf(it)
    if (field) {
      space(run)
      return it.contains(field)
        ? partOf(run, field, { tag: field.localName, has: HAS.some, sort: FIELD }, FIELD)
        : 'past'
    }
  }
  if ('role' in sort) return partOf(run, it, judged, sort)
  const mayBreak = run.text !== '' && !endsBlank(run.text)
  if (mayBreak && (sort.kind === 'wrapper' || reader.isBlockBox(it))) run.text += '\n'
  return 'in'
}

const partOf = ({ text }: Run, node: Element, { tag, has }: Judged, sort: ElementSort): Part => ({
  node,
  tag,
  sort,
  has,
  start: text.length,
  end: text.length,
})

/** Images and fields hold no text of the line. */
const isLeaf = ({ kind, role }: ElementSort): boolean => kind !== 'element' || role === 'Image'

/** The field that a label is the name of, where that is reported; its text is the field's title then. */
function fieldOf(label: Element): Element | undefined {
  const control = 'control' in label ? label.control : undefined
  return isNode(control) && isField(control) ? control : undefined
}

function pushInside(stack: (Node | Part)[], it: Element): void {
  if (isSlot(it)) stack.push(...assigned(it).toReversed())
  else for (let at = (it.shadowRoot ?? it).lastChild; at; at = at.previousSibling) stack.push(at)
}

function space(run: Run): void {
  if (run.text !== '' && !endsBlank(run.text)) run.text += ' '
}

const endsBlank = (text: string): boolean => text.charCodeAt(text.length - 1) <= 32

/** The text that an element shows, for a title: bounded, and without what is private. */
export function plainText(of: Element, reader: RunReader): string {
  const run = emptyRun()
  const bounded = { ...reader, maxChars: 400 }
  for (let at = of.firstChild; at && !run.cut; at = at.nextSibling)
    if (isText(at)) addText(run, at, bounded, false)
    else if (isElement(at)) addToRun(run, at, judge(at), bounded, false)
  return run.text
}
