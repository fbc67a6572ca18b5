/** The attributes of one element: free names and values, and the two reserved ones (elements §5.6 · D-25). */
import { isRecord } from '../findings/shape.js'
import { isDeeperThan } from '../json/depth.js'
import type { Limits } from './binding.js'
import { STATE_NAMES } from './misplaced-state.js'
import type { Place, Report } from './place.js'
import type { Json, TreeElement } from './types.js'

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
  if (deep) report('D-16', 'should', 'repair', at, `an attribute deeper than ${limits.maxDepth}; dropped`)
  if (STATE_NAMES.some(name => Object.hasOwn(raw, name)))
    report(
      'EL-5.3-state-once',
      'must',
      'note',
      at,
      'a state repeated in attributes; state it on the element only',
    )
  return Object.fromEntries(kept)
}

/** The elements that an element is linked to. */
export function relatedIds(element: TreeElement): string[] {
  const related = element.attributes?.related
  if (!Array.isArray(related)) return []
  return related.flatMap(entry => (isRecord(entry) && typeof entry.id === 'string' ? [entry.id] : []))
}

const isRelated = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    entry =>
      isRecord(entry) &&
      typeof entry.relation === 'string' &&
      (typeof entry.id === 'string') !== (typeof entry.url === 'string'),
  )

/** What came out of JSON is JSON; only a provider's own objects can hold something else at this level. */
const isJson = (value: unknown): value is Json =>
  value === null || ['string', 'boolean', 'object', 'number'].includes(typeof value)
