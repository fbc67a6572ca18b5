import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'vitest'
import type { PageLimits } from '../src/page/index.js'
import { inFolder } from './support/desks.js'
import { served, type Served, writeFiles } from './support/pages.js'
import { type Access, accessOf, connects, openTab, refusalOf, type Tab } from './support/socket.js'

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
    const answer = asked?.ask({ kind: 'read' }, 60_000)
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

test('after the end nothing of a page reaches the desk', () =>
  withTwo({}, async ({ tab, other, desk, page }) => {
    await tab.does({ act: 'openOrder', number: 10_001 })
    await page.stop()
    desk.data.close()
    deepEqual([await tab.closed, await other.closed], [1006, 1006])
    equal(desk.state().shown, false)
  }))

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
