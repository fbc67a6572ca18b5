/** The windows of a snapshot together: the three states, and the operable set (GB §2, §10.2 · D-31, D-32, D-45). */
import { operableIds, validateWindows } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { told } from '../support/elements.ts'
import { appWindows, operands } from '../support/windows.ts'

const STATES = 'GB-2-three-states must note $.windows'
const topologies = [
  ['the three states', 'a\nb modal of a\nc app-modal', 'c', []],
  ['an owned window that is not modal', 'a\nb window of a', 'a', [`${STATES}[1]`]],
  ['an owner that is not there', 'a\nb modal of gone', 'a', [`${STATES}[1].ownerId`]],
  [
    'not modal, and the owner is not there',
    'a\nb window of gone',
    'a',
    [`${STATES}[1]`, `${STATES}[1].ownerId`],
  ],
  ['a window that owns itself', 'a\nb modal of b', 'a', [`${STATES}[1].ownerId`]],
  ['a ring of two', 'a\nb modal of c\nc modal of b', 'a', [`${STATES}[1].ownerId`, `${STATES}[2].ownerId`]],
  [
    'a chain that ends in a ring',
    'a\nb modal of c\nc modal of b\nd modal of c',
    'a',
    [`${STATES}[1].ownerId`, `${STATES}[2].ownerId`],
  ],
  [
    'a window that leads into a ring, listed before it',
    'a\nd modal of b\nb modal of c\nc modal of b',
    'a',
    [`${STATES}[2].ownerId`, `${STATES}[3].ownerId`],
  ],
  ['an owner named as objects name things', 'a\nb modal of constructor', 'a', [`${STATES}[1].ownerId`]],
] as const

for (const [title, lines, operable, expected] of topologies)
  verifies('GB-2-three-states', title, () =>
    expect(
      told(validateWindows({ operableWindowIds: operable.split(' '), windows: appWindows(lines) })),
    ).toEqual(expected),
  )

const SET = 'GB-2-operable-set must note $.operableWindowIds'
const operableSets = [
  ['the example', 'A\nB\nD1 modal of B\nD2 modal of D1\nC', 'A D2 C', []],
  ['in another order', 'A\nB\nC', 'C A B', []],
  ['a window fewer, since a private one may block it', 'A\nB', 'A', []],
  ['one id twice', 'A\nB', 'A A', []],
  ['the last of two app modals', 'A\nx app-modal\ny app-modal', 'y', []],
  ['the first of them, which may have opened last', 'A\nx app-modal\ny app-modal', 'x', []],
  ['the tops of one app modal', 'x app-modal\ny modal of x\nz modal of x', 'y z', []],
  [
    'an owned window that is not modal blocks nobody',
    'A\nB window of A',
    'A',
    ['GB-2-three-states must note $.windows[1]'],
  ],
  ['a blocked window', 'A\nB modal of A', 'A B', [SET]],
  ['the middle of a chain', 'A\nB modal of A\nC modal of B', 'B', [SET]],
  ['a window behind an app modal', 'A\nx app-modal', 'A x', [SET]],
  ['only a window behind an app modal', 'A\nx app-modal', 'A', [SET]],
  ['an app modal under its own modal', 'x app-modal\ny modal of x', 'x', [SET]],
  ['two app modals at once', 'A\nx app-modal\ny app-modal', 'x y', [SET]],
  ['tops of two app modals', 'x app-modal\nu modal of x\ny app-modal', 'u y', [SET]],
  ['an app modal that is listed, and nothing operable', 'A\nx app-modal', '', [SET]],
  ['a window that is not there', 'A', 'A gone', [`${SET}[1]`]],
  ['only a window that is not there', 'A', 'gone', [`${SET}[0]`]],
  ['a name of every object', 'A', 'A toString', [`${SET}[1]`]],
] as const

for (const [title, lines, operable, expected] of operableSets)
  verifies('GB-2-operable-set', `in a snapshot: ${title}`, () => {
    const operableWindowIds = operable.split(' ').filter(id => id !== '')
    expect(told(validateWindows({ operableWindowIds, windows: appWindows(lines) }))).toEqual(expected)
  })

/** Windows whose owners are earlier ones: no rings, no orphans. */
const forests = fc
  .array(fc.tuple(fc.nat(3), fc.nat()), { minLength: 1, maxLength: 8 })
  .map(list =>
    list
      .map(([kind, at], index) =>
        kind === 0 || index === 0
          ? `w${index}`
          : kind === 3
            ? `w${index} app-modal`
            : `w${index} modal of w${at % index}`,
      )
      .join('\n'),
  )

/** Some order of opening in which all the given windows are operable, tried one by one. */
function isAllowed(lines: string, operable: string[]): boolean {
  const windows = operands(lines)
  const appModals = windows.filter(({ modal, ownerId }) => modal && ownerId === null)
  const sets = appModals.map(last => operableIds([...windows.filter(window => window !== last), last]))
  if (appModals.length === 0) sets.push(operableIds(windows))
  return (
    sets.some(set => operable.every(id => set.includes(id))) &&
    (appModals.length === 0 || operable.length > 0)
  )
}

verifies('GB-2-operable-set', 'any windows and any set, against every order of opening', () =>
  fc.assert(
    fc.property(forests, fc.array(fc.nat(7), { maxLength: 3 }), (lines, picks) => {
      const windows = appWindows(lines)
      const operableWindowIds = picks.map(at => `w${at % windows.length}`)
      expect(told(validateWindows({ operableWindowIds, windows }))).toEqual(
        isAllowed(lines, operableWindowIds) ? [] : [SET],
      )
    }),
    { numRuns: 2000 },
  ),
)

verifies('GB-2-operable-set', 'what the server computes is what the reader expects', () =>
  fc.assert(
    fc.property(forests, lines => {
      const windows = appWindows(lines)
      expect(validateWindows({ operableWindowIds: operableIds(windows), windows })).toEqual([])
    }),
  ),
)
