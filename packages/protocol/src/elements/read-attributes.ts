/** The attributes of one element: free names and values, and the two reserved ones (elements §5.6 · D-25). */
import { isPlainObject, isRecord } from '../findings/shape.js'
import { isDeeperThan } from '../json/depth.js'
import type { Limits } from './binding.js'
import { isRepeatedState } from './misplaced-state.js'
import type { Place, Report } from './place.js'
import type { Json } from './types.js'

type Raw = { [name: string]: unknown }

/**
 * The attributes that a host hands on; a name such as `__proto__` is data like any other.
 *
 * Source  elements §5.6 · EL-5.6-author, EL-5.6-related, EL-5.3-state-once · D-15, D-16
 */
export function readAttributes(
  raw: Raw,
  at: Place,
  limits: Limits,
  report: Report,
): { [name: string]: Json } {
  const kept: [string, Json][] = []
  let deep = false
  let foreign = false
  for (const [name, value] of Object.entries(raw))
    if (name === 'author' && typeof value !== 'string')
      report('EL-5.6-author', 'must', 'repair', at, 'attributes.author is not a string')
    else if (name === 'related' && !isRelated(value))
      report(
        'EL-5.6-related',
        'must',
        'repair',
        at,
        'attributes.related is not a list of { relation, id or url }',
      )
    else if (isDeeperThan(value, limits.maxDepth)) deep = true
    else if (isJson(value)) kept.push([name, value])
    else if (value !== undefined) foreign = true
  if (deep) report('D-16', 'should', 'repair', at, `an attribute deeper than ${limits.maxDepth}; dropped`)
  if (foreign)
    report('EL-5.1-fields', 'must', 'repair', at, 'an attribute that JSON has no value for; dropped')
  if (Object.entries(raw).some(([name, value]) => isRepeatedState(name, value)))
    report(
      'EL-5.3-state-once',
      'must',
      'note',
      at,
      'a state repeated in attributes; state it on the element only',
    )
  return Object.fromEntries(kept)
}

/** The elements that an element with these attributes is linked to. */
export function relatedIds(attributes: unknown): readonly string[] {
  if (!isRecord(attributes) || !Array.isArray(attributes.related)) return NO_IDS
  const related: readonly unknown[] = attributes.related
  return related.flatMap(entry => (isRecord(entry) && typeof entry.id === 'string' ? [entry.id] : []))
}

const NO_IDS: readonly string[] = []

/** True for attributes that `readAttributes` would hand on as they are and say nothing about. */
export function areFlawlessAttributes(attributes: object, limits: Limits): boolean {
  if (!isRecord(attributes) || !isPlainObject(attributes)) return false
  for (const name in attributes) {
    const value = attributes[name]
    if (name === 'author') {
      if (typeof value !== 'string') return false
    } else if (isRepeatedState(name, value) || (name === 'related' && !isRelated(value))) return false
    else if (!isJson(value) || isDeeperThan(value, limits.maxDepth)) return false
  }
  return true
}

function isRelated(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const entries: readonly unknown[] = value
  for (const entry of entries) {
    if (!isRecord(entry) || typeof entry.relation !== 'string') return false
    const { id, url } = entry
    if ((id === undefined) === (url === undefined) || typeof (id ?? url) !== 'string') return false
  }
  return true
}

/** What came out of JSON is JSON; only a provider's own objects can hold something else at this level. */
function isJson(value: unknown): value is Json {
  const kind = typeof value
  return kind === 'string' || kind === 'boolean' || kind === 'number' || kind === 'object'
}
