import { deepEqual } from 'node:assert/strict'
import { parseWindowsOutline } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { blockersOf } from '../../src/bridge/blockers.js'

const outline = [
  'a window "A" v1 blocked',
  'b modal "B" v1 of a blocked',
  'c modal "C" v1 of b operable',
  'd window "D" v1 operable',
  'e window "E" v1 blocked',
  'f modal "F" v1 of e operable',
].join('\n')

/** Every order of a list. */
const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) =>
        ordersOf([...items.slice(0, at), ...items.slice(at + 1)]).map(rest => [item, ...rest]),
      )

verifies('GB-4.2-no-order', 'what blocks a window is the same in every order of windows', () => {
  const read = parseWindowsOutline(outline)
  if (read.kind !== 'snapshot') throw new Error('the outline does not read')
  const { operableWindowIds, windows } = read.snapshot
  const expected = [['c'], ['c'], [], [], ['f'], []]
  for (const order of ordersOf(windows)) {
    const snapshot = { operableWindowIds: [...operableWindowIds].reverse(), windows: order }
    deepEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(id => blockersOf(snapshot, id)),
      expected,
    )
  }
})
