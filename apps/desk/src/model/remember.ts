/** What is kept of the screen from one run to the next: windows with their drafts, and who is signed in. */
import { type FieldsOf, fits, isRecord, type Shape } from '@copane/protocol/findings'
import type { OrderFilter } from '../data/index.js'
import { newEditor, withEdits } from './editor.js'
import { loaded, newOrdersList, orderStatus } from './orders-list.js'
import { newReport } from './opening.js'
import { SEEDED_USER } from './session.js'
import {
  DRAFT_FIELDS,
  type DeskState,
  type DeskWindow,
  type DraftField,
  type OnScreen,
  type Place,
} from './state.js'
import type { Model, Step } from './step.js'

/** Writes what changed between a state and a transition's next one; part of the same durable write. */
export function remember(model: Model, before: DeskState, step: Step): Step {
  if (step.kind !== 'done') return step
  const { memory } = model.data
  const { state } = step
  if (before.windows !== state.windows || before.screen !== state.screen) {
    const was = new Map(before.windows.map(window => [window.id, bodyOf(window, before.screen)]))
    const is = new Map(state.windows.map(window => [window.id, bodyOf(window, state.screen)]))
    for (const [key, body] of was)
      if (body !== undefined && is.get(key) === undefined) memory.forgetWindow(key)
    for (const [key, body] of is)
      if (body !== undefined && body !== was.get(key)) memory.keepWindow({ key, body })
  }
  if (before.user !== state.user) memory.set('user', state.user ?? '')
  return step
}

/** Who was signed in when the desk last ran; the seeded user the first time, nobody after signing out. */
export function rememberedUser(model: Model): string | undefined {
  const user = model.data.memory.setting('user') ?? SEEDED_USER
  return user === '' ? undefined : user
}

/**
 * The windows of the run before, under new ids and kept under them (D-30).
 *
 * Shape   dialogs do not come back; a window that can't be read, or whose order is gone, is left out.
 */
export function rememberedWindows(model: Model): Pick<DeskState, 'windows' | 'screen'> {
  const { memory } = model.data
  const kept = memory.windows()
  for (const { key } of kept) memory.forgetWindow(key)
  const windows: DeskWindow[] = []
  const screen: { [window: string]: OnScreen } = {}
  for (const { body } of kept) {
    const fields = parsed(body)
    const window = restored(model, fields)
    if (!window) continue
    windows.push(window)
    screen[window.id] = restoredScreen(fields)
  }
  for (const window of windows) memory.keepWindow({ key: window.id, body: bodyOf(window, screen) ?? '' })
  return { windows, screen }
}

const bodies = new WeakMap<DeskWindow, { screen: OnScreen | undefined; body: string }>()

function bodyOf(window: DeskWindow, { [window.id]: screen }: DeskState['screen']): string | undefined {
  const known = bodies.get(window)
  if (known && known.screen === screen) return known.body
  const kept = keptOf(window)
  if (!kept) return undefined
  const body = JSON.stringify({ ...kept, ...screen })
  bodies.set(window, { screen, body })
  return body
}

function keptOf(window: DeskWindow): object | undefined {
  switch (window.kind) {
    case 'orders':
      return { kind: window.kind, minimised: window.minimised, ...window.filter, offset: window.offset }
    case 'order': {
      const { number, revision } = window.order
      return {
        kind: window.kind,
        minimised: window.minimised,
        number,
        revision,
        draft: window.draft,
        conflicts: window.conflicts,
      }
    }
    case 'report':
      return { kind: window.kind, minimised: window.minimised }
    case 'threads':
      return { kind: window.kind, minimised: window.minimised, ...window.panes }
    case 'confirm-submit':
    case 'discard':
    case 'sign-in':
      return undefined
    default:
      return window satisfies never
  }
}

type Kept = { [name: string]: unknown }

function parsed(body: string): Kept {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function restored(model: Model, kept: Kept): DeskWindow | undefined {
  const minimised = kept.minimised === true
  switch (kept.kind) {
    case 'orders':
      return { ...restoredList(model, kept), minimised }
    case 'order': {
      const editor = restoredEditor(model, kept)
      return editor && { ...editor, minimised }
    }
    case 'report':
      return { ...newReport(model), minimised }
    case 'threads':
      return {
        kind: 'threads',
        id: model.ids.windowId(),
        minimised,
        panes: { left: wholeNumber(kept.left), right: wholeNumber(kept.right) },
      }
    default:
      return undefined
  }
}

function restoredScreen({ place, level }: Kept): OnScreen {
  const at = wholeNumber(level)
  return { ...(isPlace(place) ? { place } : {}), ...(at === undefined ? {} : { level: at }) }
}

function restoredList(model: Model, kept: Kept): DeskWindow & { kind: 'orders' } {
  const text = isText(kept.text) ? kept.text : ''
  const status = isText(kept.status) ? orderStatus(kept.status) : undefined
  const filter: OrderFilter = status === undefined ? { text } : { text, status }
  return loaded(model, newOrdersList(model, filter, Math.max(0, wholeNumber(kept.offset) ?? 0)))
}

function restoredEditor(model: Model, kept: Kept): (DeskWindow & { kind: 'order' }) | undefined {
  const number = wholeNumber(kept.number)
  const order = number === undefined ? undefined : model.data.orders.get(number)
  if (!order) return undefined
  const draft = textsIn(kept.draft)
  const changedSince = Object.fromEntries(
    Object.keys(draft).map(field => [field, 'Was changed meanwhile: edit it again to keep yours, or revert']),
  )
  const conflicts = kept.revision === order.revision ? textsIn(kept.conflicts) : changedSince
  const editor = withEdits(newEditor(model.ids.windowId(), order), draft)
  return withEdits({ ...editor, conflicts }, {})
}

function textsIn(value: unknown): { [Name in DraftField]?: string } {
  const texts: { [Name in DraftField]?: string } = {}
  if (isRecord(value))
    for (const field of DRAFT_FIELDS) {
      const text = value[field]
      if (isText(text)) texts[field] = text
    }
  return texts
}

const INTEGER: Shape = 'integer'
const PLACE = { fields: { x: INTEGER, y: INTEGER, w: INTEGER, h: INTEGER } satisfies FieldsOf<Place> }
const isPlace = (value: unknown): value is Place => fits(value, PLACE)
const isText = (value: unknown): value is string => typeof value === 'string'
const wholeNumber = (value: unknown): number | undefined => (fits(value, INTEGER) ? Number(value) : undefined)
