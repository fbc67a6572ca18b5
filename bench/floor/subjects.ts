/** What is read: an app's tree and an app's windows, each with one title that differs at every read. */
import {
  createBridge,
  createElements,
  createManagedTree,
  createStore,
  type Elements,
  type WindowView,
} from '@copane/provider'
import { after, createFingerprint } from '@copane/provider/node'
import { type TreeElement, walk } from '@copane/protocol/elements'
import { answerOf } from '../validate/trees.ts'

/** What a title that is to differ says at first: ten digits that are nowhere else. */
export const MARK = '9876543210'

/** The instance of the measured apps. */
export const INSTANCE = 'floor'

/** More than the largest tree has. */
const MANY = { maxElements: 60_000, maxBytes: 64 * 1024 * 1024 }

/** The tree of an order desk of so many elements; its first window has the title that differs. */
export function orderTree(elements: number, title = MARK): TreeElement {
  const { root } = answerOf('order', elements)
  const [window] = root.children ?? []
  return { ...root, children: window ? [{ ...window, title }] : [] }
}

/** An `elements` function: each answer is written anew. */
export function firstElements(elements: number): Elements {
  const root = orderTree(elements)
  const [window] = root.children ?? []
  let count = FIRST_COUNT
  return createElements({
    instance: INSTANCE,
    ids: { isIssued: () => false },
    limits: MANY,
    tree: () => ({ ...root, children: window ? [{ ...window, title: String(count++) }] : [] }),
  })
}

/** A tree that is kept; one row and one title change before each answer. */
export function keptElements(elements: number): Elements {
  const root = orderTree(elements)
  const tree = createManagedTree(root, { limits: MANY })
  const window = root.children?.[0]?.id ?? ''
  const row = rowOf(root)
  const face = createElements({ instance: INSTANCE, tree })
  let count = FIRST_COUNT
  const change = () => {
    tree.patch(window, { title: String(count) })
    tree.patch(row, { title: `Position ${count++}` })
  }
  return {
    ...face,
    currentEscaped: async () => {
      change()
      return (await face.currentEscaped?.()) ?? []
    },
    currentText: () => {
      change()
      return face.currentText()
    },
  }
}

/** An element in the middle of the tree. */
function rowOf(root: TreeElement): string {
  const ids = [...walk(root)].map(({ element }) => element.id)
  return ids[Math.floor(ids.length / 2)] ?? ''
}

/** A bridge of so many windows, of which one changes after each read. */
export function changingBridge(windows: number) {
  const store = createStore({ initial: { count: FIRST_COUNT } })
  const views: WindowView<{ count: number }>[] = Array.from({ length: windows }, (_, at) => windowOf(at))
  const bridge = createBridge({
    store,
    windows: ({ count }) => ({
      windows: views.map((view, at) => (at === 0 && count > FIRST_COUNT ? changed(view, count) : view)),
    }),
    fingerprint: createFingerprint(),
    after,
  })
  return {
    bridge,
    change: () =>
      store.commit({ kind: 'user' }, ({ count }) => ({ state: { count: count + 1 }, outcome: undefined })),
  }
}

const FIRST_COUNT = 1_000_000_000

const changed = <State>(view: WindowView<State>, count: number): WindowView<State> => ({
  ...view,
  title: String(count),
  blocks: [{ type: 'text', id: 'note', text: `Ring ${count % 7} times.` }, ...view.blocks.slice(1)],
})

function windowOf(at: number): WindowView<{ count: number }> {
  return {
    id: `k3f-${at + 1}`,
    title: at === 0 ? MARK : `Order ${at}`,
    summary: `Order ${at} of a customer, with its positions`,
    blocks: [
      { type: 'text', id: 'note', text: 'Deliver to the back door, please; ring twice.' },
      {
        type: 'fields',
        id: 'head',
        items: [
          { label: 'Customer', value: `Customer ${at}` },
          { label: 'Due', value: '2026-03-01' },
          { label: 'Total', value: `${(at * 37) % 997}.00` },
        ],
      },
      {
        type: 'table',
        id: 'items',
        columns: ['article', 'quantity', 'price'],
        rows: Array.from({ length: 4 }, (_, row) => [`Article ${row}, oiled`, String(row + 1), `${row}9.00`]),
      },
    ],
    actions: [],
  }
}
