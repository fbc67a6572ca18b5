/** The user works on the page while an agent works over MCP: both see the same, and neither is in the other's way. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { focusPath, selectedElements, textOf } from '@copane/protocol/elements'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { startBrowser, until, windowIn } from '../support/browser.js'
import { idsOf, only, visit, type Whole, whole } from '../support/whole.js'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** Runs a test with the user at the page of a whole desk. */
const together = (body: (whole: Whole & { tab: Page }) => Promise<void>): Promise<void> =>
  whole(async parts => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    try {
      const tab = await context.newPage()
      tab.setDefaultTimeout(5000)
      await visit(tab, parts)
      await body({ ...parts, tab })
    } finally {
      await context.close()
    }
  })

/** Ids and titles of windows: as an agent reads them, as the tree has them, and as they are drawn. */
async function sights({ agent, tab }: { agent: Whole['agent']; tab: Page }) {
  const [windows, root] = [await agent.windows(), await agent.tree()]
  const ids = windows.map(({ id }) => id)
  const inTree = idsOf(root).filter(id => ids.includes(id))
  const drawn = await tab
    .locator('[data-window]')
    .evaluateAll(all => all.map(each => each.getAttribute('data-window') ?? ''))
  return { operated: ids.toSorted(), pointed: inTree.toSorted(), drawn: drawn.toSorted() }
}

verifies(
  'D-19',
  'the page, the tree and app://windows hold the same windows, whoever opens and closes them',
  () =>
    together(async parts => {
      const { tab, agent } = parts
      const same = async () => {
        const { operated, pointed, drawn } = await sights(parts)
        deepEqual([pointed, drawn], [operated, operated])
        return operated.length
      }
      equal(await same(), 1)
      await tab.getByRole('button', { name: 'Open threads' }).click()
      await windowIn(tab, 'threads').waitFor()
      const [order = ''] = await agent.calls('app', 'open_order', { number: 10_042 })
      equal(await same(), 3)
      await windowIn(tab, 'order').getByLabel('Note').fill('typed by the user')
      await same()
      const [dialog = ''] = await agent.calls(order, 'submit')
      equal(await same(), 4)
      equal(await windowIn(tab, 'order').evaluate(section => section.matches('[inert]')), true)
      await tab.locator(`[data-window="${dialog}"]`).getByRole('button', { name: 'Cancel' }).click()
      await windowIn(tab, 'confirm-submit').waitFor({ state: 'detached' })
      await windowIn(tab, 'order').getByRole('button', { name: 'Minimise' }).click()
      await until('it is minimised', () => {
        const window = parts.last('order')
        return window.kind === 'order' && window.minimised
      })
      equal(await same(), 3)
      const { visible } = only(await agent.tree(), element => element.id === order)
      equal(visible, false)
    }),
)

test('what the agent types the user sees, and what the user types the agent reads', () =>
  together(async ({ tab, agent }) => {
    const [order = ''] = await agent.calls('app', 'open_order', { number: 10_042 })
    await agent.calls(order, 'edit', { recipient: 'By the agent' })
    const editor = windowIn(tab, 'order')
    await until('the page shows it', async () => {
      return (await editor.getByLabel('Recipient').inputValue()) === 'By the agent'
    })
    ok(await editor.getByText('Changed by robot').isVisible())
    await editor.getByLabel('Note').fill('By the user')
    await until('the agent reads it', async () => {
      const window = (await agent.windows()).find(({ id }) => id === order)
      return JSON.stringify(window?.blocks).includes('By the user')
    })
    const root = await agent.tree()
    const field = (subrole: string) => textOf(only(root, element => element.subrole === subrole))
    deepEqual([field('recipient'), field('note')], ['By the agent', 'By the user'])
    deepEqual(focusPath(root).at(-1)?.subrole, 'note')
  }))

verifies('FR-45', 'an agent at work takes neither the keyboard nor a letter from the user who types', () =>
  together(async ({ tab, agent, does, last }) => {
    does({ act: 'openOrder', number: 10_001 })
    const note = tab.locator(`[data-window="${last('order').id}"]`).getByLabel('Note')
    await note.fill('')
    const text = 'the user types on, whatever the agent does'
    const [typed] = await Promise.all([
      note.pressSequentially(text).then(() => note.inputValue()),
      (async () => {
        for (let turn = 0; turn < 5; turn++) {
          await agent.tree()
          await agent.place(last('order').id)
          await agent.calls('app', 'open_threads')
          const [order = ''] = await agent.calls('app', 'open_order', { number: 10_042 })
          await agent.calls(order, 'edit', { note: `from the agent, turn ${turn}` })
          await agent.calls(order, 'revert')
          await agent.calls(order, 'close')
        }
      })(),
    ])
    equal(typed, text)
    equal(await note.evaluate(field => field === document.activeElement), true)
  }),
)

