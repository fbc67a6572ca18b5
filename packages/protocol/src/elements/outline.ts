/** The outline notation of a tree, written: one line per element (design, "Outline notation"). */
import { inertJson, inertWord } from '../json/inert.js'
import type { TreeElement } from './types.js'

/** An outline ends here; what `readAnswer` gave is far flatter. */
const MOST_LEVELS = 1000

/**
 * A tree as text: `id Role[:subrole] ["title"] [states…] [= "text"]`, two spaces per level.
 *
 * Shape   holds no attributes, addresses or images, and nothing deeper than 1000 levels; strings are JSON strings
 *         without control or bidirectional characters, so every element is one line that shows as what it is.
 */
export function printOutline(root: TreeElement): string {
  const lines: string[] = []
  const stack: { element: TreeElement; depth: number }[] = [{ element: root, depth: 0 }]
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { element, depth } = at
    lines.push('  '.repeat(depth) + printLine(element))
    if (depth >= MOST_LEVELS) continue
    for (const child of element.children?.toReversed() ?? []) stack.push({ element: child, depth: depth + 1 })
  }
  return lines.join('\n')
}

/** One element as its line, without indentation. */
export function printLine(element: TreeElement): string {
  const subrole = element.subrole === undefined ? '' : `:${inertWord(element.subrole)}`
  const parts = [element.id, element.role + subrole]
  if (element.title !== undefined) parts.push(inertJson(element.title))
  for (const state of ['selected', 'focused', 'hovered'] as const) if (element[state]) parts.push(state)
  if (element.visible !== undefined) parts.push(element.visible ? 'visible' : 'hidden')
  const text = textOf(element)
  if (text !== undefined) parts.push(`= ${inertJson(text)}`)
  return parts.join(' ')
}

/** The text blocks of an element, joined; undefined when it has none. */
export function textOf(element: TreeElement): string | undefined {
  const texts = element.content?.flatMap(block => (block.type === 'text' ? [block.text] : [])) ?? []
  return texts.length === 0 ? undefined : texts.join('\n')
}
