/** The outline notation of a tree: one line per element, read and written (design, "Outline notation"). */
import { ROLES, type Role, type TreeElement } from './types.js'

/**
 * A tree as text: `id Role[:subrole] ["title"] [states…] [= "text"]`, two spaces per level.
 *
 * Shape   holds no attributes, addresses or images; strings are JSON strings, so every element is one line.
 */
export function printOutline(root: TreeElement): string {
  const lines: string[] = []
  const stack: { element: TreeElement; depth: number }[] = [{ element: root, depth: 0 }]
  for (let at = stack.pop(); at; at = stack.pop()) {
    lines.push('  '.repeat(at.depth) + printLine(at.element))
    for (const element of at.element.children?.toReversed() ?? [])
      stack.push({ element, depth: at.depth + 1 })
  }
  return lines.join('\n')
}

/** One element as its line, without indentation. */
export function printLine(element: TreeElement): string {
  const parts = [
    element.id,
    element.role + (element.subrole === undefined ? '' : `:${word(element.subrole)}`),
  ]
  if (element.title !== undefined) parts.push(JSON.stringify(element.title))
  for (const state of ['selected', 'focused', 'hovered'] as const) if (element[state]) parts.push(state)
  if (element.visible !== undefined) parts.push(element.visible ? 'visible' : 'hidden')
  const text = textOf(element)
  if (text !== undefined) parts.push(`= ${JSON.stringify(text)}`)
  return parts.join(' ')
}

/** The text blocks of an element, joined; undefined when it has none. */
export function textOf(element: TreeElement): string | undefined {
  const texts = element.content?.flatMap(block => (block.type === 'text' ? [block.text] : [])) ?? []
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** A tree, or the first line that is not of the notation. */
export type OutlineOutcome =
  | { kind: 'tree'; root: TreeElement }
  | { kind: 'misread'; line: number; message: string }

/** Reads an outline; the first line is the root. */
export function parseOutline(text: string): OutlineOutcome {
  const path: TreeElement[] = []
  const lines = text.replace(/\n+$/, '').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const indent = /^ */.exec(line)?.[0].length ?? 0
    const element = parseLine(line.slice(indent))
    const depth = indent / 2
    const wrongIndent = at === 0 ? indent !== 0 : depth < 1 || depth > path.length || indent % 2 !== 0
    if (typeof element === 'string' || wrongIndent)
      return {
        kind: 'misread',
        line: at + 1,
        message: typeof element === 'string' ? element : 'wrong indentation',
      }
    path.length = depth
    const parent = path.at(-1)
    if (parent) parent.children = [...(parent.children ?? []), element]
    path.push(element)
  }
  const [root] = path
  return root ? { kind: 'tree', root } : { kind: 'misread', line: 1, message: 'empty' }
}

const PLAIN = /^[A-Za-z0-9_.-]+$/
const STRING = '"(?:[^"\\\\]|\\\\.)*"'
const LINE = new RegExp(
  `^(\\S+) ([A-Za-z]+)(?::([A-Za-z0-9_.-]+|${STRING}))?(?: (${STRING}))?((?: (?:selected|focused|hovered|visible|hidden))*)(?: = (${STRING}))?$`,
)

const word = (subrole: string): string => (PLAIN.test(subrole) ? subrole : JSON.stringify(subrole))

function parseLine(line: string): TreeElement | string {
  const match = LINE.exec(line)
  if (!match) return 'not of the form: id Role[:subrole] ["title"] [states] [= "text"]'
  const [, id = '', roleWord = '', subrole, title, states = '', text] = match
  const role = ROLES.find((known): known is Role => known === roleWord)
  if (!role) return 'not one of the thirteen roles'
  const element: TreeElement = { id, role }
  if (subrole !== undefined) element.subrole = subrole.startsWith('"') ? unquote(subrole) : subrole
  if (title !== undefined) element.title = unquote(title)
  for (const state of states.split(' '))
    if (state === 'visible' || state === 'hidden') element.visible = state === 'visible'
    else if (state === 'selected' || state === 'focused' || state === 'hovered') element[state] = true
  if (text !== undefined) element.content = [{ type: 'text', text: unquote(text) }]
  return element
}

const unquote = (quoted: string): string => String(JSON.parse(quoted))
