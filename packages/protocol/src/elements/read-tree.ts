/** The tree of an answer, judged and repaired in one walk (elements §5 · D-15, D-16). */
import { isRecord } from '../findings/shape.js'
import type { Limits } from './binding.js'
import { isElementId } from './id.js'
import type { Place, Report } from './place.js'
import { relatedIds } from './read-attributes.js'
import { readElement } from './read-element.js'
import type { TreeElement } from './types.js'

type Raw = { [name: string]: unknown }

/** An element that waits to be read: where it stands, and what its parent said. */
type Frame = Place & {
  raw: Raw
  depth: number
  /** Undefined for the root. */
  into: TreeElement | undefined
  /** As sent; true for the root's children. */
  parentFocused: boolean
  parentVisible: boolean
  /** False below a break of the focus path. */
  mayFocus: boolean
}

/**
 * A tree that keeps every rule, from one that came in.
 *
 * Errors  none: what a host refuses or repairs is reported; undefined when there are too many elements to go on.
 * Source  elements §5.1 to §5.3 · D-15, D-16
 */
export function readTree(rawRoot: Raw, limits: Limits, report: Report): TreeElement | undefined {
  const ids = new Set<string>()
  const hovered: { element: TreeElement; frame: Frame }[] = []
  const links: { to: string[]; frame: Frame }[] = []
  let root: TreeElement | undefined
  let count = 1
  const stack: Frame[] = [frameOfRoot(rawRoot)]
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const element = readElement(frame.raw, frame, frame.into === undefined, limits, report)
    if (frame.into) (frame.into.children ??= []).push(element)
    else root = element
    judgeId(element.id, ids, frame, report)
    judgeStates(element, frame, report)
    judgeWithin(element, frame, report)
    if (element.hovered) hovered.push({ element, frame })
    const to = relatedIds(element)
    if (to.length > 0) links.push({ to, frame })
    const children: unknown[] = Array.isArray(frame.raw.children) ? frame.raw.children : []
    if (children.length === 0) continue
    if (frame.depth >= limits.maxDepth) {
      report('D-16', 'should', 'repair', frame, `deeper than ${limits.maxDepth}; what is inside was cut`)
      continue
    }
    count += children.length
    if (count > limits.maxElements) {
      report('D-16', 'must', 'refuse', '$.root', `more than ${limits.maxElements} elements; report less`)
      return undefined
    }
    for (const child of childFrames(children, frame, element, report).toReversed()) stack.push(child)
  }
  leaveNoneHovered(hovered, report)
  for (const { to, frame } of links)
    if (to.some(id => !ids.has(id)))
      report(
        'EL-5.6-related',
        'should',
        'note',
        frame,
        'related names an id that is in no element of the answer',
      )
  return root
}

const frameOfRoot = (raw: Raw): Frame => ({
  raw,
  depth: 0,
  into: undefined,
  parent: undefined,
  index: 0,
  parentFocused: true,
  parentVisible: true,
  mayFocus: true,
})

function childFrames(children: unknown[], frame: Frame, element: TreeElement, report: Report): Frame[] {
  const isRoot = frame.into === undefined
  const focused = children.filter(child => isRecord(child) && child.focused === true).length
  const frames: Frame[] = []
  let seen = 0
  for (const [index, raw] of children.entries()) {
    const place: Place = { parent: frame, index }
    if (!isRecord(raw)) {
      report('EL-5.1-children', 'must', 'repair', place, 'not an object; send elements only')
      continue
    }
    if (raw.focused === true && ++seen > 1)
      report('EL-5.3-focus-path', 'must', 'repair', place, 'a second focused sibling; focus is one path')
    frames.push({
      ...place,
      raw,
      depth: frame.depth + 1,
      into: element,
      parentFocused: isRoot || frame.raw.focused === true,
      parentVisible: element.visible ?? frame.parentVisible,
      mayFocus: focused < 2 && (isRoot || element.focused === true),
    })
  }
  return frames
}

function judgeId(id: string, ids: Set<string>, frame: Frame, report: Report): void {
  if (!isElementId(id))
    report(
      'EL-5.1-id-form',
      'must',
      'refuse',
      frame,
      'id is not 1 to 128 letters, digits, hyphens, underscores',
    )
  else if (ids.has(id))
    report(
      'EL-5.1-id-unique',
      'must',
      'refuse',
      frame,
      'id used twice in one answer; mint one per appearance',
    )
  ids.add(id)
}

function judgeStates(element: TreeElement, frame: Frame, report: Report): void {
  const isRoot = frame.into === undefined
  if (element.focused && !isRoot) {
    if (!frame.parentFocused)
      report(
        'EL-5.3-focus-path',
        'must',
        'repair',
        frame,
        'focused inside an unfocused parent; mark the whole path',
      )
    if (!frame.mayFocus) delete element.focused
  }
  if (isRoot && element.visible !== undefined)
    report('EL-5.3-visible-differs', 'should', 'note', frame, 'the root carries no visible; mark the windows')
  else if (element.visible === frame.parentVisible)
    report('EL-5.3-visible-differs', 'should', 'note', frame, "visible equals the parent's; leave it out")
}

/** What only shows in what an element stands in. */
function judgeWithin(element: TreeElement, frame: Frame, report: Report): void {
  const { into } = frame
  if (into?.role === 'Application' && element.role === 'Text' && element.selected)
    report(
      'EL-5.1-selected-text',
      'should',
      'note',
      frame,
      'selected text in the root; put it where it was selected',
    )
  if (into?.role === 'Table' && (element.role === 'Cell' || element.subrole?.toLowerCase() === 'column'))
    report(
      'EL-5.2-rows-of-cells',
      'should',
      'note',
      frame,
      'a table is rows of cells; put its cells in a Row',
    )
}

function leaveNoneHovered(hovered: { element: TreeElement; frame: Frame }[], report: Report): void {
  if (hovered.length < 2) return
  for (const [at, { element, frame }] of hovered.entries()) {
    delete element.hovered
    if (at > 0)
      report('EL-5.3-one-hover', 'must', 'repair', frame, 'a second hovered element; mark only the innermost')
  }
}
