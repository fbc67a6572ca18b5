/** One element of an answer, read without its children: every field judged, what does not fit left out (D-15). */
import { isRecord } from '../findings/shape.js'
import type { Limits } from './binding.js'
import { ELEMENT_FIELDS } from './fields.js'
import { isLine } from './is-title.js'
import { holdsState } from './misplaced-state.js'
import type { Place, Report } from './place.js'
import { readAttributes } from './read-attributes.js'
import { holdsText, readContent } from './read-content.js'
import { ROLES, type Role, type TreeElement } from './types.js'
import { ELEMENT_BITS, elementBits } from './validate.gen.js'

type Raw = { [name: string]: unknown }

/**
 * A new element with those fields of a raw one that keep the rules.
 *
 * Shape   without children; an id of wrong form is kept as text, for the caller to refuse; half a surrogate pair
 *         in a title becomes U+FFFD.
 * Source  elements §5.1, §5.2, §5.3, §5.5, §5.6 · D-15
 */
export function readElement(
  raw: Raw,
  at: Place,
  isRoot: boolean,
  limits: Limits,
  report: Report,
): TreeElement {
  const element: TreeElement = {
    id: typeof raw.id === 'string' ? raw.id : '',
    role: readRole(raw.role, at, isRoot, report),
  }
  for (const name of ['subrole', 'title', 'url'] as const) {
    const value = raw[name]
    if (typeof value === 'string') element[name] = value.toWellFormed()
    else if (value !== undefined) misfit(name, 'a string', at, report)
  }
  for (const name of ['selected', 'focused', 'hovered'] as const) {
    const value = raw[name]
    if (value === true) element[name] = true
    else if (value === false)
      report('EL-5.3-only-true', 'must', 'note', at, `${name} sent as false; leave it out`)
    else if (value !== undefined) misfit(name, 'true, or nothing', at, report)
  }
  const { visible, content, attributes } = raw
  if (typeof visible === 'boolean') element.visible = visible
  else if (visible !== undefined) misfit('visible', 'a boolean', at, report)
  if (Array.isArray(content)) {
    const blocks = readContent(content, at, limits, report)
    if (blocks.length > 0) element.content = blocks
  } else if (content !== undefined) misfit('content', 'a list', at, report)
  if (isRecord(attributes)) element.attributes = readAttributes(attributes, at, limits, report)
  else if (attributes !== undefined) misfit('attributes', 'an object', at, report)
  judgeFields(raw, element, at, isRoot, report)
  judgeMore(raw, at, report)
  return element
}

/**
 * The fields of an element that `readElement` would say nothing about and hand on unchanged; 0 for any other.
 *
 * Shape   the bits of ELEMENT_BITS. Expects an element below the root, without accessors or a prototype of its own.
 */
export function flawlessBits(raw: Raw, limits: Limits): number {
  const has = elementBits(raw, limits)
  return (has & ELEMENT_BITS.content) !== 0 && isTextRole(raw.role) && !holdsText(raw.content) ? 0 : has
}

function readRole(role: unknown, at: Place, isRoot: boolean, report: Report): Role {
  const known = ROLES.find(word => word === role)
  if (isRoot) {
    if (known !== 'Application')
      report('EL-5.2-root-application', 'must', 'refuse', at, 'the root is not an Application')
    return 'Application'
  }
  if (known === 'Application') {
    report('EL-5.2-root-application', 'must', 'repair', at, 'a second Application; only the root is one')
    return 'Group'
  }
  if (known) return known
  if (typeof role === 'string')
    report(
      'EL-5.2-role-words',
      'should',
      'repair',
      at,
      "not one of the thirteen roles; put the app's word in subrole",
    )
  else misfit('role', 'a string', at, report)
  return 'Group'
}

function misfit(field: string, want: string, at: Place, report: Report): void {
  report('EL-5.1-fields', 'must', 'repair', at, `${field} is not ${want}`)
}

const isTextRole = (role: unknown): boolean => role === 'Text' || role === 'Heading' || role === 'Link'

function judgeFields(raw: Raw, element: TreeElement, at: Place, isRoot: boolean, report: Report): void {
  if (!isLine(element.title ?? ''))
    report('EL-5.1-title-line', 'must', 'note', at, 'title is more than one line; send its first line')
  if (isRoot && !element.title)
    report('EL-4.1-app-name', 'must', 'note', at, "no title on the root; put the app's name there")
  const { children } = raw
  if (children !== undefined && !Array.isArray(children)) misfit('children', 'a list', at, report)
  else if (Array.isArray(children) && children.length === 0)
    report('EL-5.1-children', 'must', 'repair', at, 'an empty list of children; leave it out')
  if (element.content && isTextRole(element.role) && !holdsText(element.content))
    report('EL-5.5-block-by-kind', 'should', 'note', at, 'a text element without a text block; send its text')
}

const REMOVED = ['type', 'parent', 'locatable', 'payload']

/** What 0.2.0 does not know. */
function judgeMore(raw: Raw, at: Place, report: Report): void {
  const more = Object.keys(raw).filter(name => !Object.hasOwn(ELEMENT_FIELDS, name))
  if (more.length === 0) return
  if (more.some(name => REMOVED.includes(name)))
    report('EL-rfc1-removed-fields', 'should', 'note', at, 'a field of version 0.1; leave it out')
  if (more.some(name => !REMOVED.includes(name)))
    report(
      'EL-10-unknown-fields',
      'should',
      'note',
      at,
      'a field that 0.2.0 does not have; put it in attributes',
    )
  if (more.some(name => holdsState(raw[name])))
    report(
      'EL-5.3-reachable',
      'must',
      'note',
      at,
      'a selected or focused element outside children; put it inside',
    )
}
