import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { matchTools, takesVersion } from '../../src/bridge/tools.ts'
import { tool } from '../support/fake-windows.ts'

const rows = [
  ['one window', 'w-1__save', ['w-1'], ['w-1', 'save']],
  ['the longer of two ids', 'w__1__save', ['w', 'w__1'], ['w__1', 'save']],
  ['an action with the separator in it', 'w-1__save__as', ['w-1'], ['w-1', 'save__as']],
  ["the app's own", 'app__new', ['w-1'], ['app', 'new']],
  ['a window that begins like another', 'w-10__save', ['w-1', 'w-10'], ['w-10', 'save']],
  ['no known window', 'w-9__save', ['w-1'], undefined],
  ['no separator', 'save', ['w-1'], undefined],
] as const
for (const [title, name, ids, want] of rows)
  verifies('D-30', title, () => {
    const [found] = matchTools([tool(name)], ids)
    deepEqual(found && [found.window, found.action], want)
  })

verifies('D-42', 'the order is the server’s', () =>
  deepEqual(
    matchTools([tool('b__x'), tool('a__y')], ['a', 'b']).map(each => each.name),
    ['b__x', 'a__y'],
  ),
)

const schemas = [
  [{ properties: { expectedVersion: { type: 'integer' } } }, true],
  [{ properties: { expectedVersion: {} } }, true],
  [{ properties: { version: {} } }, false],
  [{ properties: [] }, false],
  [{ properties: null }, false],
  [{}, false],
] as const
for (const [inputSchema, want] of schemas)
  verifies('GB-11-client-carries', `${JSON.stringify(inputSchema)} takes ${want ? 'a' : 'no'} version`, () =>
    equal(takesVersion({ inputSchema }), want),
  )
