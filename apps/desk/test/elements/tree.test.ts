import { deepEqual, equal, ok } from 'node:assert/strict'
import { find, focusPath, printOutline, type TreeElement, walk } from '@copane/protocol/elements'
import type { Spot } from '../../src/model/index.js'
import { verifies } from '../../../../test/support/verifies.js'
import { memoryDesk } from '../support/desks.js'

/** A desk with two threads open and nothing else, on screen. */
function threads() {
  const desk = memoryDesk()
  desk.setShown(true)
  desk.does({ act: 'close', window: desk.last('orders').id })
  desk.does({ act: 'open', what: 'threads' })
  return { desk, window: desk.last('threads').id }
}

const byTitle = (root: TreeElement, title: string) => find(root, element => element.title === title)

verifies(
  'EL-5.7-what-to-report',
  'two threads with words selected in one are the tree of the specification',
  () => {
    const { desk, window } = threads()
    const start = desk.data.threads.get(1)?.comments[1]?.text.indexOf('what it shows') ?? 0
    desk.does({ act: 'selectText', window, pane: 'left', comment: 2, start, end: start + 13 })
    const lines = printOutline(desk.elements())
      .split('\n')
      .map(line => line.replace(/(Row.*") = .*/, '$1').replace(/^( *)\S+ /, '$1'))
    deepEqual(lines, [
      'Application "Desk"',
      '  Window:threads "Threads" focused',
      '    Window:pane focused',
      '      List:thread "Launch plan" focused',
      '        Row:comment "Comment by Ben"',
      '        Row:comment "Comment by Ada" focused = "The first screen is all most people see, so what it shows decides whether they stay."',
      '          Text selected = "what it shows"',
      '        Row:comment "Comment by Cleo"',
      '    Window:pane',
      '      List:thread "Budget"',
      '        Row:comment "Comment by Edda"',
      '        Row:comment "Comment by Ada"',
    ])
  },
)

verifies('D-19', 'a window has one id in both protocols', () => {
  const { desk } = threads()
  desk.does({ act: 'openOrder', number: 10_001 })
  desk.does({ act: 'submit', window: desk.last('order').id })
  deepEqual(
    desk.elements().children?.map(({ id }) => id),
    desk.bridge.snapshot().windows.map(({ id }) => id),
  )
})

verifies('EL-5.6-related', 'a dialog names the window it is on', () => {
  const { desk } = threads()
  desk.does({ act: 'openOrder', number: 10_001 })
  desk.does({ act: 'submit', window: desk.last('order').id })
  const dialog = byTitle(desk.elements(), 'Submit order?')?.element
  deepEqual(dialog?.attributes, { related: [{ relation: 'owner', id: desk.last('order').id }] })
})

verifies('EL-5.4-one-appearance', 'one thread in both panes is two elements with two ids', () => {
  const { desk, window } = threads()
  desk.does({ act: 'show', window, pane: 'right', thread: 1 })
  const ids = [...walk(desk.elements())].map(({ element }) => element.id)
  equal(new Set(ids).size, ids.length)
})

verifies('EL-9.1-id-stable', 'ids are the same in every read, and after paging away and back', () => {
  const desk = memoryDesk()
  const window = desk.last('orders').id
  const before = printOutline(desk.elements())
  equal(printOutline(desk.elements()), before)
  desk.does({ act: 'goTo', window, offset: 20 })
  desk.does({ act: 'goTo', window, offset: 0 })
  equal(printOutline(desk.elements()), before)
})

const rows: readonly (readonly [what: string, spot: Spot, path: string[]])[] = [
  ['a row', { kind: 'row', number: 10_003 }, ['Window', 'Table', 'Row']],
  ['a row of another page', { kind: 'row', number: 10_033 }, ['Window']],
  ['a place of another window', { kind: 'comment', pane: 'left', comment: 1 }, ['Window']],
]
for (const [what, spot, path] of rows)
  verifies('EL-5.3-focus-path', `focus on ${what} is a path to the nearest element`, () => {
    const desk = memoryDesk()
    desk.does({ act: 'focus', window: desk.last('orders').id, spot })
    deepEqual(
      focusPath(desk.elements()).map(({ role }) => role),
      path,
    )
  })

verifies(
  'EL-5.3-one-hover',
  'the pointer is over the innermost element, and over none where nothing is drawn',
  () => {
    const { desk, window } = threads()
    const hovered = () =>
      [...walk(desk.elements())].filter(({ element }) => element.hovered).map(({ element }) => element.title)
    desk.does({ act: 'hover', window, spot: { kind: 'comment', pane: 'right', comment: 4 } })
    deepEqual(hovered(), ['Comment by Edda'])
    desk.does({ act: 'minimise', window })
    deepEqual(hovered(), [])
    desk.does({ act: 'restore', window })
    desk.does({ act: 'hover', window })
    deepEqual(hovered(), ['Threads'])
    desk.does({ act: 'hover' })
    deepEqual(hovered(), [])
  },
)

verifies(
  'EL-5.3-visible-drawn',
  'nothing is visible while no page is connected, nor a minimised window with its dialog',
  () => {
    const desk = memoryDesk()
    const visible = () => (desk.elements().children ?? []).map(element => element.visible)
    deepEqual(visible(), [false])
    desk.setShown(true)
    desk.does({ act: 'openOrder', number: 10_001 })
    desk.does({ act: 'minimise', window: desk.last('orders').id })
    deepEqual(visible(), [false, undefined])
  },
)

verifies('EL-5.3-visible-differs', 'what is scrolled out of view says so once, at the top of what is', () => {
  const { desk, window } = threads()
  desk.does({
    act: 'scroll',
    window,
    outOfView: [
      { kind: 'comment', pane: 'left', comment: 1 },
      { kind: 'pane', pane: 'left' },
      { kind: 'comment', pane: 'left', comment: 2 },
    ],
  })
  const hidden = [...walk(desk.elements())].filter(({ element }) => element.visible === false)
  deepEqual(
    hidden.map(({ element }) => element.title),
    ['Launch plan'],
  )
})

verifies(
  'EL-sec-no-surprise',
  'the password field is no element, and focus in it stops at the dialog',
  () => {
    const desk = memoryDesk()
    desk.does({ act: 'signOut' })
    desk.does({ act: 'typeSignIn', window: desk.last('sign-in').id, field: 'password', text: 'secret' })
    const dialog = byTitle(desk.elements(), 'Sign in')?.element
    deepEqual(
      dialog?.children?.map(({ subrole }) => subrole),
      ['user'],
    )
    deepEqual(
      focusPath(desk.elements()).map(({ title }) => title),
      ['Sign in'],
    )
  },
)

verifies('EL-5.1-title-line', 'texts of many lines become titles of one', async () => {
  const { desk, window } = threads()
  const signal = new AbortController().signal
  const call = { name: `${window}__comment`, arguments: { pane: 'left', text: 'two\nlines' } }
  await desk.bridge.call(call, { connection: 'c', client: 'a\nb', signal })
  ok(byTitle(desk.elements(), 'Comment by a b (agent)'))
})

verifies('EL-5.3-many-selected', 'selected rows are marked, and no others', () => {
  const desk = memoryDesk()
  desk.does({ act: 'selectRows', window: desk.last('orders').id, numbers: [10_004, 10_002] })
  const selected = [...walk(desk.elements())].filter(({ element }) => element.selected)
  deepEqual(
    selected.map(({ element }) => [element.subrole, /\d{5}/.exec(element.title ?? '')?.[0]]),
    [
      ['order', '10002'],
      ['order', '10004'],
    ],
  )
})
