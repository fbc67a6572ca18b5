import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { memoryDesk, type TestDesk } from '../support/desks.js'

const refused: readonly (readonly [what: string, act: unknown, field: string])[] = [
  ['nothing', undefined, 'act'],
  ['a list', [], 'act'],
  ['no name', {}, 'act'],
  ['an unknown name', { act: 'explode' }, 'act'],
  ['a name that every object has', { act: 'toString' }, 'act'],
  ['no window', { act: 'close' }, 'window'],
  ['a window that is no text', { act: 'close', window: 7 }, 'window'],
  ['a field the act has not', { act: 'signOut', force: true }, '*'],
  ['an offset that is no whole number', { act: 'goTo', window: 'w', offset: 1.5 }, 'offset'],
  ['an offset that JSON can not hold', { act: 'goTo', window: 'w', offset: Number.NaN }, 'offset'],
  ['an unknown pane', { act: 'show', window: 'w', pane: 'top', thread: 1 }, 'pane'],
  ['an unknown field', { act: 'type', window: 'w', field: 'status', text: 'shipped' }, 'field'],
  ['numbers that are none', { act: 'selectRows', window: 'w', numbers: ['10001'] }, 'numbers[0]'],
  ['a place that is none', { act: 'focus', window: 'w', spot: { kind: 'row' } }, 'spot'],
  ['places that are none', { act: 'scroll', window: 'w', outOfView: [{ kind: 'attic' }] }, 'outOfView'],
]
for (const [what, act, field] of refused)
  test(`an act with ${what} is invalid in "${field}", and changes nothing`, () => {
    const desk = memoryDesk()
    const before = desk.state()
    const outcome = desk.act(act)
    deepEqual(outcome.kind === 'invalid' && outcome.fields.map(wrong => wrong.field), [field])
    equal(desk.state(), before)
  })

const late: readonly (readonly [what: string, prepare: (desk: TestDesk) => unknown, reason: RegExp])[] = [
  ['a window that closed', () => ({ act: 'close', window: 'tinor99' }), /not open any more/],
  ['an editor below its dialog', blockedEditor, /dialog is open/],
  ['opening while nobody is signed in', signedOut, /Nobody is signed in/],
  ['undoing nothing', () => ({ act: 'undo' }), /no such change/],
  [
    'confirming what asks nothing',
    desk => ({ act: 'confirm', window: desk.last('orders').id }),
    /asks nothing/,
  ],
  [
    'closing the sign-in dialog',
    desk => (signedOut(desk), { act: 'close', window: desk.last('sign-in').id }),
    /Nobody/,
  ],
  [
    'saving without a change',
    desk => (openOrder(desk), { act: 'save', window: desk.last('order').id }),
    /no unsaved/,
  ],
  ['typing into a shipped order', desk => (openOrder(desk, 10_004), typing(desk, 'note', 'x')), /shipped/],
  [
    'submitting twice',
    desk => (openOrder(desk, 10_003), { act: 'submit', window: desk.last('order').id }),
    /submitted already/,
  ],
]
for (const [what, prepare, reason] of late)
  verifies('GB-7.2-runtime', `${what} is refused with its reason, and changes nothing`, () => {
    const desk = memoryDesk()
    const act = prepare(desk)
    const before = desk.state()
    const outcome = desk.act(act)
    equal(outcome.kind === 'unavailable' && reason.test(outcome.reason), true, JSON.stringify(outcome))
    equal(desk.state(), before)
  })

function openOrder(desk: TestDesk, number = 10_001): void {
  desk.does({ act: 'openOrder', number })
}

function blockedEditor(desk: TestDesk): unknown {
  openOrder(desk)
  desk.does({ act: 'submit', window: desk.last('order').id })
  return typing(desk, 'note', 'x')
}

function signedOut(desk: TestDesk): unknown {
  desk.does({ act: 'signOut' })
  return { act: 'open', what: 'report' }
}

const typing = (desk: TestDesk, field: string, text: string) => ({
  act: 'type',
  window: desk.last('order').id,
  field,
  text,
})

verifies('D-54', 'acts are committed by the user', () => {
  const desk = memoryDesk()
  const seen: string[] = []
  desk.store.watch(({ by }) => void seen.push(by.kind))
  openOrder(desk)
  desk.does({ act: 'hover' })
  deepEqual(seen, ['user', 'user'])
})

verifies('GB-2-window-unit', 'an order is open at most once, other windows any number of times', () => {
  const desk = memoryDesk()
  for (const number of [10_001, 10_002, 10_001]) openOrder(desk, number)
  for (const what of ['report', 'report', 'threads', 'orders'] as const) desk.does({ act: 'open', what })
  deepEqual(
    desk.state().windows.map(window => window.kind),
    ['orders', 'order', 'order', 'report', 'report', 'threads', 'orders'],
  )
})

verifies('D-33', 'an editor that is discarded takes its dialog with it, in one commit', () => {
  const desk = memoryDesk()
  openOrder(desk)
  desk.does({ act: 'type', window: desk.last('order').id, field: 'note', text: 'unsaved' })
  desk.does({ act: 'close', window: desk.last('order').id })
  const counts: number[] = []
  desk.store.watch(({ after }) => void counts.push(after.windows.length))
  desk.does({ act: 'confirm', window: desk.last('discard').id })
  deepEqual(counts, [1])
})

verifies('FR-45', 'what an agent opens does not take the user out of the window they type in', async () => {
  const desk = memoryDesk()
  openOrder(desk)
  const { focus } = desk.state()
  await desk.calls('app__open_order', { number: 10_002 })
  await desk.calls('app__open_threads')
  deepEqual(desk.state().focus, focus)
  await desk.calls(`${desk.last('threads').id}__focus`)
  deepEqual(desk.state().focus?.window, desk.last('threads').id)
})

test('closing, minimising and restoring moves the user on to a window that is there', () => {
  const desk = memoryDesk()
  openOrder(desk)
  const orders = desk.last('orders').id
  const editor = desk.last('order').id
  desk.does({ act: 'minimise', window: editor })
  equal(desk.state().focus?.window, orders)
  desk.does({ act: 'restore', window: editor })
  equal(desk.state().focus?.window, editor)
  desk.does({ act: 'close', window: editor })
  equal(desk.state().focus?.window, orders)
  desk.does({ act: 'close', window: orders })
  equal(desk.state().focus, undefined)
})
