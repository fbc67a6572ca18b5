/** Which texts of a window are typed live: what the desk holds of each, and the act that types it. */
import type { UserAct } from '../../../src/model/act-table.js'
import { shownValues } from '../../../src/model/editor.js'
import { DRAFT_FIELDS } from '../../../src/model/state.js'
import type { PageState, PageWindow } from '../../../src/page/protocol.js'
import type { Sending } from './live-text.js'

/** A field of a window that is typed live. */
export type FieldKey = { window: string; field: string }

/** How a field is kept in step: an order's is never typed over unseen, in a filter the last one wins. */
export type LiveField = { value: string; isGuarded: boolean; act(sending: Sending): UserAct }

/** A field as the desk has it now; undefined once its window is gone. */
export function liveField({ windows }: PageState, { window: id, field }: FieldKey): LiveField | undefined {
  const window = windows.find(candidate => candidate.id === id)
  return window && fieldOf(window, field)
}

function fieldOf({ id: window, shown }: PageWindow, name: string): LiveField | undefined {
  if (shown.kind === 'order') {
    const field = DRAFT_FIELDS.find(known => known === name)
    if (!field) return undefined
    const act = (sending: Sending): UserAct => ({ act: 'type', window, field, ...sending })
    return { value: shownValues(shown)[field], isGuarded: true, act }
  }
  if (shown.kind === 'orders') {
    const { text: value, status } = shown.filter
    const only = status === undefined ? {} : { status }
    return { value, isGuarded: false, act: ({ text }) => ({ act: 'filter', window, text, ...only }) }
  }
  if (shown.kind !== 'sign-in' || (name !== 'user' && name !== 'password')) return undefined
  const value = name === 'user' ? shown.user : ''
  return { value, isGuarded: false, act: ({ text }) => ({ act: 'typeSignIn', window, field: name, text }) }
}
