import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'vitest'
import { verifies } from '../../../test/support/verifies.js'
import { inFolder } from './support/desks.js'
import { served, type Served, type Serving, writeFiles } from './support/pages.js'
import { type Access, accessOf, openTab, type Tab } from './support/socket.js'
import { createPageStates } from '../src/page/page-state.js'

const withTabs = (count: number, body: (parts: Served & { tabs: Tab[]; access: Access }) => Promise<void>) =>
  inFolder(folder => {
    const serving: Serving = { files: writeFiles(folder) }
    return served(serving, async parts => {
      const access = await accessOf(parts.page.url)
      const tabs: Tab[] = []
      for (let at = 0; at < count; at++) tabs.push(await openTab(parts.page, access))
      await body({ ...parts, tabs, access })
    })
  })

const only = (tabs: Tab[]): Tab => {
  const [tab] = tabs
  if (!tab) throw new Error('no tab')
  return tab
}

test('every page shows the same after any acts and calls, and the same as the desk', () =>
  withTabs(2, async ({ tabs, desk }) => {
    const one = only(tabs)
    await one.does({ act: 'openOrder', number: 10_001 })
    const window = desk.last('order').id
    await one.does({ act: 'type', window, field: 'note', text: 'Ring twice' })
    await one.does({ act: 'move', window, x: 5, y: 6, w: 700, h: 500 })
    await desk.calls(`${window}__edit`, { recipient: 'Night shift' })
    await desk.calls('app__open_threads')
    await one.does({ act: 'save', window })
    await one.does({ act: 'close', window: desk.last('threads').id })
    await one.does({ act: 'close', window: desk.last('orders').id })
    await one.does({ act: 'signOut' })
    const wanted = JSON.parse(JSON.stringify(createPageStates()(desk.state())))
    for (const tab of tabs) {
      await tab.does({ act: 'hover' })
      const { threads: _, ...shown } = JSON.parse(JSON.stringify(tab.state()))
      const { threads: __, ...expected } = wanted
      deepEqual(shown, expected)
    }
  }))

test('a commit sends the windows that changed and no others', () =>
  withTabs(1, async ({ tabs, desk }) => {
    const tab = only(tabs)
    await tab.does({ act: 'openOrder', number: 10_001 })
    await tab.does({ act: 'openOrder', number: 10_002 })
    const window = desk.last('order').id
    tab.messages.length = 0
    await tab.does({ act: 'type', window, field: 'note', text: 'x' })
    await tab.does({ act: 'hover', window })
    await tab.does({ act: 'focus', window, spot: { kind: 'field', field: 'recipient' } })
    const patches = tab.messages.flatMap(message => (message.kind === 'patch' ? [message.patch] : []))
    deepEqual(
      patches.map(({ windows = [], ...others }) => [windows.map(({ id }) => id), Object.keys(others)]),
      [
        [[window], ['focus']],
        [[], ['focus']],
      ],
    )
  }))

test('a patch comes before the outcome of the act that led to it, and names its page', () =>
  withTabs(2, async ({ tabs }) => {
    const [one, two] = tabs
    await one?.does({ act: 'open', what: 'report' })
    deepEqual(
      one?.messages.map(({ kind }) => kind),
      ['hello', 'patch', 'outcome'],
    )
    const patch = await two?.next('patch')
    deepEqual([patch?.page, patch?.by], [one?.mark, { kind: 'user' }])
  }))

verifies('D-54', 'a patch says which agent made it', () =>
  withTabs(1, async ({ tabs, desk }) => {
    const tab = only(tabs)
    await desk.calls('app__open_report')
    const { by, page } = await tab.next('patch')
    deepEqual([by, page], [{ kind: 'client', name: 'robot' }, undefined])
  }),
)

