/** Whether a call may go ahead, and which of several errors it gets (GB §7 · D-34, D-39, D-44, D-47). */
import {
  checkCall,
  type FieldError,
  staleState,
  validationFailed,
  type WindowsModel,
} from '@copane/protocol/bridge'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { model, offer } from '../support/windows.ts'

/** Any `bad` argument is a wrong one. */
const judge = (_: unknown, args: { [name: string]: unknown }): FieldError[] =>
  Object.keys(args).flatMap(name => (name.startsWith('bad') ? [{ field: name, error: 'is wrong' }] : []))
const verdict = (of: WindowsModel, name: string, args: object = {}) =>
  checkCall(of, { name, arguments: { ...args } }, judge)
const outcome = (of: WindowsModel, name: string, args?: object): string => {
  const found = verdict(of, name, args)
  return found.kind === 'refused' ? found.error.code : found.kind
}

/** A window at version 1 that is free, one under a modal, one hidden; `undo` can't be called now. */
const base = model('a\nb\nm modal of b\np private', ['save', 'undo'], {
  appActions: [offer('open'), offer('quit')],
  unavailable: { quit: 'Not now' },
})
const now: WindowsModel = {
  ...base,
  windows: base.windows.map(window => ({ ...window, unavailable: { undo: 'Nothing to undo' } })),
}
const underAppModal: WindowsModel = { ...now, windows: [...now.windows, ...model('x app-modal').windows] }

const rows: [string, WindowsModel, string, object, string][] = [
  ['nothing is wrong', now, 'a__save', {}, 'allowed'],
  ['with the present version', now, 'a__save', { expectedVersion: 1 }, 'allowed'],
  ['an action of the app', now, 'app__open', {}, 'allowed'],
  ['a top', now, 'm__save', {}, 'allowed'],
  ['unknown window', now, 'z__save', {}, 'window_not_found'],
  ['private window', now, 'p__save', {}, 'window_not_found'],
  ['no window', now, '__save', {}, 'window_not_found'],
  ['a window named as objects name things', now, 'constructor__save', {}, 'window_not_found'],
  ['blocked', now, 'b__save', {}, 'blocked_by_modal'],
  ['blocked by an app modal', underAppModal, 'a__save', {}, 'blocked_by_modal'],
  ['an action of the app under an app modal', underAppModal, 'app__open', {}, 'blocked_by_modal'],
  ['never had that action', now, 'a__print', {}, 'action_not_available'],
  ['never had an action named so', now, 'a__toString', {}, 'action_not_available'],
  ['no action', now, 'a__', {}, 'action_not_available'],
  ['the app never had that action', now, 'app__print', {}, 'action_not_available'],
  ['unavailable now', now, 'a__undo', {}, 'action_not_available'],
  ['an action of the app that is unavailable now', now, 'app__quit', {}, 'action_not_available'],
  ['an old version', now, 'a__save', { expectedVersion: 0 }, 'stale_state'],
  ['a version of the future', now, 'a__save', { expectedVersion: 2 }, 'stale_state'],
  ['a version below zero', now, 'a__save', { expectedVersion: -1 }, 'validation_failed'],
  ['half a version', now, 'a__save', { expectedVersion: 1.5 }, 'validation_failed'],
  ['a version in text', now, 'a__save', { expectedVersion: '1' }, 'validation_failed'],
  ['a version that is null', now, 'a__save', { expectedVersion: null }, 'validation_failed'],
  ['a rounded version', now, 'a__save', { expectedVersion: 2 ** 53 }, 'validation_failed'],
  ['a wrong argument', now, 'a__save', { bad: 1 }, 'validation_failed'],
  ['a name without __', now, 'save', {}, 'unknown-tool'],
  ['a name with one underscore', now, 'a_save', {}, 'unknown-tool'],
]

for (const [title, of, name, args, expected] of rows)
  verifies('GB-7.2-runtime', title, () => expect(outcome(of, name, args)).toBe(expected))

const stale = { expectedVersion: 9 }
const bad = { bad: 1 }
const pairs: [string, WindowsModel, string, object, string][] = [
  ['unknown window and an app modal', underAppModal, 'z__save', {}, 'window_not_found'],
  ['unknown window and an unknown action', now, 'z__print', {}, 'window_not_found'],
  ['unknown window and a version', now, 'z__save', stale, 'window_not_found'],
  ['unknown window and a wrong argument', now, 'z__save', bad, 'window_not_found'],
  ['blocked and an unknown action', now, 'b__print', {}, 'blocked_by_modal'],
  ['blocked and unavailable', now, 'b__undo', {}, 'blocked_by_modal'],
  ['blocked and stale', now, 'b__save', stale, 'blocked_by_modal'],
  ['blocked and a wrong argument', now, 'b__save', bad, 'blocked_by_modal'],
  ['the app blocked and an unknown action', underAppModal, 'app__print', {}, 'blocked_by_modal'],
  ['the app blocked and unavailable', underAppModal, 'app__quit', {}, 'blocked_by_modal'],
  ['unavailable and stale', now, 'a__undo', stale, 'action_not_available'],
  ['unavailable and a wrong argument', now, 'a__undo', bad, 'action_not_available'],
  ['never had it and stale', now, 'a__print', stale, 'action_not_available'],
  ['stale and a wrong argument', now, 'a__save', { ...stale, ...bad }, 'stale_state'],
  ['no version and a wrong argument', now, 'a__save', { expectedVersion: 'x', ...bad }, 'validation_failed'],
  ['all at once', underAppModal, 'z__print', { ...stale, ...bad }, 'window_not_found'],
]

