/** Places in windows as they are written on elements, and read back. */
import { PANES, type Position, type Spot } from '../../../src/model/state.js'

/** What stands on an element that is a place: `row:10001`, `field:note`, `pane:left`, `comment:left:3`. */
export function spotText(spot: Spot): string {
  switch (spot.kind) {
    case 'window':
      return spot.kind
    case 'row':
      return `row:${spot.number}`
    case 'field':
      return `field:${spot.field}`
    case 'pane':
      return `pane:${spot.pane}`
    case 'comment':
      return `comment:${spot.pane}:${spot.comment}`
    default:
      return spot satisfies never
  }
}

/** The place that a text says; undefined for any other text. */
export function parseSpot(text: string): Spot | undefined {
  const [kind = '', first = '', second = ''] = text.split(':')
  const pane = PANES.find(known => known === first)
  switch (kind) {
    case 'window':
      return { kind }
    case 'row':
      return isNumber(first) ? { kind, number: Number(first) } : undefined
    case 'field':
      return first === '' ? undefined : { kind, field: first }
    case 'pane':
      return pane && { kind, pane }
    case 'comment':
      return pane && isNumber(second) ? { kind, pane, comment: Number(second) } : undefined
    default:
      return undefined
  }
}

/** The place that an element is at; undefined outside of windows. */
export function positionOf(element: Element | null): Position | undefined {
  const window = element?.closest('[data-window]')?.getAttribute('data-window')
  if (window === null || window === undefined) return undefined
  const text = element?.closest('[data-spot], [data-window]')?.getAttribute('data-spot')
  return { window, spot: parseSpot(text ?? '') ?? { kind: 'window' } }
}

/** True for the same place. */
export const isSamePlace = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.window === b?.window && (a && spotText(a.spot)) === (b && spotText(b.spot))

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)
