/** One element of the app as it goes on the wire, without what is inside it (elements §5.1 · D-15). */
import {
  type ContentBlock,
  isElementId,
  isWithin,
  type Limits,
  ROLES,
  type Role,
  type TreeElement,
} from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Tell } from './app-element.js'
import { isSmall, readBlocks } from './content.js'
import { jsonCopy, NO_JSON, setField } from './json-copy.js'
import { isSecretWord, masked } from './secret.js'

/**
 * What an element of the app came to.
 *
 * Shape   `whole` holds all blocks, in their order, where one of them is too large; `element` only the small ones.
 */
export type Own = { element: TreeElement; whole?: ContentBlock[]; isSensitive: boolean }

/** How one is read. */
export type OwnRules = { isRoot: boolean; limits: Limits; tell: Tell | undefined }

/**
 * An element with those fields that keep the rules, copied; nothing of the app's own object is kept.
 *
 * Errors  undefined when it has no id of the right form, or can't be read; what was left out is told.
 * Source  elements §5.1, §5.2, §5.5, §5.6 · EL-5.1-id-form, EL-5.3-only-true, EL-5.5-small · D-41
 */
export function readOwn(raw: { [name: string]: unknown }, rules: OwnRules): Own | undefined {
  const { tell } = rules
  const { id, subrole, title, content, url, visible, attributes } = raw
  if (!isElementId(id)) {
    tell?.(fault('EL-5.1-id-form', 'id is not 1 to 128 letters, digits, hyphens, underscores; left out'))
    return undefined
  }
  const element = named(
    id,
    readRole(raw.role, rules),
    subrole === undefined ? undefined : readLine('subrole', subrole, rules),
    title === undefined ? undefined : readLine('title', title, rules),
  )
  const blocks = content === undefined ? undefined : readContent(content, rules)
  if (blocks) element.content = blocks
  const address = url === undefined ? undefined : readLine('url', url, rules)
  if (address !== undefined) element.url = address
  readState(element, 'selected', raw.selected, rules)
  readState(element, 'focused', raw.focused, rules)
  readState(element, 'hovered', raw.hovered, rules)
  if (typeof visible === 'boolean') element.visible = visible
  else if (visible !== undefined) tell?.(misfit('visible', 'a boolean'))
  if (attributes !== undefined) readAttributes(element, attributes, rules)
  if (tell) tellUnknown(raw, tell)
  const isSensitive = isSet(raw.sensitive) || (element.subrole !== undefined && isSecretWord(element.subrole))
  if (!blocks || blocks.every(block => isSmall(block, rules.limits))) return { element, isSensitive }
  const small = blocks.filter(block => isSmall(block, rules.limits))
  if (small.length > 0) element.content = small
  else delete element.content
  return { element, whole: blocks, isSensitive }
}

/** What is told of an element: of one that is a secret, or inside one, not a word (D-41). */
export const toldOf = (own: Own, isMasked: boolean): Omit<Own, 'isSensitive'> =>
  own.isSensitive || isMasked ? { element: masked(own.element) } : own

/** True for a mark that the app set; anything but `false` and nothing counts, so that a slip hides too much. */
export const isSet = (mark: unknown): boolean => mark !== undefined && mark !== false

const KNOWN = new Set(
  'id role subrole title content url selected focused visible hovered children attributes private sensitive'.split(
    ' ',
  ),
)

/** An element that was made with the fields that most have takes less room than one that they are added to. */
function named(id: string, role: Role, subrole: string | undefined, title: string | undefined): TreeElement {
  if (subrole === undefined) return title === undefined ? { id, role } : { id, role, title }
  return title === undefined ? { id, role, subrole } : { id, role, subrole, title }
}

function readRole(role: unknown, { isRoot, tell }: OwnRules): Role {
  if (isRoot) return 'Application'
  const known = ROLES.find(word => word === role)
  if (known === 'Application')
    tell?.(fault('EL-5.2-root-application', 'a second Application; told as a Group'))
  else if (known) return known
  else if (typeof role === 'string')
    tell?.({
      ...fault('EL-5.2-role-words', "not one of the thirteen roles; put the app's word in subrole"),
      level: 'should',
    })
  else tell?.(misfit('role', 'a string'))
  return 'Group'
}

function readState(
  element: TreeElement,
  name: 'selected' | 'focused' | 'hovered',
  value: unknown,
  { tell }: OwnRules,
): void {
  if (value === true) element[name] = true
  else if (value !== undefined && value !== false) tell?.(misfit(name, 'true, or nothing'))
}

function readLine(
  name: 'subrole' | 'title' | 'url',
  value: unknown,
  { limits, tell }: OwnRules,
): string | undefined {
  if (typeof value !== 'string') tell?.(misfit(name, 'a string'))
  else if (!isWithin(value, limits.maxTextBlockBytes))
    tell?.(fault('D-16', `${name} is over ${limits.maxTextBlockBytes} bytes; left out: send less`))
  else if (name === 'title' && LINE_END.test(value)) {
    tell?.(fault('EL-5.1-title-line', 'title is more than one line; its first line was told'))
    return value.split(LINE_END, 1)[0] ?? ''
  } else return value
  return undefined
}

const LINE_END = /[\n\r\u2028\u2029]/

function readContent(content: unknown, { limits, tell }: OwnRules): ContentBlock[] | undefined {
  if (!Array.isArray(content)) {
    tell?.(misfit('content', 'a list'))
    return undefined
  }
  const blocks = readBlocks(content, limits, tell)
  return blocks.length > 0 ? blocks : undefined
}

function readAttributes(element: TreeElement, attributes: unknown, { limits, tell }: OwnRules): void {
  if (!isRecord(attributes)) return tell?.(misfit('attributes', 'an object'))
  const kept: NonNullable<TreeElement['attributes']> = {}
  let count = 0
  for (const name of Object.keys(attributes)) {
    const value = attributes[name]
    if (value === undefined) continue
    const copy = isShort(value)
      ? value
      : jsonCopy(value, {
          maxDepth: limits.maxDepth,
          maxValues: limits.maxElements,
          maxChars: limits.maxTextBlockBytes,
        })
    if (copy === NO_JSON)
      tell?.(fault('EL-5.1-fields', 'an attribute that is no JSON, too long or too deep; left out'))
    else {
      setField(kept, name, copy)
      count++
    }
  }
  if (count > 0) element.attributes = kept
}

const isShort = (value: unknown): value is string | boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && value.length < 1000)

function tellUnknown(raw: object, tell: Tell): void {
  for (const name in raw)
    if (!KNOWN.has(name))
      return tell({
        ...fault('EL-10-unknown-fields', 'a field that 0.2.0 does not have; left out: put it in attributes'),
        level: 'should',
      })
}

const fault = (requirement: Parameters<Tell>[0]['requirement'], message: string): Parameters<Tell>[0] => ({
  requirement,
  level: 'must',
  consequence: 'repair',
  message,
})

const misfit = (field: string, want: string) => fault('EL-5.1-fields', `${field} is not ${want}; left out`)
