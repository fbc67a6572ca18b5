/** What a user can do, as plain data that a page or a terminal sends; judged like anything from outside. */
import { type FieldsOf, fits, isRecord, misfits, optional } from '@copane/protocol/findings'
import type { Refusal } from '@copane/provider'
import { OPENABLE } from './opening.js'
import { DRAFT_FIELDS, type DraftField, PANES, type Pane, type Spot } from './state.js'
import { invalid } from './step.js'

/** One act of the user. Units: offsets and ranges count rows, and UTF-16 code units of a comment. */
export type UserAct =
  | { act: 'open'; what: (typeof OPENABLE)[number] }
  | { act: 'openOrder'; number: number }
  | { act: 'close'; window: string }
  | { act: 'focus'; window: string; spot?: Spot }
  | { act: 'minimise'; window: string }
  /** Puts a window somewhere, in some size. Units: CSS pixels of the desktop. */
  | { act: 'move'; window: string; x: number; y: number; w: number; h: number }
  | { act: 'restore'; window: string }
  | { act: 'filter'; window: string; text?: string; status?: string }
  | { act: 'goTo'; window: string; offset: number }
  | { act: 'selectRows'; window: string; numbers: number[] }
  /** With `was`, refused unless the field still shows that: somebody else's edit is not typed over unseen. */
  | { act: 'type'; window: string; field: DraftField; text: string; was?: string }
  | { act: 'save'; window: string }
  | { act: 'revert'; window: string }
  | { act: 'submit'; window: string }
  /** The dialog's yes: submit the order, discard the draft, sign in. */
  | { act: 'confirm'; window: string }
  /** The dialog's no: back to the editor. */
  | { act: 'cancel'; window: string }
  | { act: 'show'; window: string; pane: Pane; thread: number }
  /** With `thread`, only while the pane shows that one. */
  | { act: 'comment'; window: string; pane: Pane; text: string; thread?: number }
  | { act: 'editComment'; window: string; pane: Pane; comment: number; text: string; revision?: number }
  | { act: 'selectText'; window: string; pane: Pane; comment: number; start: number; end: number }
  | { act: 'refresh'; window: string }
  | { act: 'signOut' }
  | { act: 'typeSignIn'; window: string; field: 'user' | 'password'; text: string }
  | { act: 'undo'; change?: number }
  | { act: 'stopClient'; name: string }
  | { act: 'allowClient'; name: string }
  /** Without a window the pointer is over none. */
  | { act: 'hover'; window?: string; spot?: Spot }
  | { act: 'scroll'; window: string; outOfView: Spot[] }

type ActFields = { [Act in UserAct['act']]: Omit<FieldsOf<Extract<UserAct, { act: Act }>>, 'act'> }

const WINDOW = { window: 'string' } as const

const ACT_FIELDS = {
  open: { what: OPENABLE },
  openOrder: { number: 'integer' },
  close: WINDOW,
  focus: { ...WINDOW, spot: optional('object') },
  minimise: WINDOW,
  move: { ...WINDOW, x: 'integer', y: 'integer', w: 'integer', h: 'integer' },
  restore: WINDOW,
  filter: { ...WINDOW, text: optional('string'), status: optional('string') },
  goTo: { ...WINDOW, offset: 'integer' },
  selectRows: { ...WINDOW, numbers: { list: 'integer' } },
  type: { ...WINDOW, field: DRAFT_FIELDS, text: 'string', was: optional('string') },
  save: WINDOW,
  revert: WINDOW,
  submit: WINDOW,
  confirm: WINDOW,
  cancel: WINDOW,
  show: { ...WINDOW, pane: PANES, thread: 'integer' },
  comment: { ...WINDOW, pane: PANES, text: 'string', thread: optional('integer') },
  editComment: { ...WINDOW, pane: PANES, comment: 'integer', text: 'string', revision: optional('integer') },
  selectText: { ...WINDOW, pane: PANES, comment: 'integer', start: 'integer', end: 'integer' },
  refresh: WINDOW,
  signOut: {},
  typeSignIn: { ...WINDOW, field: ['user', 'password'], text: 'string' },
  undo: { change: optional('integer') },
  stopClient: { name: 'string' },
  allowClient: { name: 'string' },
  hover: { window: optional('string'), spot: optional('object') },
  scroll: { ...WINDOW, outOfView: 'list' },
} as const satisfies ActFields

/** What came of reading an act. */
export type ReadAct = { kind: 'act'; act: UserAct } | Refusal

/**
 * Reads an act.
 *
 * Errors  none thrown: what is no act, or holds a field of the wrong type, is invalid by field.
 */
export function readAct(value: unknown): ReadAct {
  if (!isRecord(value)) return invalid({ field: 'act', error: 'Must be an object with the name of an act' })
  const name = ACT_NAMES.find(known => known === value.act)
  if (!name) return invalid({ field: 'act', error: `Must be one of ${ACT_NAMES.join(', ')}` })
  const wrong = misfits(value, ACT_FIELDS[name], 'act')
  if (wrong.length > 0)
    return invalid(
      ...wrong.map(({ path, want, kind }) => ({
        field: path.slice(1),
        error: `${kind}: ${want} belongs here`,
      })),
    )
  const spots: unknown[] = Array.isArray(value.outOfView) ? value.outOfView : []
  if ((value.spot !== undefined && !isSpot(value.spot)) || spots.length > MAX_SPOTS || !spots.every(isSpot))
    return invalid({
      field: value.spot === undefined ? 'outOfView' : 'spot',
      error: 'Must name places in the window',
    })
  return isAct(value) ? { kind: 'act', act: value } : invalid({ field: 'act', error: 'Is not known' })
}

const MAX_SPOTS = 1000

const isActName = (name: string): name is UserAct['act'] => name in ACT_FIELDS
const ACT_NAMES = Object.keys(ACT_FIELDS).filter(isActName)

/** True by construction: the caller judged every field of the table. */
const isAct = (value: object): value is UserAct => 'act' in value

function isSpot(value: unknown): value is Spot {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'window':
      return true
    case 'row':
      return fits(value.number, 'integer')
    case 'field':
      return fits(value.field, 'string')
    case 'pane':
      return fits(value.pane, PANES)
    case 'comment':
      return fits(value.pane, PANES) && fits(value.comment, 'integer')
    default:
      return false
  }
}