verifies(
  'D-54',
  'a client with a name without end makes no message large, and is the same one everywhere',
  () =>
    withTabs(1, async ({ tabs, desk, activity }) => {
      const tab = only(tabs)
      const client = 'robot '.repeat(100_000)
      activity.add({ client, kind: 'call', at: 1 })
      desk.does({ act: 'open', what: 'threads' })
      await desk.calls(`${desk.last('threads').id}__comment`, { pane: 'left', text: 'hi' }, client)
      const { events } = await tab.next('activity')
      const [shown] = events.map(event => event.client)
      await tab.does({ act: 'stopClient', name: shown ?? '' })
      await desk.calls('app__open_report', {}, client)
      const authors = tab.messages.flatMap(message => (message.kind === 'patch' ? [message.by] : []))
      deepEqual(
        authors.flatMap(by => (by.kind === 'client' ? [by.name] : [])),
        [shown],
      )
      deepEqual(
        [tab.state().stopped, tab.state().changes.map(({ by }) => by)],
        [[shown], [{ kind: 'client', name: shown }]],
      )
      ok(tab.messages.every(message => JSON.stringify(message).length < 10_000))
    }),
)

verifies('D-41', 'a password goes from a page to the desk and to no page back', () =>
  withTabs(2, async ({ tabs, desk }) => {
    const [one, two] = tabs
    await one?.does({ act: 'signOut' })
    const window = desk.last('sign-in').id
    await one?.does({ act: 'typeSignIn', window, field: 'password', text: 'canary-77' })
    await one?.does({ act: 'typeSignIn', window, field: 'user', text: 'Ada' })
    await two?.does({ act: 'hover' })
    const dialog = two?.state().windows.at(-1)?.shown
    deepEqual(dialog?.kind === 'sign-in' && [dialog.user, dialog.hasPassword], ['Ada', true])
    ok(!JSON.stringify([one?.messages, two?.messages]).includes('canary-77'))
  }),
)

verifies(
  'FR-13',
  'of two pages that type into one field, the second learns that it was changed and overwrites nothing',
  () =>
    withTabs(2, async ({ tabs, desk }) => {
      const [one, two] = tabs
      await one?.does({ act: 'openOrder', number: 10_001 })
      const window = desk.last('order').id
      const was = desk.last('order').order.note
      await one?.does({ act: 'type', window, field: 'note', text: 'mine', was })
      const late = await two?.does({ act: 'type', window, field: 'note', text: 'yours', was })
      equal(late?.outcome.kind, 'unavailable')
      equal(desk.last('order').draft.note, 'mine')
      const chosen = await two?.does({ act: 'type', window, field: 'note', text: 'yours' })
      deepEqual([chosen?.outcome.kind, desk.last('order').draft.note], ['done', 'yours'])
    }),
)

verifies('FR-13', 'typing on does not clear a conflict that the user has not seen', () =>
  withTabs(1, async ({ tabs, desk }) => {
    const tab = only(tabs)
    await tab.does({ act: 'openOrder', number: 10_001 })
    const window = desk.last('order').id
    await tab.does({ act: 'type', window, field: 'note', text: 'draft' })
    const { address, recipient, amountCents, status } = desk.last('order').order
    const changed = desk.data.orders.update(10_001, desk.last('order').order.revision, {
      address,
      recipient,
      amountCents,
      status,
      note: 'saved elsewhere',
    })
    desk.store.commit({ kind: 'app' }, state => ({
      state: {
        ...state,
        windows: state.windows.map(open =>
          open.id === window && open.kind === 'order'
            ? { ...open, order: changed, conflicts: { note: 'Was changed meanwhile' } }
            : open,
        ),
      },
      outcome: undefined,
    }))
    const refused = await tab.does({ act: 'type', window, field: 'note', text: 'draft!', was: 'draft' })
    equal(refused.outcome.kind, 'unavailable')
    const chosen = await tab.does({ act: 'type', window, field: 'note', text: 'draft!' })
    deepEqual([chosen.outcome.kind, desk.last('order').conflicts], ['done', {}])
  }),
)

test('the page with the last input is the active one; without any, the newest on the screen', () =>
  withTabs(3, async ({ tabs, page }) => {
    const [one, two, three] = tabs
    equal(page.activePage()?.mark, three?.mark)
    one?.says({ kind: 'input' })
    await one?.does({ act: 'hover' })
    equal(page.activePage()?.mark, one?.mark)
    await two?.does({ act: 'open', what: 'report' })
    equal(page.activePage()?.mark, one?.mark)
    two?.says({ kind: 'input' })
    await two?.does({ act: 'hover' })
    equal(page.activePage()?.mark, two?.mark)
    two?.says({ kind: 'visible', visible: false })
    two?.socket.close()
    await two?.closed
    one?.says({ kind: 'input' })
    await one?.does({ act: 'hover' })
    equal(page.activePage()?.mark, one?.mark)
    deepEqual(
      page.pages().map(({ mark }) => mark),
      [one?.mark, three?.mark],
    )
  }))

