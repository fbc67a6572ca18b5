/** The outline notation of a tree, written: one line per element (design, "Outline notation"). */
import { cutText } from '../json/cut.js'
import { inertJson, inertWord } from '../json/inert.js'
import type { TreeElement } from './types.js'

/** An outline ends here; what `readAnswer` gave is far flatter. */
const MOST_LEVELS = 1000

/** How much of each text an outline holds. Units: UTF-16 code units; without a limit all of it. */
export type OutlineOptions = { maxText?: number }

/**
 * A tree as text: `id Role[:subrole] ["title"] [states…] [= "text" [+N]]`, two spaces per level.
 *
 * Shape   holds no attributes, addresses or images, and nothing deeper than 1000 levels; strings are JSON strings
 *         without control or bidirectional characters, so every element is one line that shows as what it is.
 *         A text or title longer than `maxText` is cut between two signs, and of a text `+N` says how many UTF-16
 *         code units are missing.
 */
export function printOutline(root: TreeElement, options: OutlineOptions = {}): string {
  const parts: string[] = []
  let lines: string[] = []
  const print = (element: TreeElement, depth: number, indent: string): void => {
    lines.push(indent + printLine(element, options))
    if (lines.length === LINES_IN_PART) {
      parts.push(lines.join('\n'))
      lines = []
    }
    if (depth >= MOST_LEVELS || !element.children) return
    const inner = `${indent}  `
    for (const child of element.children) print(child, depth + 1, inner)
  }
  print(root, 0, '')
  if (lines.length > 0) parts.push(lines.join('\n'))
  return parts.join('\n')
}

/** So many lines are put together at once: the collector carries what is held until the end from place to place. */
const LINES_IN_PART = 64

/** One element as its line, without indentation. */
export function printLine(element: TreeElement, { maxText = Infinity }: OutlineOptions = {}): string {
  const subrole = element.subrole === undefined ? '' : `:${inertWord(element.subrole)}`
  const parts = [element.id, element.role + subrole]
  if (element.title !== undefined) parts.push(inertJson(cutTitle(element.title, maxText)))
  for (const state of ['selected', 'focused', 'hovered'] as const) if (element[state]) parts.push(state)
  if (element.visible !== undefined) parts.push(element.visible ? 'visible' : 'hidden')
  const text = textOf(element)
  if (text === undefined) return parts.join(' ')
  const shown = cutText(text, maxText)
  parts.push(`= ${inertJson(shown.text)}`)
  if (shown.missing > 0) parts.push(`+${shown.missing}`)
  return parts.join(' ')
}

function cutTitle(title: string, most: number): string {
  const { text, missing } = cutText(title, most)
  return missing > 0 ? `${text}…` : text
}

/** The text blocks of an element, joined; undefined when it has none. */
export function textOf(element: TreeElement): string | undefined {
  const texts = element.content?.flatMap(block => (block.type === 'text' ? [block.text] : [])) ?? []
  return texts.length === 0 ? undefined : texts.join('\n')
}
