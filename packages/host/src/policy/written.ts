/** One element as it is written for an agent: its line, its text, and what else is known of it. */
import {
  type ContentBlock,
  cutText,
  type Json,
  printLine,
  textOf,
  type TreeElement,
} from '@copane/protocol/elements'
import { inertInPrompt, quoted } from './in-prompt.js'

/** How an agent is told: the outline notation, a third of the size, or JSON. */
export type Form = 'outline' | 'json'

/** The longest title, subrole or name; what is longer is cut, where one sees it. Units: UTF-16 code units. */
const MOST_TITLE = 200

/** The line of the outline without its indentation; `hidden`: how much of the text is not shown. */
export function lineOf(element: TreeElement, hidden = 0): string {
  const { title, subrole, ...rest } = element
  const line = printLine({
    ...rest,
    ...(title === undefined ? {} : { title: shortened(title) }),
    ...(subrole === undefined ? {} : { subrole: shortened(subrole) }),
  })
  return inertInPrompt(hidden > 0 ? `${line} +${hidden}` : line)
}

/** The fields of an element in JSON, without its children. */
export function fieldsOf(element: TreeElement, hidden: number, hasExtras: boolean): { [name: string]: Json } {
  const { id, role, subrole, title, url, selected, focused, visible, hovered, attributes } = element
  const text = textOf(element)
  const links = linksOf(element)
  const content: Json[] = text === undefined ? [] : [{ type: 'text', text }]
  if (hasExtras) content.push(...links.map(link => ({ ...link })))
  return {
    id,
    role,
    ...(subrole === undefined ? {} : { subrole: shortened(subrole) }),
    ...(title === undefined ? {} : { title: shortened(title) }),
    ...(selected ? { selected } : {}),
    ...(focused ? { focused } : {}),
    ...(visible === undefined ? {} : { visible }),
    ...(hovered ? { hovered } : {}),
    ...(content.length > 0 ? { content } : {}),
    ...(hidden > 0 ? { missing: hidden } : {}),
    ...(hasExtras && url !== undefined ? { url } : {}),
    ...(hasExtras && attributes ? { attributes } : {}),
  }
}

/** What an outline's lines don't hold, as lines of their own: address, links, attributes. */
export function extraLines({ id, url, attributes, ...element }: TreeElement): string[] {
  const lines: string[] = []
  if (url !== undefined) lines.push(`${id} url ${quoted(url)}`)
  for (const { name, uri } of linksOf({ id, ...element }))
    lines.push(`${id} link ${quoted(name)} ${quoted(uri)}`)
  if (attributes) lines.push(`${id} attributes ${JSON.stringify(attributes)}`)
  return lines.map(inertInPrompt)
}

/** How many parts an element has beside its line and text. */
export const countExtras = (element: TreeElement): number =>
  (element.url === undefined ? 0 : 1) + linksOf(element).length + (element.attributes ? 1 : 0)

/** A copy without what an outline's line does not hold. */
export function withoutExtras(element: TreeElement): TreeElement {
  const { url: _, attributes: __, content, ...rest } = element
  const kept = content?.filter(({ type }) => type !== 'resource_link') ?? []
  return kept.length > 0 ? { ...rest, content: kept } : rest
}

type Link = Extract<ContentBlock, { type: 'resource_link' }>

const linksOf = ({ content = [] }: TreeElement): Link[] =>
  content.flatMap(block => (block.type === 'resource_link' ? [block] : []))

/** A name that takes no more than a line. */
export function shortened(name: string): string {
  const { text, missing } = cutText(name, MOST_TITLE)
  return missing > 0 ? `${text}…` : text
}
