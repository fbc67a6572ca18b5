import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import type { DeveloperFinding } from '../../src/app/report-findings.js'
import { createOpenWindows, type KeyedWindow } from '../../src/app/open-windows.js'

type State = readonly KeyedWindow<unknown>[]

/** Open windows whose state is the list itself. */
function opened() {
  let last = 0
  const findings: DeveloperFinding[] = []
  const open = createOpenWindows<State>({
    mint: () => `w-${++last}`,
    windows: state => state,
    onFinding: finding => void findings.push(finding),
  })
  const show = (...state: State) => {
    const view = open.describe(state)
    open.settle()
    return view.windows
  }
  return { open, show, findings }
}

const window = (key: string, more: Partial<KeyedWindow<unknown>> = {}): KeyedWindow<unknown> => ({
  key,
  title: key,
  summary: 'A window.',
  ...more,
})
const idsOf = (windows: readonly { id: string }[]) => windows.map(({ id }) => id)

verifies('GB-10.3-never-reused', 'a window that opens again under its key has a fresh id', () => {
  const { show } = opened()
  const [first] = show(window('a'))
  show()
  const [second] = show(window('a'))
  notEqual(first?.id, second?.id)
})

verifies(
  'GB-12.4-one-win-id',
  'a window keeps its id however often and in whatever place it is listed',
  () => {
    const { show } = opened()
    deepEqual(idsOf(show(window('a'), window('b'))), ['w-1', 'w-2'])
    deepEqual(idsOf(show(window('b'), window('a', { title: 'New' }))), ['w-1', 'w-2'])
  },
)

verifies(
  'D-42',
  'windows stand in the order in which they opened, whatever order the app lists them in',
  () => {
    const { show } = opened()
    show(window('b'))
    deepEqual(
      show(window('a'), window('b'), window('c')).map(({ title }) => title),
      ['b', 'a', 'c'],
    )
  },
)

verifies('D-30', 'a state that does not come to be leaves no window open and no id taken', () => {
  const { open, show } = opened()
  show(window('a'))
  open.describe([window('a'), window('b')])
  equal(open.idOf('b'), undefined)
  const [, b] = show(window('a'), window('b'))
  equal(open.idOf('b'), b?.id)
})

verifies(
  'D-33',
  'a modal closes with its owner, the deepest too, and the developer is told once a window',
  () => {
    const { show, findings } = opened()
    const chain = [window('b', { modalOn: 'a' }), window('c', { modalOn: 'b' })]
    equal(show(window('a'), ...chain).length, 3)
    deepEqual(show(...chain), [])
    deepEqual(
      findings.map(({ requirement, at }) => [requirement, at]),
      [
        ['D-33', 'windows[0]'],
        ['D-33', 'windows[1]'],
      ],
    )
  },
)

verifies('D-32', 'windows that are modal on each other are no windows', () => {
  const { show } = opened()
  deepEqual(show(window('a', { modalOn: 'b' }), window('b', { modalOn: 'a' })), [])
  deepEqual(show(window('a', { modalOn: 'a' })), [])
})

verifies('D-31', 'modalOn makes a window modal on its owner, modal alone on the whole app', () => {
  const { show } = opened()
  deepEqual(
    show(window('a'), window('b', { modalOn: 'a' }), window('c', { modal: true })).map(
      ({ modal, ownerId }) => ({ modal, ownerId }),
    ),
    [
      { modal: false, ownerId: null },
      { modal: true, ownerId: 'w-1' },
      { modal: true, ownerId: null },
    ],
  )
})

verifies('D-30', 'an unchanged window stays the same object, so that it is not compared again', () => {
  const { show } = opened()
  const a = window('a')
  const [first] = show(a)
  const [second] = show(a, window('b'))
  equal(first, second)
})

verifies('D-30', 'the key of a window is known while handlers of it may still run, and not for ever', () => {
  const { open, show } = opened()
  const [first] = show(window('first'))
  show()
  equal(open.keyOf(first?.id ?? ''), 'first')
  for (let each = 0; each < 1001; each++) show(window(`w${each}`))
  equal(open.keyOf(first?.id ?? ''), undefined)
})
