import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectRaw } from 'node:net'
import { test } from 'vitest'
import type { PageLimits } from '../src/page/index.js'
import { inFolder } from './support/desks.js'
import { served, type Served, writeFiles } from './support/pages.js'
import { type Access, accessOf, ask, connects, openTab, refusalOf, type Tab } from './support/socket.js'

type Parts = Served & { tab: Tab; other: Tab; access: Access }

const withTwo = (limits: Partial<PageLimits>, body: (parts: Parts) => Promise<void>) =>
  inFolder(folder =>
    served({ files: writeFiles(folder), limits }, async parts => {
      const access = await accessOf(parts.page.url)
      const [tab, other] = [await openTab(parts.page, access), await openTab(parts.page, access)]
      await body({ ...parts, tab, other, access })
      deepEqual(parts.faults, [])
    }),
  )

const nonsense: readonly (readonly [what: string, message: string | Buffer, code: number])[] = [
  ['nothing', '', 1008],
  ['no JSON', '{"kind":', 1008],
  ['no object', '[1,2]', 1008],
  ['null', 'null', 1008],
  ['no kind', '{}', 1008],
  ['a kind that is none', '{"kind":"hello"}', 1008],
  ['a kind that every object has', '{"kind":"constructor"}', 1008],
  ['no id', '{"kind":"act","act":{}}', 1008],
  ['an id that is no whole number', '{"kind":"act","id":1.5,"act":{}}', 1008],
  ['no act', '{"kind":"act","id":1}', 1008],
  ['a field that is not known', '{"kind":"input","more":1}', 1008],
  ['visible as a word', '{"kind":"visible","visible":"yes"}', 1008],
  ['an answer to no question', '{"kind":"answer","id":1,"value":1}', 1008],
  ['bytes', Buffer.from([1, 2, 3]), 1003],
  ['too much', JSON.stringify({ kind: 'act', id: 1, act: 'x'.repeat(70_000) }), 1009],
  ['brackets without end', '['.repeat(60_000), 1008],
]
for (const [what, message, code] of nonsense)
  test(`a page that sends ${what} is let go; the others and the desk go on`, () =>
    withTwo({}, async ({ tab, other, desk }) => {
      const before = desk.state()
      tab.says(message)
      equal(await tab.closed, code)
      equal(desk.state().windows, before.windows)
      const { outcome } = await other.does({ act: 'open', what: 'report' })
      equal(outcome.kind, 'done')
    }))

test('an act that is none is answered, and the page stays', () =>
  withTwo({}, async ({ tab }) => {
    tab.says('{"kind":"act","id":1,"act":{"act":"explode"}}')
    equal((await tab.next('outcome')).outcome.kind, 'invalid')
    equal((await tab.does({ act: 'open', what: 'report' })).outcome.kind, 'done')
  }))

test('a flood costs the connection it comes on', () =>
  withTwo({ burst: 20, perSecond: 1 }, async ({ tab, other }) => {
    for (let at = 0; at < 500; at++) tab.says({ kind: 'act', id: at, act: { act: 'hover' } })
    equal(await tab.closed, 1008)
    ok(tab.messages.filter(({ kind }) => kind === 'outcome').length <= 21)
    equal((await other.does({ act: 'open', what: 'report' })).outcome.kind, 'done')
  }))

test('a large answer is taken when something was asked, and only then', () =>
  withTwo({ maxAnswer: 1_000_000 }, async ({ tab, other, page }) => {
    const asked = page.pages().find(({ mark }) => mark === tab.mark)
    const answer = asked?.ask({ kind: 'read', deadlineMs: 100 }, 60_000)
    const { id } = await tab.next('ask')
    tab.says({ kind: 'answer', id, value: 'x'.repeat(500_000) })
    equal(String(await answer).length, 500_000)
    tab.says({ kind: 'answer', id, value: 'x'.repeat(500_000) })
    equal(await tab.closed, 1009)
    other.says('x'.repeat(2_000_000))
    equal(await other.closed, 1009)
  }))

