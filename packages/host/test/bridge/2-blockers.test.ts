import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { blockersOf, isOperable, modalChain } from '../../src/bridge/blockers.ts'
import { win } from '../support/fake-windows.ts'

const modal = (id: string, ownerId: string | null) => win(id, { modal: true, ownerId })
const A = win('a')
const B = win('b')

const rows = [
  ['GB-2-client-chain', 'a dialog on its window', [A, modal('d', 'a')], ['d'], 'a', ['d']],
  ['GB-2-client-chain', 'the last of a chain', [A, modal('d', 'a'), modal('e', 'd')], ['e'], 'a', ['e']],
  [
    'GB-2-client-chain',
    'a dialog under another dialog',
    [A, modal('d', 'a'), modal('e', 'd')],
    ['e'],
    'd',
    ['e'],
  ],
  [
    'GB-2-client-chain',
    'two dialogs on one window',
    [A, modal('d', 'a'), modal('e', 'a')],
    ['d', 'e'],
    'a',
    ['d', 'e'],
  ],
  [
    'GB-2-client-chain',
    "another window's dialog is none of its business",
    [A, B, modal('d', 'b')],
    ['a', 'd'],
    'b',
    ['d'],
  ],
  ['GB-2-client-chain', 'an app modal', [A, modal('m', null)], ['m'], 'a', ['m']],
  [
    'GB-2-client-chain',
    'the dialog of an app modal',
    [A, modal('m', null), modal('d', 'm')],
    ['d'],
    'a',
    ['d'],
  ],
  [
    'GB-2-client-chain',
    'an app modal goes before its own dialog',
    [A, modal('d', 'a'), modal('m', null)],
    ['m'],
    'a',
    ['m'],
  ],
  [
    'GB-1.3-sole-authority',
    'an operable window is not blocked, whatever the owners say',
    [A, modal('d', 'a')],
    ['a', 'd'],
    'a',
    [],
  ],
  [
    'GB-1.3-sole-authority',
    'of two app modals the operable one counts',
    [A, modal('m', null), modal('n', null)],
    ['m'],
    'a',
    ['m'],
  ],
  ['GB-12.5-empty', 'nothing is operable and nothing is shown (D-45)', [A], [], 'a', []],
  ['D-32', 'a ring of owners', [modal('d', 'e'), modal('e', 'd'), A], ['a'], 'd', []],
  ['D-32', 'an owner that is not there', [modal('d', 'x'), A], ['d'], 'a', []],
] as const
for (const [id, title, windows, operableWindowIds, asked, want] of rows)
  for (const [order, listed] of [
    ['', [...windows]],
    [', listed backwards', windows.toReversed()],
  ] as const)
    verifies(id, title + order, () =>
      deepEqual(blockersOf({ operableWindowIds: [...operableWindowIds], windows: [...listed] }, asked), want),
    )

verifies('GB-1.3-sole-authority', 'an id in the list is operable even without its window', () =>
  deepEqual(
    [
      isOperable({ operableWindowIds: ['x'], windows: [] }, 'x'),
      isOperable({ operableWindowIds: [], windows: [A] }, 'a'),
    ],
    [true, false],
  ),
)

verifies('GB-2-client-chain', 'the chain goes from the window to its root', () =>
  deepEqual(
    modalChain([A, modal('d', 'a'), modal('e', 'd')], 'e').map(each => each.id),
    ['e', 'd', 'a'],
  ),
)
