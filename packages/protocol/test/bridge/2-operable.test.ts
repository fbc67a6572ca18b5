/** Which windows can be operated, and what blocks the others (GB §2, §10.2 · D-31, D-45). */
import { blockedBy, type Operand, operableIds } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { operands } from '../support/windows.ts'

const sets = [
  ['the example of section 2', 'A\nB\nD1 modal of B\nD2 modal of D1\nC', 'A D2 C'],
  ['no windows', 'a private', ''],
  ['one window', 'a', 'a'],
  ['opening order', 'c\na\nb', 'c a b'],
  ['two modals on one window', 'a\nb modal of a\nc modal of a', 'b c'],
  ['a modal on one of two branches', 'a\nb modal of a\nc modal of a\nd modal of b', 'c d'],
  ['a modal listed before its owner', 'd modal of a\na\nb', 'd b'],
  ['an app modal', 'a\nb modal of a\nx app-modal', 'x'],
  ['a modal on an app modal', 'a\nx app-modal\ny modal of x', 'y'],
  ['nested app modals', 'a\nx app-modal\ny app-modal', 'y'],
  ['the last app modal wins over a modal on the first', 'x app-modal\ny app-modal\nz modal of x', 'y'],
  ['two modals on the last app modal', 'x app-modal\ny modal of x\nz modal of x', 'y z'],
  ['an orphan', 'a\nb modal of gone', 'a'],
  ['a chain of orphans', 'a\nb modal of gone\nc modal of b', 'a'],
  ['a window that owns itself', 'a\nb modal of b', 'a'],
  ['a ring of two', 'a\nb modal of c\nc modal of b', 'a'],
  ['a chain that ends in a ring', 'a\nb modal of c\nc modal of b\nd modal of c', 'a'],
  ['an owned window that is not modal', 'a\nb window of a', 'a'],
  ['a modal on an owned window that is not modal', 'a\nb window of a\nc modal of b', 'a'],
  ['a private window', 'a\nb private', 'a'],
  ['a private modal blocks its owner', 'a\nb modal of a private\nc', 'c'],
  ['a private app modal blocks all', 'a\nx app-modal private', ''],
  ['a modal on a private modal', 'a\nb modal of a private\nc modal of b', 'c'],
  ['a private modal on an app modal', 'a\nx app-modal\ny modal of x private', ''],
  ['an app modal over a private one', 'a\nx app-modal private\ny app-modal', 'y'],
] as const

for (const [title, lines, expected] of sets)
  verifies('GB-2-operable-set', title, () => expect(operableIds(operands(lines)).join(' ')).toBe(expected))

const blockers = [
  ['nothing blocks a window on its own', 'a', 'a', ''],
  ['its modal', 'a\nb modal of a', 'a', 'b'],
  ['the top of its chain', 'a\nb modal of a\nc modal of b', 'a', 'c'],
  ['every leaf of a branching chain', 'a\nb modal of a\nc modal of a\nd modal of b', 'a', 'c d'],
  ['in the middle of a chain', 'a\nb modal of a\nc modal of b', 'b', 'c'],
  ['the top itself is free', 'a\nb modal of a', 'b', ''],
  ['the modal of another window does not matter', 'a\nb\nc modal of b', 'a', ''],
  ['an app modal', 'a\nx app-modal', 'a', 'x'],
  ['the top of an app modal', 'a\nb modal of a\nx app-modal\ny modal of x', 'a', 'y'],
  ['the last app modal', 'a\nx app-modal\ny app-modal', 'x', 'y'],
  ['an app modal under its own modal', 'x app-modal\ny modal of x', 'x', 'y'],
  ['an unknown id while an app modal is up', 'x app-modal', 'gone', 'x'],
  ['an unknown id', 'a', 'gone', ''],
  ['a private modal is not named', 'a\nb modal of a private', 'a', ''],
  ['a private app modal is not named', 'a\nx app-modal private', 'a', ''],
  ['what stands on a private modal is', 'a\nb modal of a private\nc modal of b', 'a', 'c'],
  ['a ring blocks without end', 'a modal of b\nb modal of a', 'a', ''],
] as const

for (const [title, lines, id, expected] of blockers)
  verifies('GB-7.2-runtime', `blocked by: ${title}`, () =>
    expect(blockedBy(operands(lines), id).join(' ')).toBe(expected),
  )

/** Any windows at all: owners that are missing, later, private, not modal, or in rings. */
const anyWindows: fc.Arbitrary<Operand[]> = fc
  .array(
    fc.record({ modal: fc.boolean(), owner: fc.option(fc.nat(9)), isPrivate: fc.nat(4).map(n => n === 0) }),
    {
      maxLength: 9,
    },
  )
  .map(list =>
    list.map(({ modal, owner, isPrivate }, at) => ({
      id: `w${at}`,
      modal,
      ownerId: owner === null ? null : `w${owner}`,
      ...(isPrivate ? { private: true as const } : {}),
    })),
  )