for (const [title, of, name, args, expected] of pairs)
  verifies('D-47', title, () => expect(outcome(of, name, args)).toBe(expected))

const error = (of: WindowsModel, name: string, args?: object) => {
  const found = verdict(of, name, args)
  return found.kind === 'refused' ? found.error : found
}

const facts: [string, WindowsModel, string, object, object][] = [
  ['blocked: the windows to deal with', now, 'b__save', {}, { blockedBy: ['m'] }],
  ['the app blocked: the top of the app modal', underAppModal, 'app__open', {}, { blockedBy: ['x'] }],
  ['unavailable: the reason', now, 'a__undo', {}, { reason: 'Nothing to undo' }],
  ['unavailable for the app: the reason', now, 'app__quit', {}, { reason: 'Not now' }],
  ['stale: the present version', now, 'a__save', stale, { currentVersion: 1 }],
  [
    'invalid: each parameter',
    now,
    'a__save',
    { bad: 1, bad2: 1 },
    {
      fields: [
        { field: 'bad', error: 'is wrong' },
        { field: 'bad2', error: 'is wrong' },
      ],
    },
  ],
  [
    'no version: as a parameter, before the others',
    now,
    'a__save',
    { expectedVersion: 'x', bad: 1 },
    {
      fields: [
        { field: 'expectedVersion', error: 'must be the version you read' },
        { field: 'bad', error: 'is wrong' },
      ],
    },
  ],
]

for (const [title, of, name, args, expected] of facts)
  verifies('D-44', title, () => expect(error(of, name, args)).toMatchObject(expected))

for (const [title, of, name] of [
  ['never had it: no reason', now, 'a__print'],
  ['unknown window: nothing more', now, 'z__save'],
] as const)
  verifies('D-44', title, () => expect(Object.keys(error(of, name))).toEqual(['code', 'message']))

verifies('D-45', 'a private modal blocks without being named', () => {
  const of = model('a\nm modal of a private')
  expect(error(of, 'a__save')).toEqual({
    code: 'blocked_by_modal',
    message: 'The window is blocked by a dialog that is not shared: ask the user to close it.',
    blockedBy: [],
  })
})

verifies('GB-7.3-field-errors', 'a version that the judge refuses too is told once', () => {
  const strict = () => [{ field: 'expectedVersion', error: 'must be of type integer' }]
  const found = checkCall(now, { name: 'a__save', arguments: { expectedVersion: 'x' } }, strict)
  expect(found).toMatchObject({ error: { fields: [{ field: 'expectedVersion' }] } })
  expect(found.kind === 'refused' && 'fields' in found.error && found.error.fields.length).toBe(1)
})

verifies('D-34', 'an action of the app takes no version', () =>
  expect(outcome(now, 'app__open', { expectedVersion: 'x' })).toBe('allowed'),
)

verifies('D-32', 'a modeless owned window can not be operated', () =>
  expect(outcome(model('a\nb window of a'), 'b__save')).toBe('blocked_by_modal'),
)

verifies('GB-7.2-runtime', 'what is allowed comes with its action and window', () => {
  expect(verdict(now, 'a__save')).toMatchObject({
    kind: 'allowed',
    action: { name: 'save' },
    window: { id: 'a' },
  })
  expect(verdict(now, 'app__open')).toMatchObject({
    kind: 'allowed',
    action: { name: 'open' },
    window: undefined,
  })
})

verifies('GB-7.1-stale-state', 'the error carries the present version', () =>
  expect(staleState(7)).toMatchObject({ code: 'stale_state', currentVersion: 7 }),
)

const counts = [
  [1, '1 field is invalid: correct them as fields says, and call again.'],
  [2, '2 fields are invalid: correct them as fields says, and call again.'],
] as const

for (const [count, message] of counts)
  verifies('GB-7.3-field-errors', `${count} of them`, () => {
    const fields = Array.from({ length: count }, (_, at) => ({ field: `f${at}`, error: 'e' }))
    expect(validationFailed(fields)).toEqual({ code: 'validation_failed', message, fields })
  })
