/** Reading a line of a notation from left to right. */

import type { Json } from '../elements/types.js'

/** Where in a line the reading stands. */
export type Cursor = { line: string; at: number }

/** Goes past what a sticky pattern matches at the cursor. */
export function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.line)
  if (!match) return undefined
  cursor.at = pattern.lastIndex
  return match
}

/** Goes past a JSON string at the cursor; a loop, since a pattern runs out of stack on long ones. */
export function takeString(cursor: Cursor): string | undefined {
  if (cursor.line[cursor.at] !== '"') return undefined
  const read = takeUpTo(cursor, endOfString(cursor.line, cursor.at))
  return typeof read?.value === 'string' ? read.value : undefined
}

/** Goes past any JSON value at the cursor: it ends where its brackets do, a bare one at the next space. */
export function takeJson(cursor: Cursor): { value: Json } | undefined {
  return takeUpTo(cursor, endOfJson(cursor.line, cursor.at))
}

/** Goes past a word that stands bare, or as a JSON string because it could be mistaken. */
export const takeWord = (cursor: Cursor): string | undefined =>
  take(cursor, /[A-Za-z0-9_./-]+/y)?.[0] ?? takeString(cursor)

function takeUpTo(cursor: Cursor, end: number): { value: Json } | undefined {
  try {
    const value: Json = JSON.parse(cursor.line.slice(cursor.at, end))
    cursor.at = end
    return { value }
  } catch {
    return undefined
  }
}

function endOfString(line: string, start: number): number {
  let end = start + 1
  while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1
  return end + 1
}

function endOfJson(line: string, start: number): number {
  let depth = 0
  for (let at = start; at < line.length; at++) {
    const sign = line[at]
    if (sign === '"') at = endOfString(line, at) - 1
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    else if (sign === ' ' && depth <= 0) return at
    else continue
    if (depth <= 0) return at + 1
  }
  return line.length
}