/** The rules once more, asked of each window on its own. */
const ownerOf = (all: Operand[], window: Operand) => all.find(({ id }) => id === window.ownerId)
const carriesModal = (all: Operand[], { id }: Operand) =>
  all.some(({ modal, ownerId }) => modal && ownerId === id)
const lastAppModal = (all: Operand[]) => all.filter(({ modal, ownerId }) => modal && ownerId === null).at(-1)

/** The window at the foot of a chain of modals; undefined where the chain is broken or goes round. */
function footOf(all: Operand[], window: Operand, steps = 0): Operand | undefined {
  if (window.ownerId === null) return window
  const owner = ownerOf(all, window)
  return window.modal && owner && steps < all.length ? footOf(all, owner, steps + 1) : undefined
}

/** True when one window stands on another, by owners alone. */
const standsOn = (all: Operand[], window: Operand, other: Operand, steps = 0): boolean => {
  if (window === other) return true
  const owner = ownerOf(all, window)
  return owner !== undefined && steps < all.length && standsOn(all, owner, other, steps + 1)
}

/** The same through modals only. */
const standsAsModal = (all: Operand[], window: Operand, other: Operand, steps = 0): boolean => {
  if (window === other) return true
  const owner = ownerOf(all, window)
  return (
    window.modal && owner !== undefined && steps < all.length && standsAsModal(all, owner, other, steps + 1)
  )
}

const naiveOperable = (all: Operand[]): string[] =>
  all
    .filter(window => {
      const foot = footOf(all, window)
      const appModal = lastAppModal(all)
      const isRoot = appModal ? foot === appModal : foot !== undefined && !foot.modal
      return isRoot && !carriesModal(all, window) && !window.private
    })
    .map(({ id }) => id)

const naiveBlockers = (all: Operand[], window: Operand): string[] => {
  const appModal = lastAppModal(all)
  const root = appModal && !standsOn(all, window, appModal) ? appModal : window
  return all
    .filter(top => top !== window && !top.private && !carriesModal(all, top) && standsAsModal(all, top, root))
    .map(({ id }) => id)
}

verifies('GB-2-operable-set', 'any windows, against the rules asked window by window', () =>
  fc.assert(
    fc.property(anyWindows, all => {
      expect(operableIds(all)).toEqual(naiveOperable(all))
    }),
    { numRuns: 3000 },
  ),
)

verifies('GB-7.2-runtime', 'any windows: what blocks each', () =>
  fc.assert(
    fc.property(anyWindows, all => {
      for (const window of all) expect(blockedBy(all, window.id)).toEqual(naiveBlockers(all, window))
    }),
    { numRuns: 3000 },
  ),
)

verifies('GB-2-client-chain', 'a window is operable exactly when it is listed and nothing blocks it', () =>
  fc.assert(
    fc.property(anyWindows, all => {
      for (const { id } of all.filter(window => operableIds(all).includes(window.id)))
        expect(blockedBy(all, id)).toEqual([])
    }),
  ),
)

const COUNT = 100_000
const many = (of: (at: number) => Omit<Operand, 'id'>): Operand[] =>
  Array.from({ length: COUNT }, (_, at) => ({ id: `w${at}`, ...of(at) }))

const crowds: [string, Operand[], number][] = [
  ['windows', many(() => ({ modal: false, ownerId: null })), COUNT],
  ['modals on each other', many(at => ({ modal: at > 0, ownerId: at > 0 ? `w${at - 1}` : null })), 1],
  ['modals on one window', many(at => ({ modal: at > 0, ownerId: at > 0 ? 'w0' : null })), COUNT - 1],
  ['app modals', many(() => ({ modal: true, ownerId: null })), 1],
  ['modals in a ring', many(at => ({ modal: true, ownerId: `w${(at + 1) % COUNT}` })), 0],
  ['orphans', many(() => ({ modal: true, ownerId: 'gone' })), 0],
]

for (const [title, windows, count] of crowds)
  verifies('GB-2-operable-set', `a hundred thousand ${title}`, () => {
    expect(operableIds(windows)).toHaveLength(count)
    expect(blockedBy(windows, 'w0').length).toBeLessThan(COUNT)
    expect(blockedBy(windows, `w${COUNT - 1}`).length).toBeLessThan(COUNT)
  })

verifies('GB-2-operable-set', 'a thousand windows of one id with a thousand modals', () => {
  const twins = Array.from({ length: 1000 }, () => ({ id: 'a', modal: false, ownerId: null }))
  const modals = Array.from({ length: 1000 }, (_, at) => ({ id: `m${at}`, modal: true, ownerId: 'a' }))
  expect(operableIds([...twins, ...modals])).toHaveLength(1000)
})
