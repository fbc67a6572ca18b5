/** What a tree says: its walk, and finding in it. */
import { ancestors, find, focusPath, idOfLocateUri, locateUri, walk } from '@copane/protocol/elements'
import { expect, test } from 'vitest'
import { tree } from '../support/elements.ts'

const root = tree('app Application\n  a Group\n    b Text\n  c Group\n    b Text')

test('parents come first, children in order, each with its way down', () =>
  expect([...walk(root)].map(visit => [visit.element.id, visit.depth, visit.parent?.element.id])).toEqual([
    ['app', 0, undefined],
    ['a', 1, 'app'],
    ['b', 2, 'a'],
    ['c', 1, 'app'],
    ['b', 2, 'c'],
  ]))

test('the first that fits is found', () =>
  expect(find(root, ({ id }) => id === 'b')?.parent?.element.id).toBe('a'))

test('what is not there is not found', () => expect(find(root, ({ id }) => id === 'x')).toBeUndefined())

test('a focused root is no part of the path', () =>
  expect(focusPath(tree('app Application focused'))).toEqual([]))

const addresses = [
  ['elements://locate/a-1', 'a-1'],
  ['elements://locate/', ''],
  ['elements://current', undefined],
  ['elements://locate', undefined],
  ['ELEMENTS://locate/a', undefined],
] as const

for (const [uri, id] of addresses)
  test(`the id in ${uri}`, () => {
    expect(idOfLocateUri(uri)).toBe(id)
    if (id !== undefined) expect(locateUri(id)).toBe(uri)
  })

test('what an element stands in, innermost first', () => {
  const root = tree('app Application "A"\n  a Window\n    b Group\n      c Text')
  const visit = find(root, ({ id }) => id === 'c')
  expect(visit && ancestors(visit).map(({ id }) => id)).toEqual(['b', 'a', 'app'])
})
