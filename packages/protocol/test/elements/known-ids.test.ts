/** The ids of one answer: as a Set would have it, for ids of every sort and for those made to collide. */
import { isElementId } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { addId, hasId, noIds } from '../../src/elements/known-ids.ts'

/** What a Set and the form of an id say of each of some ids, one after the other. */
function bySet(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return ids.map(id => {
    const outcome = !isElementId(id) ? 'misshapen' : seen.has(id) ? 'twice' : 'new'
    seen.add(id)
    return outcome
  })
}

function byTable(ids: readonly string[]): string[] {
  const known = noIds()
  const outcomes = ids.map(id => addId(known, id))
  expect(ids.every(id => hasId(known, id))).toBe(true)
  expect(hasId(known, 'not-one-of-them')).toBe(ids.includes('not-one-of-them'))
  return outcomes
}

const ids = fc.oneof(
  fc.stringMatching(/^[a-c]{1,3}$/),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,140}$/),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.constantFrom('', '__proto__', 'constructor', 'a b', 'ä', 'x'.repeat(128), 'x'.repeat(129)),
)

verifies('EL-5.1-id-unique', 'the same as a Set, for ids of every sort', () =>
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 2000, size: 'max' }), list => {
      expect(byTable(list)).toEqual(bySet(list))
    }),
    { numRuns: 60 },
  ),
)

verifies('EL-5.1-id-unique', 'the same as a Set, for many ids that are each used twice', () => {
  const list = Array.from({ length: 40_000 }, (_, at) => `e-${(at % 20_000).toString(36)}`)
  expect(byTable(list)).toEqual(bySet(list))
})

for (const value of [7, null, undefined, true, ['a'], { toString: () => 'a' }])
  verifies('EL-5.1-id-form', `${JSON.stringify(value)} is no id, whatever it reads like`, () =>
    expect(isElementId(value)).toBe(false),
  )

/** The hash that the table uses, as one who wants to slow it down would compute it. */
function hashOf(id: string): number {
  let hash = id.length
  for (const sign of id) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193)
  return (hash ^ (hash >>> 15)) & 0x7fffffff
}

verifies('EL-5.1-id-unique', 'the same as a Set, for ids made to collide', () => {
  const colliding: string[] = []
  for (let at = 0; colliding.length < 60; at++) {
    const id = at.toString(36)
    if ((hashOf(id) & 0x7fff) === 0x7) colliding.push(id)
  }
  const others = Array.from({ length: 600 }, (_, at) => `other-${at}`)
  const list = [...colliding, ...colliding, ...others, ...colliding, ...others]
  expect(byTable(list)).toEqual(bySet(list))
})

verifies(
  'EL-5.1-id-unique',
  'two ids with the same hash are two ids, before and after the table has grown',
  () => {
    const pairs = [
      ['e-22a5', 'e-2i0c'],
      ['e-22a2', 'e-2i0h'],
      ['e-22a6', 'e-2i0l'],
    ] as const
    for (const [one, other] of pairs) expect(hashOf(one)).toBe(hashOf(other))
    const others = Array.from({ length: 1000 }, (_, at) => `other-${at}`)
    const list = [...pairs.flat(), ...pairs.flat(), ...others, ...pairs.flat()]
    expect(byTable(list)).toEqual(bySet(list))
  },
)

verifies('EL-5.6-related', 'an id that is in no element is not known for another one of its hash', () => {
  const known = noIds()
  addId(known, 'e-22a5')
  expect([hasId(known, 'e-22a5'), hasId(known, 'e-2i0c')]).toEqual([true, false])
})

verifies('D-16', 'usual ids each have a slot of their own, however many they are', () => {
  const known = noIds()
  for (let at = 0; at < 20_000; at++) addId(known, `e-${at.toString(36)}`)
  expect(known.rest.size).toBe(0)
  expect(known.slots.filter(slot => slot > 0)).toHaveLength(20_000)
})

verifies('D-16', 'ids made to collide have as many slots as are looked at, and the rest is in a Set', () => {
  const known = noIds()
  let added = 0
  for (let at = 0; added < 60; at++) {
    const id = at.toString(36)
    if ((hashOf(id) & 0x7fff) !== 0x7) continue
    addId(known, id)
    added++
  }
  expect(known.rest.size).toBe(60 - 32)
  for (let at = 0; at < 600; at++) addId(known, `other-${at}`)
  expect(known.rest.size).toBeLessThan(60)
})
