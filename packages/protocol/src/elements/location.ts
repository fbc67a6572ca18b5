/** A location, judged and repaired (concepts "Locations" · D-14). */
import { isRecord } from '../findings/shape.js'
import type { Finding } from '../findings/types.js'
import type { Edge, Location, LocationState, Rect } from './types.js'
import { rectFits } from './validate.gen.js'

/** A location that keeps D-14, or undefined; with all that was found. */
export type ReadLocation = { location?: Location; findings: Finding[] }

/**
 * Reads what a provider answered to `locate`.
 *
 * Errors  none: a location of no known state, or visible without a rectangle, is refused as findings.
 * Source  concepts "Locations" · EL-6-location · D-14
 */
export function readLocation(value: unknown): ReadLocation {
  const findings: Finding[] = []
  const find = (at: string, consequence: Finding['consequence'], message: string) =>
    findings.push({ requirement: 'EL-6-location', level: 'must', at, consequence, message })
  if (!isRecord(value)) {
    find('$', 'refuse', 'not an object; send { state, … }')
    return { findings }
  }
  const state = STATES.find(word => word === value.state)
  if (!state) {
    find('$.state', 'refuse', 'not one of visible, offscreen, gone')
    return { findings }
  }
  const location: Location = { state }
  if (state === 'gone') {
    if (Object.keys(value).length > 1) find('$', 'note', 'gone comes alone')
    return { location, findings }
  }
  if (Number.isSafeInteger(value.window) && Number(value.window) >= 0) location.window = Number(value.window)
  else if (value.window !== undefined) find('$.window', 'repair', 'not a non-negative integer; leave it out')
  readHints(value, location, find)
  if (state === 'offscreen') {
    if (value.rects !== undefined) find('$.rects', 'repair', 'an offscreen element has no rectangles')
    return { location, findings }
  }
  const sent: unknown[] = Array.isArray(value.rects) ? value.rects : []
  const rects = sent.flatMap(rect => readRect(rect) ?? [])
  if (rects.length === 0 || rects.length !== sent.length) {
    find('$.rects', 'refuse', 'a visible element has at least one { x, y, w, h }, finite, w and h above 0')
    return { findings }
  }
  return { location: { ...location, rects }, findings }
}

const STATES: readonly LocationState[] = ['visible', 'offscreen', 'gone']
const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left']

function readRect(value: unknown): Rect | undefined {
  if (!isRecord(value) || !rectFits(value)) return undefined
  const { x, y, w, h } = value
  return Number(w) > 0 && Number(h) > 0
    ? { x: Number(x), y: Number(y), w: Number(w), h: Number(h) }
    : undefined
}

function readHints(
  value: { [name: string]: unknown },
  location: Location,
  find: (at: string, consequence: 'repair', message: string) => void,
): void {
  const avoid = readRect(value.avoid)
  if (avoid) location.avoid = avoid
  else if (value.avoid !== undefined) find('$.avoid', 'repair', 'not a rectangle; leave it out')
  const edge = EDGES.find(word => word === value.edge)
  if (edge) location.edge = edge
  else if (value.edge !== undefined) find('$.edge', 'repair', 'not one of top, right, bottom, left')
}
