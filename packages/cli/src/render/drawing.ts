/** Where an element is, drawn with characters: for a person, who reads a picture faster than numbers. */
import type { Location, Rect } from '@copane/protocol/elements'

const COLUMNS = 48
/** A character cell is about twice as high as it is wide. */
const CELL_RATIO = 2
const MOST_ROWS = 12

/**
 * The part of the screen around the rectangles, to scale: `#` is the element, `:` what to keep clear of.
 *
 * Shape   [] when nothing is to be drawn. The first line says which part; a rectangle is never less than one character.
 * Units   points from the top left of the primary display.
 */
export function drawingLines({ rects = [], avoid }: Location): string[] {
  const shapes = [...(avoid ? [{ rect: avoid, sign: ':' }] : []), ...rects.map(rect => ({ rect, sign: '#' }))]
  const frame = frameOf(shapes.map(({ rect }) => rect))
  if (!frame) return []
  const scale = Math.max(frame.w / COLUMNS, frame.h / (MOST_ROWS * CELL_RATIO))
  const columns = cells(frame.w / scale, COLUMNS)
  const rows = cells(frame.h / scale / CELL_RATIO, MOST_ROWS)
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '))
  for (const { rect, sign } of shapes) {
    const left = Math.min(columns - 1, Math.round((rect.x - frame.x) / scale))
    const top = Math.min(rows - 1, Math.round((rect.y - frame.y) / scale / CELL_RATIO))
    const right = Math.min(columns, Math.max(left + 1, Math.round((rect.x + rect.w - frame.x) / scale)))
    const bottom = Math.min(
      rows,
      Math.max(top + 1, Math.round((rect.y + rect.h - frame.y) / scale / CELL_RATIO)),
    )
    for (const row of grid.slice(top, bottom)) row.fill(sign, left, right)
  }
  const edge = `  +${'-'.repeat(columns)}+`
  return [
    `  from x ${round(frame.x)} y ${round(frame.y)} to x ${round(frame.x + frame.w)} y ${round(frame.y + frame.h)}`,
    edge,
    ...grid.map(row => `  |${row.join('')}|`),
    edge,
  ]
}

/** What holds all of them with some room around; undefined without any. */
function frameOf(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined
  const left = Math.min(...rects.map(({ x }) => x))
  const top = Math.min(...rects.map(({ y }) => y))
  const w = Math.max(...rects.map(rect => rect.x + rect.w)) - left
  const h = Math.max(...rects.map(rect => rect.y + rect.h)) - top
  const room = Math.max(w, h) / 8
  return { x: left - room, y: top - room, w: w + 2 * room, h: h + 2 * room }
}

const cells = (wanted: number, most: number): number => Math.max(1, Math.min(most, Math.round(wanted)))

const round = (points: number): number => Math.round(points)
