/** What becomes of a platform's thing (elements §5.2). */
import type { Role } from '../elements/types.js'

/**
 * What becomes of a thing of a platform: an element of a role, nothing at all (a control, menu, indicator or
 * furniture, with all that is in it), or only what is in it.
 */
export type Verdict = Role | 'skip' | 'through'

/** A verdict for every role of a platform, by the platform's own word. */
export type RoleMap = { readonly [word: string]: Verdict }

/** The same for what is inside an app: nothing there is the Application. */
export type InnerRoleMap = { readonly [word: string]: Exclude<Verdict, 'Application'> }

/**
 * What becomes of a thing, by the platform's word for its role.
 *
 * Shape   a word that no table has is a Group: no role plainly fits (elements §5.2).
 */
export const verdictIn = (map: RoleMap, word: string): Verdict =>
  (Object.hasOwn(map, word) ? map[word] : undefined) ?? 'Group'