verifies('EL-5.3-focus-path', 'a page that nobody is at tells nothing of where the user points', () =>
  withTabs(2, async ({ tabs, page, desk }) => {
    const [one, two] = tabs
    await one?.does({ act: 'open', what: 'threads' })
    const window = desk.last('threads').id
    one?.says({ kind: 'input' })
    const selected = { act: 'selectText', window, pane: 'left', comment: 1, start: 4, end: 7 } as const
    await one?.does(selected)
    const before = desk.state()
    await two?.does({ ...selected, start: 0, end: 3 })
    await two?.does({ act: 'hover', window })
    await two?.does({ act: 'scroll', window, outOfView: [{ kind: 'pane', pane: 'left' }] })
    await two?.does({ act: 'focus', window: desk.last('orders').id, spot: { kind: 'window' } })
    deepEqual(desk.state(), before)
    equal(page.activePage()?.mark, one?.mark)
    two?.says({ kind: 'input' })
    await two?.does({ ...selected, start: 0, end: 3 })
    deepEqual(
      desk
        .state()
        .passages.filter(passage => passage.selected)
        .map(({ start, end }) => [start, end]),
      [[0, 3]],
    )
  }),
)

verifies('EL-5.3-visible-drawn', 'the desk is on screen while a page is that is', () =>
  withTabs(1, async ({ tabs, desk }) => {
    const tab = only(tabs)
    const says = async (visible: boolean) => {
      tab.says({ kind: 'visible', visible })
      await tab.does({ act: 'focus', window: desk.last('orders').id })
      return desk.state().shown
    }
    deepEqual([desk.state().shown, await says(false), await says(true)], [true, false, true])
    tab.socket.close()
    await tab.closed
    await until(() => !desk.state().shown)
  }),
)

test('a page that comes back keeps its mark, a new one gets another, and nobody can choose one', () =>
  withTabs(1, async ({ tabs, page, access }) => {
    const { mark } = only(tabs)
    const back = await openTab(page, access, `?mark=${mark}`)
    const other = await openTab(page, access, '?mark=abc123')
    deepEqual([back.mark, await only(tabs).closed], [mark, 1001])
    ok(/^[a-z0-9]{6}$/.test(mark) && other.mark !== mark && other.mark !== 'abc123')
    equal(page.pages().length, 2)
  }))

test('a page is asked and answers; one that does not, or leaves, gives undefined', () =>
  withTabs(1, async ({ tabs, page }) => {
    const tab = only(tabs)
    const asked = page.activePage()
    const answer = asked?.ask({ kind: 'locate', id: 'x-1', deadlineMs: 100 }, 5000)
    const { id, question } = await tab.next('ask')
    deepEqual(question, { kind: 'locate', id: 'x-1', deadlineMs: 100 })
    tab.says({ kind: 'answer', id, value: { state: 'offscreen' } })
    deepEqual(await answer, { state: 'offscreen' })
    equal(await asked?.ask({ kind: 'read', deadlineMs: 100 }, 1), undefined)
    tab.says({ kind: 'answer', id: (await tab.next('ask')).id, value: 'too late' })
    const leaving = asked?.ask({ kind: 'read', deadlineMs: 100 }, 60_000)
    tab.socket.close()
    equal(await leaving, undefined)
    equal(await asked?.ask({ kind: 'read', deadlineMs: 100 }, 60_000), undefined)
  }))

test('what agents do is told gathered, and to a new page from the start', () =>
  withTabs(1, async ({ tabs, activity, page, access }) => {
    for (let at = 0; at < 200; at++) activity.add({ client: 'x'.repeat(5000), kind: 'read', at })
    const { events } = await only(tabs).next('activity')
    deepEqual([events.length, events.at(-1)?.at, events[0]?.client?.length], [50, 199, 200])
    await openTab(page, access)
    equal(activity.recent().length, 100)
  }))

async function until(test: () => boolean): Promise<void> {
  while (!test()) await new Promise(resolve => setImmediate(resolve))
}