test('a page that sleeps is dropped when too much waits for it, and shows the present when it is back', () =>
  withTwo({ maxWaiting: 200_000 }, async ({ tab, other, desk, page, access }) => {
    tab.socket.pause()
    await other.does({ act: 'openOrder', number: 10_001 })
    const window = desk.last('order').id
    for (let at = 0; page.pages().length > 1; at++) {
      desk.does({ act: 'type', window, field: 'note', text: `${'n'.repeat(1900)}${at}` })
      await turn()
    }
    equal(page.pages()[0]?.mark, other.mark)
    await other.does({ act: 'type', window, field: 'note', text: 'the end' })
    const back = await openTab(page, access, `?mark=${tab.mark}`)
    deepEqual([back.mark, back.messages.length], [tab.mark, 1])
    deepEqual(back.state().windows, other.state().windows)
  }))

test('a page that reads slower than an agent writes is not dropped: it is told the difference in the end', () =>
  withTwo({}, async ({ tab, other, desk, page }) => {
    await other.does({ act: 'open', what: 'threads' })
    const window = desk.last('threads').id
    tab.socket.pause()
    for (let at = 0; at < 300; at++) {
      desk.does({ act: 'comment', window, pane: 'left', text: `${at} ${'n'.repeat(3900)}` })
      await turn()
    }
    tab.socket.resume()
    await tab.does({ act: 'hover' })
    equal(page.pages().length, 2)
    deepEqual(tab.state().threads, other.state().threads)
    deepEqual(tab.state().changes, other.state().changes)
  }))

test('a desk with more on it than may wait for a page is shown all the same', () =>
  withTwo({ maxWaiting: 1000 }, async ({ tab, desk, page, access }) => {
    desk.does({ act: 'open', what: 'threads' })
    const window = desk.last('threads').id
    for (let at = 0; at < 3; at++)
      await tab.does({ act: 'comment', window, pane: 'left', text: 'n'.repeat(4000) })
    const further = await openTab(page, access)
    deepEqual(further.state().threads, tab.state().threads)
    equal((await further.does({ act: 'open', what: 'report' })).outcome.kind, 'done')
  }))

test('a page that does not answer a ping is dropped', () =>
  withTwo({ pingMs: 20 }, async ({ tab, page, other }) => {
    tab.socket.pause()
    while (page.pages().length > 1) await turn()
    equal(page.pages()[0]?.mark, other.mark)
  }))

test('no more pages than the desk can serve are let in', () =>
  withTwo({}, async ({ page, access }) => {
    const tabs: Tab[] = []
    for (let at = 2; at < 24; at++) tabs.push(await openTab(page, access))
    equal(page.pages().length, 24)
    equal(await refusalOf(connects(page, access)), 503)
    const [first] = tabs
    first?.socket.close()
    await first?.closed
    while (page.pages().length > 23) await turn()
    tabs.push(await openTab(page, access))
  }))

test('connections that say nothing, however many, cost the pages that are there nothing', () =>
  withTwo({}, async ({ tab, page, access }) => {
    const port = Number(new URL(page.url).port)
    const idle = Array.from({ length: 400 }, () => connectRaw(port, '127.0.0.1').on('error', () => {}))
    await Promise.race(idle.map(socket => once(socket, 'close')))
    equal((await tab.does({ act: 'open', what: 'report' })).outcome.kind, 'done')
    for (const socket of idle) socket.destroy()
    await untilLetIn(page.mintUrl())
    equal((await openTab(page, access)).state().windows.length, 2)
  }))

test('pages that come and go as fast as they can leave nothing behind', () =>
  withTwo({}, async ({ tab, page, access }) => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let at = 0; at < 10; at++) {
          const socket = connects(page, access).on('error', () => {})
          await once(socket, 'open')
          socket.terminate()
        }
      }),
    )
    while (page.pages().length > 2) await turn()
    equal((await tab.does({ act: 'open', what: 'report' })).outcome.kind, 'done')
  }))

test('after the end nothing of a page reaches the desk', () =>
  withTwo({}, async ({ tab, other, desk, page }) => {
    await tab.does({ act: 'openOrder', number: 10_001 })
    await page.stop()
    desk.data.close()
    deepEqual([await tab.closed, await other.closed], [1006, 1006])
    equal(desk.state().shown, false)
  }))

/** Asks until there is a connection left to ask on. */
async function untilLetIn(url: string): Promise<void> {
  while (!(await ask(url, {}, 'HEAD').catch(() => undefined))) await turn()
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
