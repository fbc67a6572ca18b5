/** The answer to `current` as a whole: its three fields, its version, its instance. */
import { parseAnswer, readAnswer, validateAnswer } from '@copane/protocol/elements'
import { compatible } from '@copane/protocol/findings'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, told, tree } from '../support/elements.ts'

const root = tree('app Application "A"')
const refused = (at: string) => [`EL-4.1-three-fields must refuse ${at}`]
const fourth = 'EL-4.1-three-fields must note $'

const shapes: [string, unknown, string[]][] = [
  ['the three fields', answer(root), []],
  ['null', null, refused('$')],
  ['a list', [answer(root)], refused('$')],
  ['a string', 'answer', refused('$')],
  ['no protocol', { instance: 'i', root }, refused('$.protocol')],
  ['a number for the protocol', { protocol: 0.2, instance: 'i', root }, refused('$.protocol')],
  ['no instance', { protocol: '0.2.0', root }, refused('$.instance')],
  ['null for the instance', { protocol: '0.2.0', instance: null, root }, refused('$.instance')],
  ['an empty instance', { protocol: '0.2.0', instance: '', root }, refused('$.instance')],
  ['an instance of 129', { protocol: '0.2.0', instance: 'i'.repeat(129), root }, refused('$.instance')],
  ['an instance of 128 pictographs', { protocol: '0.2.0', instance: '🔒'.repeat(128), root }, []],
  [
    'an instance of 129 pictographs',
    { protocol: '0.2.0', instance: '🔒'.repeat(129), root },
    refused('$.instance'),
  ],
  ['an instance of many lines', { protocol: '0.2.0', instance: 'a\nb', root }, []],
  ['no root', { protocol: '0.2.0', instance: 'i' }, refused('$.root')],
  ['a list for the root', answer([root]), refused('$.root')],
  ['null for the root', answer(null), refused('$.root')],
  ['nothing at all', {}, [...refused('$.protocol'), ...refused('$.instance'), ...refused('$.root')]],
  ['a fourth field', { ...answer(root), bundleId: 'org.example' }, [fourth]],
  ['a field named __proto__', JSON.parse('{"__proto__":{"root":1}}'), [fourth, ...told(validateAnswer({}))]],
]

for (const [title, value, expected] of shapes)
  verifies('EL-4.1-three-fields', title, () => expect(told(validateAnswer(value))).toEqual(expected))

const texts = [
  ['no text', ''],
  ['half an answer', '{"protocol":"0.2.0"'],
  ['two answers', '{}{}'],
  ['a page', '<!doctype html>'],
  ['a byte order mark', `\ufeff${JSON.stringify(answer(root))}`],
] as const

for (const [title, text] of texts)
  verifies('EL-4.1-three-fields', `not JSON: ${title}`, () =>
    expect(told(parseAnswer(text).findings)).toEqual(refused('$')),
  )

const beside = [
  ['a list of focused ids', { focus: ['a'] }, ['EL-rfc1-removed-fields should', 'EL-5.3-state-once must']],
  ['the selected ids', { selected: ['a'] }, ['EL-5.3-state-once must']],
  ['the hovered id', { hovered: 'a' }, ['EL-5.3-state-once must']],
  ['what is visible', { visible: true }, ['EL-5.3-state-once must']],
  ['a state and a field of another kind', { colour: 'red', visible: true }, ['EL-5.3-state-once must']],
] as const

for (const [title, more, expected] of beside)
  verifies('EL-5.3-state-once', `beside the tree: ${title}`, () =>
    expect(told(validateAnswer({ ...answer(root), ...more }))).toEqual([
      fourth,
      ...expected.map(finding => `${finding} note $`),
    ]),
  )

const outside = [
  ['a selected element in a list of items', { items: [{ id: 'a', selected: true }] }, true],
  ['a selected element behind another', { items: [{ id: 'a' }, { id: 'b', selected: true }] }, true],
  ['a focused element', { front: { id: 'a', focused: true } }, true],
  ['an element without a state', { front: { id: 'a' } }, false],
] as const

for (const [title, more, isFound] of outside)
  verifies('EL-5.3-reachable', `beside the tree: ${title}`, () =>
    expect(told(validateAnswer({ ...answer(root), ...more })).includes('EL-5.3-reachable must note $')).toBe(
      isFound,
    ),
  )

const versions = [
  ['0.2.0', true],
  ['0.2.9', true],
  ['0.3.0', false],
  ['0.1.0', false],
  ['1.2.0', false],
  ['0.2', false],
  ['0.2.0.0', false],
  ['v0.2.0', false],
  ['0.2.0-beta', false],
  ['0.2.00', false],
  ['00.2.0', false],
  [' 0.2.0', false],
  ['0.2.0\n', false],
  ['0.2.9999999999', false],
  ['', false],
] as const

for (const [protocol, isRead] of versions)
  verifies('EL-10-compatible', `${JSON.stringify(protocol)} is ${isRead ? 'read' : 'refused'}`, () =>
    expect(told(validateAnswer({ ...answer(root), protocol }))).toEqual(
      isRead ? [] : ['EL-10-compatible must refuse $.protocol'],
    ),
  )

const pairs = [
  ['1.0.0', '1.9.3', true],
  ['1.0.0', '2.0.0', false],
  ['0.2.0', '1.2.0', false],
  ['10.2.0', '1.2.0', false],
] as const

for (const [ours, theirs, expected] of pairs)
  verifies('EL-10-compatible', `${ours} and ${theirs}`, () => expect(compatible(ours, theirs)).toBe(expected))

const descriptors = [
  ['the same', { protocol: '0.2.0', instance: 'k3f9x2' }, []],
  ['another instance', { protocol: '0.2.0', instance: 'k3f9x3' }, ['$.instance']],
  ['an instance in other case', { protocol: '0.2.0', instance: 'K3F9X2' }, ['$.instance']],
  ['another patch', { protocol: '0.2.1', instance: 'k3f9x2' }, ['$.protocol']],
  ['neither', { protocol: '0.2.1', instance: 'x' }, ['$.protocol', '$.instance']],
] as const

for (const [title, expected, at] of descriptors)
  verifies('EL-8-answer-matches', title, () => {
    const read = readAnswer(answer(root), expected)
    expect(told(read.findings)).toEqual(at.map(place => `EL-8-answer-matches must refuse ${place}`))
    expect(read.kind).toBe(at.length === 0 ? 'answer' : 'refused')
  })

const names = [
  ['no title on the root', 'app Application', ['EL-4.1-app-name must note $.root']],
  ['an empty title on the root', 'app Application ""', ['EL-4.1-app-name must note $.root']],
  ['a title on the root', 'app Application "A"', []],
] as const

for (const [title, outline, expected] of names)
  verifies('EL-4.1-app-name', title, () =>
    expect(told(validateAnswer(answer(tree(outline))))).toEqual(expected),
  )
