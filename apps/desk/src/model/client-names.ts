/**
 * Clients by the names they give themselves (D-54): any text of any length, of which the beginning is kept.
 *
 * What is kept is what is shown, compared and stopped, so that whatever is shown can be stopped, and a long name makes
 * nothing large. Clients whose names begin alike for that long are one: they are stopped together.
 */
import type { Author } from '@copane/provider'
import type { DeskState } from './state.js'
import { clean, oneLine, shortened } from './text.js'

/** How much of a name is kept. Units: UTF-16 code units. */
const KEPT = 200

/** What is kept of a name. */
export const keptName = (name: string): string => name.slice(0, KEPT)

/** Who made a commit, by the name that is kept. */
export const keptAuthor = (by: Author): Author =>
  by.kind === 'client' ? { ...by, name: keptName(by.name) } : by

/** Why a client may not act now; undefined lets it. */
export const stopReason = ({ stopped }: DeskState, client: string): string | undefined =>
  stopped.includes(keptName(client)) ? 'The user stopped this client' : undefined

/** A name within a sentence. */
export const nameInWords = (name: string): string =>
  shortened(oneLine(clean(name)), 60) || 'the client without a name'
