/** The outline notation of a windows snapshot, read. */
import { type Cursor, take, takeString, takeWord } from '../json/cursor.js'
import { takeBlock, takeBlockLine } from './parse-block.js'
import type { AppWindow, SeenSnapshot, SeenWindow } from './types.js'

/** A snapshot, or the first line that is not of the notation. */
export type WindowsOutlineOutcome =
  | { kind: 'snapshot'; snapshot: SeenSnapshot }
  | { kind: 'misread'; line: number; message: string }

/**
 * Reads what `printWindows` writes; empty lines at the end have no meaning.
 *
 * Shape   operable ids come in the order of the windows, without those that name none; an address that was shortened
 *         stays so, and a version that a number can't hold stands in `exactVersion`.
 */
export function parseWindowsOutline(text: string): WindowsOutlineOutcome {
  const snapshot: SeenSnapshot = { operableWindowIds: [], windows: [] }
  const lines = text.split('\n')
  while (lines.at(-1) === '') lines.pop()
  for (const [at, line] of lines.entries()) {
    const message = readLine(line, snapshot)
    if (message !== undefined) return { kind: 'misread', line: at + 1, message }
  }
  return { kind: 'snapshot', snapshot }
}

function readLine(line: string, snapshot: SeenSnapshot): string | undefined {
  let indent = 0
  while (line[indent] === ' ') indent++
  const cursor: Cursor = { line, at: indent }
  if (indent === 0) return readWindow(cursor, snapshot)
  const window = snapshot.windows.at(-1)
  if (indent === 2 && window) return readBlock(cursor, window)
  const block = window?.blocks.at(-1)
  if (indent !== 4 || !block) return 'wrong indentation'
  return takeBlockLine(cursor, block) && isAtEnd(cursor) ? undefined : `not a line of a ${block.type} block`
}

const WINDOW =
  'not of the form: id window|modal|app-modal "title" vN [of owner] operable|blocked [= "summary"]'

function readWindow(cursor: Cursor, snapshot: SeenSnapshot): string | undefined {
  const id = takeWord(cursor)
  const kind = take(cursor, / (window|modal|app-modal) /y)?.[1]
  const title = takeString(cursor)
  const version = take(cursor, / v(-?\d+)/y)?.[1]
  const ownerId = take(cursor, / of /y) ? takeWord(cursor) : null
  const state = take(cursor, / (operable|blocked)/y)?.[1]
  if (id === undefined || kind === undefined || title === undefined) return WINDOW
  if (version === undefined || ownerId === undefined || state === undefined) return WINDOW
  if (kind !== 'window' && (ownerId === null) === (kind === 'modal'))
    return 'a modal has an owner, an app-modal none'
  const window: SeenWindow = {
    id,
    title,
    modal: kind !== 'window',
    ownerId,
    version: Number(version),
    blocks: [],
  }
  if (String(window.version) !== version) window.exactVersion = version
  if (take(cursor, / = /y)) {
    const summary = takeString(cursor)
    if (summary === undefined) return WINDOW
    window.summary = summary
  }
  if (!isAtEnd(cursor)) return WINDOW
  snapshot.windows.push(window)
  if (state === 'operable') snapshot.operableWindowIds.push(id)
  return undefined
}

function readBlock(cursor: Cursor, window: AppWindow): string | undefined {
  const block = takeBlock(cursor)
  if (!block || !isAtEnd(cursor)) return 'not of the form of one of the seven blocks'
  window.blocks.push(block)
  return undefined
}

const isAtEnd = ({ at, line }: Cursor): boolean => at === line.length
