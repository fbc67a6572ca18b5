/** The outline notation of a tree, read (design, "Outline notation"). */
import { type Cursor, take, takeString, takeWord } from '../json/cursor.js'
import { ROLES, type Role, type TreeElement } from './types.js'

/** A tree, or the first line that is not of the notation. */
export type OutlineOutcome =
  | { kind: 'tree'; root: TreeElement }
  | { kind: 'misread'; line: number; message: string }

/**
 * Reads an outline; the first line is the root, empty lines at the end have no meaning.
 *
 * Shape   of a text that was cut what is shown; how much is missing is not kept.
 */
export function parseOutline(text: string): OutlineOutcome {
  const path: TreeElement[] = []
  const lines = text.split('\n')
  while (lines.at(-1) === '') lines.pop()
  for (const [at, line] of lines.entries()) {
    const misread = readLine(line, path)
    if (misread !== undefined) return { kind: 'misread', line: at + 1, message: misread }
  }
  const [root] = path
  return root ? { kind: 'tree', root } : { kind: 'misread', line: 1, message: 'empty' }
}

/** Hangs one more line on the path that leads to the line above it; what is wrong with it, in words. */
function readLine(line: string, path: TreeElement[]): string | undefined {
  let indent = 0
  while (line[indent] === ' ') indent++
  const depth = indent / 2
  const element = parseElement({ line, at: indent })
  if (typeof element === 'string') return element
  if (!Number.isInteger(depth) || depth > path.length || (depth === 0) !== (path.length === 0))
    return 'wrong indentation'
  path.length = depth
  const parent = path.at(-1)
  if (parent) (parent.children ??= []).push(element)
  path.push(element)
  return undefined
}

const FORM = 'not of the form: id Role[:subrole] ["title"] [states] [= "text" [+N]]'

function parseElement(cursor: Cursor): TreeElement | string {
  const [, id, word] = take(cursor, /(\S+) ([A-Za-z]+)/y) ?? []
  if (id === undefined) return FORM
  const role = ROLES.find((known): known is Role => known === word)
  if (!role) return 'not one of the thirteen roles'
  const element: TreeElement = { id, role }
  if (take(cursor, /:/y)) {
    const subrole = takeWord(cursor)
    if (subrole === undefined) return FORM
    element.subrole = subrole
  }
  if (take(cursor, / (?=")/y)) {
    const title = takeString(cursor)
    if (title === undefined) return FORM
    element.title = title
  }
  for (let state = takeState(cursor); state; state = takeState(cursor))
    if (state === 'hidden') element.visible = false
    else element[state] = true
  if (take(cursor, / = /y)) {
    const text = takeString(cursor)
    if (text === undefined) return FORM
    element.content = [{ type: 'text', text }]
    take(cursor, / \+\d+/y)
  }
  return cursor.at === cursor.line.length ? element : FORM
}

const STATES = ['selected', 'focused', 'hovered', 'visible', 'hidden'] as const

function takeState(cursor: Cursor): (typeof STATES)[number] | undefined {
  const taken = take(cursor, / (?:selected|focused|hovered|visible|hidden)(?= |$)/y)
  return taken && STATES.find(state => taken[0] === ` ${state}`)
}
