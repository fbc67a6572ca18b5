/** What of an answer the settings let through: asked on every road to an agent (FR-34). */
import type { Json, TreeElement } from '@copane/protocol/elements'
import { type LeftOut, missing, plus } from '../policy/left-out.js'
import { prune } from '../policy/prune.js'
import { allowanceOf, type Barred, type Denies } from './deny.js'
import type { Consent } from './settings.js'
import { takeOut } from './take-out.js'

/** What is let through, with the counts of what is not. */
export type AllowedPart = { kind: 'allowed'; root: TreeElement; leftOut: LeftOut } | Barred

/**
 * An answer without what the settings keep out.
 *
 * Shape   an element goes with all that is inside it; what was selected there goes from every text that repeats it. When
 *         the root itself is kept out, the whole app is.
 * Errors  none; what is given is not changed; linear in the tree for given settings.
 */
export function allowedPart(root: TreeElement, bundleId: string, consent: Consent): AllowedPart {
  const allowance = allowanceOf(consent, bundleId)
  if (allowance.kind === 'barred') return allowance
  const { denies, windows } = allowance
  if (denies.isNone) return { kind: 'allowed', root, leftOut: {} }
  const taken = takeOut(
    root,
    ({ element }) => denies.element(element) || (!windows && element.role === 'Window'),
    'settings',
  )
  if (!taken.root) return { kind: 'barred', why: 'app', message: 'the settings keep this app out' }
  let links = 0
  const unlinked = prune(
    taken.root,
    () => false,
    element => {
      const { left, denied } = withoutDeniedLinks(element, denies)
      links += denied
      return left
    },
  )
  const leftOut = plus(taken.leftOut, missing('settings', { parts: links }))
  return { kind: 'allowed', root: unlinked.root ?? taken.root, leftOut }
}

/** The reserved list of links without the ones that lead to what is kept out (elements §5.6). */
function withoutDeniedLinks(element: TreeElement, denies: Denies): { left: TreeElement; denied: number } {
  const related = element.attributes?.related
  if (!Array.isArray(related)) return { left: element, denied: 0 }
  const kept = related.filter(entry => !isDenied(entry, denies))
  const left = { ...element, attributes: { ...element.attributes, related: kept } }
  return { left, denied: related.length - kept.length }
}

function isDenied(entry: Json, denies: Denies): boolean {
  const url = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry.url : undefined
  return typeof url === 'string' && denies.address(url)
}
