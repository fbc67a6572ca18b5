/** One element of an answer, read without its children: every field judged, what does not fit left out (D-15). */
import { fits, isRecord, misfits } from '../findings/shape.js'
import type { Consequence, Finding, RuleId } from '../findings/types.js'
import type { Limits } from './binding.js'
import { CONTENT_FIELDS } from './fields.js'
import { type ContentBlock, type Json, ROLES, type Role, type TreeElement } from './types.js'

/** Where an element stands: its parent, and its place among the parent's children. */
export type Note = { parent: Note | undefined; index: number }

/** Takes one finding; its place is written out only then. */
export type Report = (
  requirement: RuleId,
  level: Finding['level'],
  consequence: Consequence,
  at: Note | string,
  message: string,
) => void

type Raw = { [name: string]: unknown }

/**
 * A new element with those fields of a raw one that keep the rules.
 *
 * Shape   without children; an id of wrong form is kept as text, for the caller to refuse.
 * Source  elements §5.1, §5.2, §5.3, §5.5, §5.6 · D-15
 */
export function readElement(
  raw: Raw,
  at: Note,
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
    if (typeof value === 'string') element[name] = value
    else if (value !== undefined) misfit(name, 'a string', at, report)
  }
  for (const name of ['selected', 'focused', 'hovered'] as const) {
    const value = raw[name]
    if (value === true) element[name] = true
    else if (value === false)
      report('EL-5.3-only-true', 'must', 'note', at, `${name} sent as false; leave it out`)
    else if (value !== undefined) misfit(name, 'true, or nothing', at, report)
  }
  if (typeof raw.visible === 'boolean') element.visible = raw.visible
  else if (raw.visible !== undefined) misfit('visible', 'a boolean', at, report)
  const content = readContent(raw.content, at, limits, report)
  if (content.length > 0) element.content = content
  if (isRecord(raw.attributes)) element.attributes = readAttributes(raw.attributes, at, report)
  else if (raw.attributes !== undefined) misfit('attributes', 'an object', at, report)
  judgeFields(raw, element, at, isRoot, report)
  return element
}

const TEXT_ROLES: readonly Role[] = ['Text', 'Heading', 'Link']
const REMOVED = ['type', 'parent', 'locatable', 'payload']
const STATES = ['selected', 'focused', 'visible', 'hovered', 'focus']

function judgeFields(raw: Raw, element: TreeElement, at: Note, isRoot: boolean, report: Report): void {
  if (/[\n\r\u2028\u2029]/.test(element.title ?? ''))
    report('EL-5.1-title-line', 'must', 'note', at, 'title is more than one line; send its first line')
  if (isRoot && !element.title)
    report('EL-4.1-app-name', 'must', 'note', at, "no title on the root; put the app's name there")
  if (raw.children !== undefined && !Array.isArray(raw.children)) misfit('children', 'a list', at, report)
  else if (Array.isArray(raw.children) && raw.children.length === 0)
    report('EL-5.1-children', 'must', 'repair', at, 'an empty list of children; leave it out')
  if (REMOVED.some(name => Object.hasOwn(raw, name)))
    report('EL-rfc1-removed-fields', 'should', 'note', at, 'a field of version 0.1; leave it out')
  if (element.content && TEXT_ROLES.includes(element.role) && !element.content.some(b => b.type === 'text'))
    report('EL-5.5-block-by-kind', 'should', 'note', at, 'a text element without a text block; send its text')
}

function readRole(role: unknown, at: Note, isRoot: boolean, report: Report): Role {
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
      "not one of the thirteen roles; put the app's own word in subrole",
    )
  else misfit('role', 'a string', at, report)
  return 'Group'
}

function misfit(field: string, want: string, at: Note, report: Report): void {
  report('EL-5.1-fields', 'must', 'repair', at, `${field} is not ${want}`)
}

function readContent(value: unknown, at: Note, limits: Limits, report: Report): ContentBlock[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    misfit('content', 'a list', at, report)
    return []
  }
  const blocks: ContentBlock[] = []
  for (const block of value) {
    if (!isContentBlock(block))
      report(
        'EL-5.5-content-blocks',
        'must',
        'repair',
        at,
        'a content block that MCP does not define was dropped',
      )
    else if (sizeOf(block) > limitOf(block, limits))
      report(
        'EL-5.5-small',
        'should',
        'repair',
        at,
        'a content block over its limit; send a resource_link instead',
      )
    else blocks.push(block)
  }
  return blocks
}

function isContentBlock(block: unknown): block is ContentBlock {
  if (!isRecord(block) || typeof block.type !== 'string' || !Object.hasOwn(CONTENT_FIELDS, block.type))
    return false
  const type = Object.keys(CONTENT_FIELDS).find((name): name is ContentBlock['type'] => name === block.type)
  if (!type || misfits(block, CONTENT_FIELDS[type], 'type').some(m => m.kind !== 'unknown')) return false
  if (type !== 'resource') return true
  return (
    isRecord(block.resource) && (fits(block.resource.text, 'string') || fits(block.resource.blob, 'string'))
  )
}

const sizeOf = (block: ContentBlock): number =>
  block.type === 'text'
    ? block.text.length
    : block.type === 'image' || block.type === 'audio'
      ? Math.floor(block.data.length * 0.75)
      : block.type === 'resource'
        ? (block.resource.text ?? block.resource.blob ?? '').length
        : 0

const limitOf = (block: ContentBlock, limits: Limits): number =>
  block.type === 'text' ? limits.maxTextBlockBytes : limits.maxImageBytes

function readAttributes(raw: Raw, at: Note, report: Report): { [name: string]: Json } {
  const attributes: { [name: string]: Json } = {}
  for (const name of Object.keys(raw)) {
    const value = raw[name]
    if (name === 'author' && typeof value !== 'string')
      report('EL-5.6-author', 'must', 'repair', at, 'attributes.author is not a string')
    else if (name === 'related' && !isRelated(value))
      report(
        'EL-5.6-related',
        'must',
        'repair',
        at,
        'attributes.related is not a list of { relation, id or url }',
      )
    else if (isJson(value))
      Object.defineProperty(attributes, name, { value, enumerable: true, writable: true, configurable: true })
    if (STATES.includes(name))
      report(
        'EL-5.3-state-once',
        'must',
        'note',
        at,
        'a state repeated in attributes; state it on the element only',
      )
  }
  return attributes
}

const isRelated = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    entry =>
      isRecord(entry) &&
      typeof entry.relation === 'string' &&
      (typeof entry.id === 'string') !== (typeof entry.url === 'string'),
  )

/** What came out of JSON is JSON; only a provider's own objects can hold something else at this level. */
const isJson = (value: unknown): value is Json =>
  value === null || ['string', 'boolean', 'object', 'number'].includes(typeof value)
