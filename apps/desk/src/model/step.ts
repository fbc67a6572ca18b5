/** What a transition comes to, and what it works with. */
import type { FieldError } from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import type { Author, Done, Ids, Refusal } from '@copane/provider'
import type { DeskData } from '../data/index.js'
import type { DeskState, LongList } from './state.js'

/** The effects a transition may have: reading and writing the desk file, minting ids. */
export type Model = { data: DeskData; ids: Ids; long?: LongList }

/** A transition's outcome; one that refuses has written nothing. */
export type Step = Done<DeskState> | Refusal

/** What is changed, and by whom. */
export type Change = { state: DeskState; by: Author }

/** A change that goes through. */
export const done = (
  state: DeskState,
  message: string,
  result?: { [name: string]: Json },
): Done<DeskState> =>
  result === undefined ? { kind: 'done', state, message } : { kind: 'done', state, message, result }

/** Parameters that do not fit. */
export const invalid = (...fields: FieldError[]): Refusal => ({ kind: 'invalid', fields })

/** Something that can't be done at this moment. */
export const unavailable = (reason: string): Refusal => ({ kind: 'unavailable', reason })

/** The refusal of whatever names a window that closed meanwhile. */
export const NO_WINDOW = unavailable('The window is not open any more')
