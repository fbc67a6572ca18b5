import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Block } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge } from '../../src/bridge/bridge.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import type { BridgeFinding } from '../../src/bridge/findings.js'
import type { AppView, WindowView } from '../../src/bridge/view.js'
import { createStore } from '../../src/store/store.js'
import { manualTime } from '../support/manual-time.js'
import { canary } from '../support/pad.js'

type View = AppView<{ view: object }>

const window = (
  id: string,
  more: Partial<WindowView<{ view: object }>> = {},
): WindowView<{ view: object }> => ({
  id,
  title: 'A',
  summary: 'A window.',
  blocks: [],
  actions: [],
  ...more,
})

/** An app that shows one view after the other; what its developer was told of each. */
function told(...views: View[]): BridgeFinding[][] {
  const [initial = { windows: [] }] = views
  const store = createStore<{ view: View }>({ initial: { view: initial } })
  const heard: BridgeFinding[] = []
  createBridge<{ view: View }>({
    store,
    windows: ({ view }) => view,
    fingerprint: String,
    after: manualTime().after,
    onFindings: findings => heard.push(...findings),
  })
  return views.map(view => {
    store.commit({ kind: 'user' }, () => ({ state: { view }, outcome: 0 }))
    return heard.splice(0)
  })
}

const SECRET = canary()
const ROWS: Block = { type: 'table', id: 't', columns: ['a', 'b'], rows: [[SECRET]] }

verifies(
  'GB-4.4-table-rows',
  'a finding names the window, the place in it, the rule and the remedy, and no content',
  () => {
    const [found = []] = told({ windows: [window('w-1'), window('w-2', { title: SECRET, blocks: [ROWS] })] })
    deepEqual(
      found.map(({ window: id, requirement, at }) => [id, requirement, at]),
      [['w-2', 'GB-4.4-table-rows', 'blocks[0].rows[0]']],
    )
    ok(!JSON.stringify(found).includes(SECRET))
  },
)

verifies('D-08', 'it is told once while it lasts, and again when it came back', () => {
  const bad = { windows: [window('w-1', { summary: ' ' })] }
  const good = { windows: [window('w-1')] }
  const other = { windows: [window('w-1', { summary: ' ', title: 'B' }), window('w-2')] }
  deepEqual(
    told(bad, other, good, bad).map(found => found.map(({ requirement }) => requirement)),
    [['GB-4.3-understandable'], [], [], ['GB-4.3-understandable']],
  )
})

verifies('GB-10.3-never-reused', 'a window id that closed and is open again is a finding', () => {
  const open = { windows: [window('w-1')] }
  deepEqual(
    told(open, { windows: [] }, open).map(found => found.map(({ requirement, at }) => [requirement, at])),
    [[], [], [['GB-10.3-never-reused', 'id']]],
  )
})

verifies('GB-5.2-titles', 'an action without words is a finding', () => {
  const action = actionsOf<{ view: object }>()
  const mute = action({
    name: 'go',
    title: 'Go',
    description: ' ',
    reads: () => ({ kind: 'done', message: '' }),
  })
  deepEqual(
    told({ windows: [window('w-1', { actions: [mute] })] })[0]?.map(({ window: id, requirement, at }) => [
      id,
      requirement,
      at,
    ]),
    [['w-1', 'GB-5.2-titles', 'actions.go']],
  )
})

verifies('D-16', 'a tenth of what a client takes is told of', () => {
  const text = 'x'.repeat(50_000)
  const blocks = Array.from({ length: 10 }, (_, at) => ({ type: 'text' as const, id: `b-${at}`, text }))
  deepEqual(
    told({ windows: [window('w-1', { blocks })] })[0]?.map(({ window: id, requirement, level }) => [
      id,
      requirement,
      level,
    ]),
    [[undefined, 'D-16', 'should']],
  )
})

verifies(
  'D-08',
  'windows that keep every rule are told of by nobody, and a developer who throws stops nothing',
  () => {
    deepEqual(told({ windows: [window('w-1')] }), [[]])
    const store = createStore({ initial: { n: 0 } })
    const bridge = createBridge<{ n: number }>({
      store,
      windows: () => ({ windows: [{ ...window('w-1'), actions: [], summary: '' }] }),
      fingerprint: String,
      after: manualTime().after,
      onFindings: () => {
        throw new Error('developer')
      },
    })
    equal(bridge.snapshot().windows.length, 1)
  },
)