verifies('FR-41', 'the selection and the last position stay when the user goes to another tab', () =>
  together(async ({ tab, agent, does }) => {
    does({ act: 'open', what: 'threads' })
    const words = tab.locator('.comment-text').filter({ hasText: 'first week of March' })
    await words.dblclick()
    const before = selectedElements(await agent.tree()).map(textOf)
    equal(before.length, 1)
    const elsewhere = await tab.context().newPage()
    await elsewhere.goto('about:blank')
    await elsewhere.bringToFront()
    const root = await agent.tree()
    deepEqual(selectedElements(root).map(textOf), before)
    ok(focusPath(root).some(element => element.subrole === 'threads'))
  }),
)

verifies(
  'FR-43',
  'the same thread in both panes: its own ids in each, one focus path, the pane the user is in',
  () =>
    together(async ({ tab, agent, does, last }) => {
      does({ act: 'open', what: 'threads' })
      does({ act: 'show', window: last('threads').id, pane: 'right', thread: 1 })
      const right = tab.getByRole('group', { name: 'Right pane' })
      await right.getByText('first week of March').waitFor()
      await right.getByPlaceholder('Write a comment').click()
      const root = await agent.tree()
      const ids = idsOf(root)
      equal(new Set(ids).size, ids.length)
      const panes = (only(root, element => element.id === last('threads').id).children ?? []).filter(
        element => element.subrole === 'pane',
      )
      const threads = panes.map(pane => only(pane, element => element.subrole === 'thread'))
      deepEqual(new Set(threads.map(({ title }) => title)).size, 1)
      deepEqual(
        panes.map(({ title, focused, visible }) => [title, focused, visible]),
        [
          ['Left pane', undefined, undefined],
          ['Right pane', true, undefined],
        ],
      )
    }),
)

const SECRET = 'canary-93-zebra'

verifies(
  'FR-31',
  'a password typed on the page is in no answer, no other page, and no sign of who reads',
  () =>
    together(async parts => {
      const { tab, agent, running, does } = parts
      does({ act: 'signOut' })
      const heard: string[] = []
      const other = await tab.context().newPage()
      other.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => void heard.push(payload.toString())),
      )
      await visit(other, parts)
      await tab.bringToFront()
      await tab.getByLabel('Password').pressSequentially(SECRET)
      const signIn = parts.last('sign-in')
      await until('the desk has it', () => JSON.stringify(running.desk.store.read().windows).includes(SECRET))
      const answers = [
        await agent.tree(),
        await agent.windows(),
        await agent.session.call(signIn.id, 'sign_in', { user: 'nobody-here', password: SECRET }),
        await agent.tree(),
        JSON.parse(await running.elements.currentText()),
      ]
      ok(!JSON.stringify(answers).includes(SECRET))
      ok(!heard.join().includes(SECRET))
      ok(heard.length > 0)
    }),
)

verifies('FR-33', 'a filled password differs from an empty one, and not by its length', () =>
  together(async ({ tab, agent, does }) => {
    does({ act: 'signOut' })
    const field = tab.getByLabel('Password')
    const shown: string[] = []
    for (const text of ['', 'a', 'a much longer password']) {
      await field.fill(text)
      const { children = [] } = only(await agent.tree(), element => element.subrole === 'sign-in')
      const root = { id: 'x', role: 'Group' as const, children }
      const { content = [] } = only(root, element => element.title === 'Password')
      shown.push(JSON.stringify(content))
    }
    const [empty, short, long] = shown
    ok(empty !== short)
    equal(short, long)
  }),
)

verifies('EL-9.1-passage', 'selected words keep their id while the agent edits the text before them', () =>
  together(async ({ tab, agent, does, last }) => {
    does({ act: 'open', what: 'threads' })
    const comment = tab.locator('.comment-text').filter({ hasText: 'first week of March' })
    await comment.waitFor()
    await comment.evaluate(element => {
      const [node] = element.childNodes
      const at = element.textContent.indexOf('first week')
      if (node) document.getSelection()?.setBaseAndExtent(node, at, node, at + 'first week'.length)
    })
    const selected = async () => selectedElements(await agent.tree()).map(each => [each.id, textOf(each)])
    const before = await selected()
    equal(before[0]?.[1], 'first week')
    const text = (await comment.textContent()) ?? ''
    const id = Number(await comment.getAttribute('data-comment'))
    await agent.calls(last('threads').id, 'edit_comment', {
      pane: 'left',
      comment: id,
      text: `As planned: ${text}`,
    })
    await tab.locator('.comment-text').filter({ hasText: 'As planned' }).waitFor()
    deepEqual(await selected(), before)
  }),
)
