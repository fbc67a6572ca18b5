/** The words a model reads: lines about windows and actions in which nothing an app wrote can act (FR-39). */
import { blockersOf, inertInPrompt } from '@copane/host'
import { printWindowLine, type SeenWindow } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import { cutText, type Json } from '@copane/protocol/elements'
import type { Facts } from './answer.js'
import { actionsByWindow, type Sight } from './sight.js'

/** What an app said, as a JSON string that is inert; a message or title that goes on and on is cut. */
export const said = (text: string): string => inertInPrompt(JSON.stringify(short(text)))

/** A word of an app's as it is, where it can do no harm: an id, a code, the name of an action or a parameter. */
export const bare = (text: string): string => inertInPrompt(short(text))

/** A text that an app may make as long as it likes. Units: UTF-16 code units. */
export const short = (text: string): string => {
  const { text: start, missing } = cutText(text, MOST_SAID)
  return missing > 0 ? `${start} …` : text
}

/** Units: UTF-16 code units. */
const MOST_SAID = 1000
const MOST_NAMED = 20

/** The first of many, and how many more there are. */
export function few(items: readonly string[], between: string): string {
  const more = items.length - MOST_NAMED
  return [...items.slice(0, MOST_NAMED).map(bare), ...(more > 0 ? [`… ${more} more`] : [])].join(between)
}

/** A line that names windows; none without them. */
export const namedIds = (word: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`${word} ${few(ids, ' ')}`] : []

/** The same as facts. */
export function listedIds(name: string, ids: readonly string[]): Facts {
  const more = ids.length - MOST_NAMED
  return {
    ...(ids.length > 0 ? { [name]: ids.slice(0, MOST_NAMED).map(short) } : {}),
    ...(more > 0 ? { [`${name}LeftOut`]: more } : {}),
  }
}

/** A JSON value on one inert line. */
export const json = (value: unknown): string => inertInPrompt(String(JSON.stringify(value)))

/** A window with its actions on one line: what stands before it, or what can be done. */
export const windowLine = (window: SeenWindow, { snapshot }: Sight): string =>
  inertInPrompt(printWindowLine(window, snapshot.operableWindowIds.includes(window.id)))

/**
 * What stands in the way of windows, whether it was asked for or not (FR-20).
 *
 * Shape   of each window that is blocked by others: which; and once, when something that the app does not show blocks all.
 */
export function standingInTheWay({ snapshot }: Sight, ids: readonly string[]): string[] {
  const blocked = ids.filter(id => !snapshot.operableWindowIds.includes(id)).slice(0, MOST_NAMED)
  const lines = blocked.flatMap(id => {
    const blockers = blockersOf(snapshot, id)
    const by = snapshot.windows.filter(window => blockers.includes(window.id))
    const names = by.map(modal => `${bare(modal.id)} ${said(modal.title)}`)
    return names.length > 0 ? [`${bare(id)} waits behind ${names.join(', ')}`] : []
  })
  return blocked.length > 0 && snapshot.operableWindowIds.length === 0
    ? [...lines, 'Something the app does not show is in front: ask the user to deal with it.']
    : lines
}

/** What can be called in a window, in words. */
export const callsIn = (id: string, sight: Sight): string =>
  few(actionsByWindow(sight).get(id) ?? [], ' ') || 'nothing'

/** The version of a window as it is told: digits that a number can't hold stay as they came (D-39). */
export const versionOf = ({ version, exactVersion }: SeenWindow): string => exactVersion ?? String(version)

/** Windows by id and title, for a choice. */
export const titlesOf = ({ snapshot }: Sight): string =>
  few(
    snapshot.windows.map(({ id, title }) => `${id} ${said(title)}`),
    ', ',
  ) || 'none'

/** The parameters of an action as a model needs them: `name type: what it is`, an optional one with a question mark. */
export function parameterLines({ properties, required }: { readonly [name: string]: unknown }): string[] {
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries(isRecord(properties) ? properties : {})
    .filter(([name]) => name !== 'expectedVersion')
    .map(([name, rule]) => {
      const { description = '', type, enum: choices, ...more } = isRecord(rule) ? rule : {}
      const form = Array.isArray(choices)
        ? choices.map(json).join('|')
        : typeof type === 'string'
          ? bare(type)
          : 'any'
      const rest = Object.keys(more).length > 0 ? ` ${json(more)}` : ''
      const words =
        typeof description === 'string' && description !== ''
          ? `: ${inertInPrompt(JSON.stringify(description)).slice(1, -1)}`
          : ''
      return `  ${bare(name)}${needed.includes(name) ? '' : '?'} ${form}${rest}${words}`
    })
}

/** A schema without what the gateway carries by itself. */
export function withoutVersion(schema: { readonly [name: string]: unknown }): Json {
  const { properties, required, type: _, additionalProperties: __, ...others } = schema
  const left = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([name]) => name !== 'expectedVersion',
  )
  const needed = Array.isArray(required) ? required.filter(name => name !== 'expectedVersion') : []
  return plain({
    ...others,
    properties: Object.fromEntries(left),
    ...(needed.length > 0 ? { required: needed } : {}),
  })
}

/** True where a version is the one that follows another's, digit for digit. */
export function isNext(before: SeenWindow, now: SeenWindow): boolean {
  const digits = [versionOf(before), versionOf(now)]
  if (!digits.every(each => WHOLE.test(each))) return false
  const [was = 0n, is = 0n] = digits.map(BigInt)
  return is === was + 1n
}

const WHOLE = /^-?\d{1,40}$/

/** A value as JSON holds it. */
export const plain = (value: unknown): Json => {
  const copy: Json = JSON.parse(JSON.stringify(value) ?? 'null')
  return copy
}
