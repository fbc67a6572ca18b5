/** Random acts of a user, and random arguments for whatever tools a desk lists. */
import type { ToolEntry } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import fc from 'fast-check'
import { type DeskState, type DeskWindow, PANES } from '../../src/model/index.js'

/** What every typed password holds. */
export const CANARY = 'canary-77aa'

type Act = { [name: string]: unknown }

/** One step of a run: an act whose window and comment are picked when it is done, or a call of a tool listed then. */
export type RandomStep =
  | { kind: 'act'; act: Act; picks: readonly [number, number, number, number] }
  | { kind: 'call'; tool: number; picks: readonly [number, number, number, number] }

const TEXTS = [
  'Goods in',
  '12.50',
  'amber',
  '',
  ' ',
  'what it shows',
  'two\nlines',
  '😀😁',
  '-1',
  'half \ud83d',
  'nul\0',
  'ö'.repeat(300),
]

const text = fc.constantFrom(...TEXTS)
const pane = fc.constantFrom(...PANES)
const number = fc.integer({ min: 10_000, max: 10_008 })
const spot = fc.oneof(
  fc.record({ kind: fc.constant('row'), number }),
  fc.record({ kind: fc.constant('comment'), pane, comment: fc.constantFrom(1, 2, 4, 99) }),
  fc.record({ kind: fc.constant('pane'), pane }),
  fc.record({ kind: fc.constant('field'), field: fc.constantFrom('note', 'password', 'nowhere') }),
)
const named = (...names: string[]) => fc.record({ act: fc.constantFrom(...names) })

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('open'), what: fc.constantFrom('orders', 'report', 'threads') }),
  fc.record({ act: fc.constant('openOrder'), number }),
  named('close', 'minimise', 'restore'),
  named('save', 'revert', 'submit'),
  named('confirm', 'cancel'),
  named('refresh', 'undo'),
  fc.record({ act: fc.constantFrom('focus', 'hover'), spot }),
  fc.record({ act: fc.constant('filter'), text, status: fc.constantFrom('draft', 'shipped', 'lost') }),
  fc.record({ act: fc.constant('goTo'), offset: fc.constantFrom(0, 2, 20, 40, 59, 60, -1) }),
  fc.record({ act: fc.constant('selectRows'), numbers: fc.array(number, { maxLength: 4 }) }),
  fc.record({
    act: fc.constant('type'),
    field: fc.constantFrom('recipient', 'address', 'amount', 'note'),
    text,
  }),
  fc.record({
    act: fc.constant('type'),
    field: fc.constantFrom('note', 'amount'),
    text: fc.constantFrom('7', '12.5'),
  }),
  fc.record({ act: fc.constant('show'), pane, thread: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ act: fc.constant('comment'), pane, text }),
  fc.record({ act: fc.constantFrom('editComment', 'selectText'), pane, text }),
  fc.record({ act: fc.constantFrom('editComment', 'selectText'), pane, text }),
  fc.record({ act: fc.constant('scroll'), outOfView: fc.array(spot, { maxLength: 3 }) }),
  fc.record({ act: fc.constant('typeSignIn'), field: fc.constant('password'), text: fc.constant(CANARY) }),
  fc.record({
    act: fc.constant('typeSignIn'),
    field: fc.constant('user'),
    text: fc.constantFrom('ada', 'x'),
  }),
)

const picks = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60))

/** A run of steps. */
export const randomSteps: fc.Arbitrary<RandomStep[]> = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: fc.record({ kind: fc.constant('act' as const), act, picks }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('act' as const), act: named('signOut'), picks }) },
    { weight: 9, arbitrary: fc.record({ kind: fc.constant('call' as const), tool: fc.nat(200), picks }) },
  ),
  { minLength: 20, maxLength: 120, size: 'max' },
)

const WINDOW_OF: { readonly [name: string]: readonly DeskWindow['kind'][] } = {
  filter: ['orders'],
  goTo: ['orders'],
  selectRows: ['orders'],
  type: ['order'],
  save: ['order'],
  revert: ['order'],
  submit: ['order'],
  confirm: ['confirm-submit', 'discard', 'sign-in'],
  cancel: ['confirm-submit', 'discard'],
  show: ['threads'],
  comment: ['threads'],
  editComment: ['threads'],
  selectText: ['threads'],
  refresh: ['report'],
  typeSignIn: ['sign-in'],
}

const WINDOWLESS = ['open', 'openOrder', 'signOut', 'undo']

/** The act of a step, mostly on a window where it makes sense, sometimes on any. */
export function actNow(step: RandomStep & { kind: 'act' }, state: DeskState): Act {
  const name = String(step.act.act)
  if (WINDOWLESS.includes(name)) return step.act
  const [first, second] = step.picks
  const kinds = WINDOW_OF[name]
  const fitting = state.windows.filter(({ kind }) => first === 0 || (kinds?.includes(kind) ?? true))
  const window = fitting[second % Math.max(1, fitting.length)]
  const onWindow = { ...step.act, window: window?.id ?? 'none' }
  return name === 'editComment' || name === 'selectText' ? inComment(onWindow, step, state, window) : onWindow
}

/** An edit replaces a part of the comment's text, so that passages have something to follow. */
function inComment(
  { text, ...onWindow }: Act,
  { act: { act: name, pane }, picks: [, , third, fourth] }: RandomStep & { kind: 'act' },
  state: DeskState,
  window: DeskWindow | undefined,
): Act {
  const thread =
    window?.kind === 'threads'
      ? state.threads[window.panes[pane === 'left' ? 'left' : 'right'] ?? 0]
      : undefined
  const comment = thread?.comments[third % thread.comments.length]
  const { id = 0, text: before = '' } = comment ?? {}
  const start = Math.min(third, before.length)
  const end = Math.min(start + (fourth % 25), before.length)
  return name === 'selectText'
    ? { ...onWindow, comment: id, start, end }
    : { ...onWindow, comment: id, text: before.slice(0, start) + String(text) + before.slice(end) }
}

/** Arguments for a tool, most of which fit its schema. */
export function argumentsFor(tool: ToolEntry, picks: readonly number[]): Act {
  const { properties } = tool.inputSchema
  const args: Act = {}
  if (!isRecord(properties)) return args
  Object.keys(properties).forEach((name, index) => {
    const pick = picks[index % picks.length] ?? 0
    if (name !== 'expectedVersion' || pick === 7) args[name] = valueFor(name, properties[name], pick)
  })
  return args
}

function valueFor(name: string, schema: unknown, pick: number): unknown {
  if (!isRecord(schema)) return undefined
  if (name === 'password') return CANARY
  if (name === 'limit') return 1 + (pick % 7)
  if (name === 'amount') return `${pick}.50`
  if (Array.isArray(schema.enum)) return schema.enum[pick % schema.enum.length]
  if (schema.type === 'integer') return name === 'number' ? 10_000 + (pick % 9) : pick % 6
  if (schema.type === 'array') return name === 'columns' ? ['number'] : []
  return name === 'user' && pick % 2 === 0 ? 'ada' : TEXTS[pick % 3]
}
