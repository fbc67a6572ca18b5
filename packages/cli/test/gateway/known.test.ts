/** What an agent may base its calls on: what it was shown, and nothing that the user did since. */
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { estimateTokens } from '@copane/host'
import { test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { type Actions, beside, noted, type Windows, write } from './support/beside.ts'
import { dataOf, textOf } from './support/sights.ts'

const edit: Actions[string] = {
  does: (windows, { note }, window) => write(windows, window, String(note)),
}
const note = (text: string) => ({ arguments: { note: text } })
const noteIn = (windows: Windows, id: string) => JSON.stringify(windows[id]?.blocks)

verifies(
  'GB-11-client-carries',
  'what the user did becomes known by an answer that tells it, and by no other',
  async () => {
    for (const text of ['the user’s', `the user’s ${'long '.repeat(400)}`]) {
      const { act, read, user, windows } = beside(
        { a: noted('a', 'one') },
        { a__edit: edit, a__look: { does: () => {}, versioned: false } },
      )
      await read()
      user(all => write(all, 'a', text))
      const looked = await act('a', 'look')
      const isShort = text === 'the user’s'
      match(textOf(looked), isShort ? /^a v2 .*(?:\n.*)*the user’s/m : /^changed, read before you act: a$/m)
      match(textOf(await act('a', 'edit', note('mine'))), isShort ? /^Done/ : /^stale_state/)
      match(noteIn(windows, 'a'), isShort ? /mine/ : /the user’s/)
    }
  },
)

verifies(
  'GB-7.1-client-retries',
  'a call that changes nothing, while the user types, tells what they typed',
  async () => {
    const { act, read, windows } = beside(
      { a: noted('a', 'one') },
      { a__edit: edit, a__check: { does: all => write(all, 'a', 'the user’s') } },
    )
    await read()
    match(textOf(await act('a', 'check')), /^a v2 .*(?:\n.*)*the user’s/m)
    match(noteIn(windows, 'a'), /the user’s/)
  },
)

verifies(
  'GB-11-client-carries',
  'the version of a window that was changed and not read stands in no answer',
  async () => {
    const { act, read, user, windows } = beside(
      { a: noted('a', 'one'), b: noted('b', 'one') },
      { a__edit: edit, b__edit: edit, b__look: { does: () => {}, versioned: false } },
    )
    await read()
    user((all, barred) => {
      write(all, 'b', 'the user’s')
      barred.add('b')
    })
    const first = await act('a', 'edit', note('two'))
    match(textOf(first), /^changed, read before you act: b$/m)
    user((_, barred) => barred.clear())
    const second = await act('a', 'edit', note('three'))
    doesNotMatch(textOf(second), /^b v/m)
    match(textOf(second), /^changed, read before you act: b$/m)
    equal(JSON.stringify(dataOf(second)).includes('"b":{"version"'), false)
    match(textOf(await act('b', 'edit', note('mine'))), /^stale_state/)
    match(noteIn(windows, 'b'), /the user’s/)
  },
)

verifies(
  'GB-11-client-carries',
  'a window that was open and is named as opened is not known by that',
  async () => {
    const { act, read, user, windows } = beside(
      { a: noted('a', 'one') },
      { app__open: { does: () => ({ openedWindowIds: ['b'], result: { window: 'b' } }) }, b__edit: edit },
    )
    await read()
    user(all => write(all, 'b', 'one'))
    user(all => write(all, 'b', `the user’s ${'long '.repeat(400)}`))
    const opening = textOf(await act('app', 'open'))
    match(opening, /^opened b window/m)
    doesNotMatch(opening, / v2/)
    match(textOf(await act('b', 'edit', note('mine'))), /^version_needed/)
    match(noteIn(windows, 'b'), /the user’s/)
  },
)

test('a window that opened at its first version is known, but of what it shows nothing that was not told', async () => {
  const open: Actions[string] = {
    does: windows => {
      windows.b = noted('b', 'long '.repeat(400))
      return { openedWindowIds: ['b'] }
    },
  }
  const { act, windows, user, wait } = beside({}, { app__open: open, b__edit: edit })
  match(textOf(await act('app', 'open')), /^opened b window "Window b" v1 /m)
  user(all => {
    all.b = noted('b', 'long '.repeat(400), { version: 2, summary: 'The user was here' })
  })
  match(await wait(), /^changed, read before you act: b$/m)
  user(all => {
    all.b = noted('b', 'long '.repeat(400))
  })
  match(textOf(await act('b', 'edit', note('mine'))), /^Done/)
  match(noteIn(windows, 'b'), /mine/)
})

test('an action that only reads and takes a version goes by what is there now', async () => {
  const { act, read, user, sent } = beside(
    { a: noted('a', 'one') },
    { a__look: { does: () => {}, reads: true } },
  )
  await read()
  user(all => write(all, 'a', 'two'))
  match(textOf(await act('a', 'look')), /^Done/)
  deepEqual(sent, ['a__look 2'])
})

verifies(
  'FR-37',
  'whoever wants to be asked first is not passed by with an action under another name',
  async () => {
    const send: Actions[string] = { does: (windows, _, window) => write(windows, window, 'sent') }
    const { act, read, sent } = beside(
      { a: noted('a', 'one'), a__b: noted('a__b', 'one') },
      { a__b__send: send },
      { askFirst: true },
    )
    await read()
    match(textOf(await act('a__b', 'send')), /^cannot_ask/)
    match(textOf(await act('a', 'b__send')), /^action_not_available/)
    deepEqual(sent, [])
  },
)

verifies('FR-52', 'reading one window takes no news of the others away', async () => {
  const { act, read, user, wait } = beside(
    { a: noted('a', 'one'), b: noted('b', 'one') },
    { a__edit: edit, b__edit: edit },
  )
  await read()
  user(all => {
    write(all, 'b', 'two')
    write(all, 'a', 'two')
    all.c = noted('c', 'new')
  })
  match(await read('a'), /"two"/)
  const answer = textOf(await act('a', 'edit', note('three')))
  match(answer, /^opened c window/m)
  match(answer, /^changed, read before you act: b$/m)
  user(all => write(all, 'b', 'three'))
  await read('a')
  const waited = await wait()
  match(waited, /^b v3 operable\n {2}fields form\n {4}"Note" = "three"$/m)
  doesNotMatch(waited, /^a /m)
})

verifies('FR-52', 'what can be done elsewhere since the last answer is told by the next', async () => {
  const actions: Actions = { a__edit: edit }
  const { act, read, user, wait } = beside({ a: noted('a', 'one'), b: noted('b', 'one') }, actions)
  await read()
  user(() => {
    actions.b__send = edit
    actions.app__print = edit
  })
  const answer = await act('a', 'edit', note('two'))
  match(textOf(answer), /^app can now: print$/m)
  match(textOf(answer), /^b can now: send$/m)
  deepEqual(dataOf(answer).now, { app: ['print'], b: ['send'] })
  match(await wait(), /^Nothing changed/)
})

verifies(
  'FR-53',
  'a window that closed since the last answer, or was blocked, is no missing action',
  async () => {
    const { act, read, user } = beside(
      { a: noted('a', 'one'), b: noted('b', 'one'), c: noted('c', 'one') },
      { a__edit: edit, b__edit: edit },
    )
    await read()
    user((all, barred) => {
      delete all.a
      all.d = { ...noted('d', ''), ownerId: 'b', modal: true, title: 'Sure?' }
      barred.add('b')
    })
    match(
      textOf(await act('a', 'edit', note('x'))),
      /^window_not_found: That window is not open\. Open are: b /,
    )
    match(textOf(await act('b', 'edit', note('x'))), /^blocked_by_modal: b waits behind d "Sure\?"/)
  },
)

test('a result that names a window which was open already is told', async () => {
  const { act, read } = beside(
    { a: noted('a', 'one') },
    { app__open: { does: () => ({ openedWindowIds: ['a'], result: { window: 'a' } }) } },
  )
  await read()
  match(textOf(await act('app', 'open')), /^result {"window":"a"}$/m)
})

test('windows that closed are forgotten, with what they showed', async () => {
  const { act, read, user, opened } = beside(
    { a: noted('a', 'one'), b: noted('b', 'one') },
    { a__edit: edit, b__edit: edit },
  )
  await read()
  user(all => {
    delete all.b
  })
  await act('a', 'edit', note('two'))
  deepEqual([...opened.told.keys()], ['a'])
  user(all => {
    all.b = noted('b', 'another')
  })
  match(textOf(await act('b', 'edit', note('x'))), /^version_needed/)
})

verifies(
  'FR-1',
  'a thousand windows that one call opened are counted, and huge ones cut, in both halves',
  async () => {
    const huge = '\u202e'.repeat(5000)
    const many = Array.from({ length: 1000 }, (_, at) => `w${at}`)
    const actions: Actions = {
      app__open: {
        does: windows => {
          for (const id of many) windows[id] = noted(id, '')
          for (const id of many.slice(0, 30)) windows[id] = noted(id, huge, { title: huge, summary: huge })
          return { openedWindowIds: many, result: { long: 'r'.repeat(44_000) } }
        },
      },
      app__close: {
        does: windows => {
          for (const id of many) delete windows[id]
        },
      },
    }
    for (const id of many.slice(0, 100))
      for (let at = 0; at < 30; at++) actions[`${id}__${'n'.repeat(150)}${at}`] = edit
    const { act, wait, read, user } = beside({ a: noted('a', 'one') }, actions)
    await read()
    const opening = await act('app', 'open')
    const [, left = ''] = /^opened (\d+) more: read windows$/m.exec(textOf(opening)) ?? []
    ok(Number(left) > 900)
    equal(dataOf(opening).openedLeftOut, Number(left))
    const closing = await act('app', 'close')
    match(textOf(closing), /^closed .* … 980 more$/m)
    equal(dataOf(closing).closedLeftOut, 980)
    user(all => void actions.app__open?.does(all, {}, 'app'))
    const waited = await wait()
    match(waited, /^opened 9\d\d more: read windows$/m)
    ok(estimateTokens(waited) < 25_000, `${estimateTokens(waited)}`)
    for (const answer of [opening, closing])
      for (const half of [textOf(answer), JSON.stringify(dataOf(answer))])
        ok(estimateTokens(half) < 25_000, `${estimateTokens(half)}`)
  },
)
