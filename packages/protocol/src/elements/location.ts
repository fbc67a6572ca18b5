/** A location, judged and repaired (concepts "Locations" · D-14). */
import { isRecord } from '../findings/shape.js'
import type { Finding, RuleId } from '../findings/types.js'
import type { Edge, Location, LocationState, Rect } from './types.js'
import { rectFits } from './validate.gen.js'

/** A location that keeps D-14, or undefined; with all that was found. */
export type ReadLocation = { location?: Location; findings: Finding[] }

/**
 * Reads what a provider answered to `locate`.
 *
 * Errors  none: a location of no known state, or visible without a rectangle, is refused as findings.
 * Source  concepts "Locations" · EL-6-location, EL-6-rects · D-14
 */
export function readLocation(value: unknown): ReadLocation {
  const findings: Finding[] = []
  const find = (
    at: string,
    consequence: Finding['consequence'],
    message: string,
    requirement: RuleId = 'EL-6-location',
  ) => findings.push({ requirement, level: 'must', at, consequence, message })
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
    if (PLACES.some(name => value[name] !== undefined)) find('$', 'note', 'gone comes alone')
    return { location, findings }
  }
  if (Number.isSafeInteger(value.window) && Number(value.window) >= 0) location.window = Number(value.window)
  else if (value.window !== undefined) find('$.window', 'repair', 'not a non-negative integer; leave it out')
  readHints(value, location, find)
  if (state === 'offscreen') {
    if (value.rects !== undefined) find('$.rects', 'repair', 'an offscreen element has no rectangles')
    return { location, findings }
  }
  const rects = readRects(value.rects)
  if (rects === 'malformed')
    find('$.rects', 'refuse', 'not a list of { x, y, w, h }, finite, w and h above 0', 'EL-6-rects')
  else if (rects.length === 0) find('$.rects', 'refuse', 'a visible element has at least one rectangle')
  else return { location: { ...location, rects }, findings }
  return { findings }
}

const STATES: readonly LocationState[] = ['visible', 'offscreen', 'gone']
const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left']

/** What a state of `gone` comes without; unknown fields are ignored (EL-10-unknown-fields). */
const PLACES = ['rects', 'window', 'avoid', 'edge']

function readRects(value: unknown = []): Rect[] | 'malformed' {
  if (!Array.isArray(value)) return 'malformed'
  const sent: readonly unknown[] = value
  const rects: Rect[] = []
  for (const entry of sent) {
    const rect = readRect(entry)
    if (!rect) return 'malformed'
    rects.push(rect)
  }
  return rects
}

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
