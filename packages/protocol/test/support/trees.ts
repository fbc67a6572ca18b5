/** Random trees of elements, odd texts and all. */
import { ROLES, type TreeElement } from '@copane/protocol/elements'
import fc from 'fast-check'

const oddSigns = fc.constantFrom(
  ...[
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u001b',
    '\u007f',
    '\u009b',
    '\u2028',
    '\u202e',
    '\u2066',
    '\ufeff',
  ],
  ...['\ud800', '\udc00', '\u{e0041}', ' ', ' = "', 'focused', ':'],
)

/** Texts of any sort: every code unit, whole signs, and what a notation could trip over. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(oddSigns).map(signs => signs.join('')),
)

const optional = { requiredKeys: ['id', 'role'] } satisfies { requiredKeys: ('id' | 'role')[] }
const yes = fc.constant(true as const)

const elements: fc.Arbitrary<TreeElement> = fc.record(
  {
    id: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
    role: fc.constantFrom(...ROLES),
    subrole: fc.oneof(texts, fc.constantFrom('pane', 'a.b', 'text/plain', 'a:b', '')),
    title: texts,
    selected: yes,
    focused: yes,
    hovered: yes,
    visible: fc.boolean(),
    content: texts.map(text => [{ type: 'text' as const, text }]),
  },
  optional,
)

/** Trees of up to forty elements, from one long chain to one long list; what an outline holds, and no more. */
export const trees: fc.Arbitrary<TreeElement> = fc
  .tuple(elements, fc.array(fc.tuple(elements, fc.nat()), { maxLength: 40 }))
  .map(([root, below]) => {
    const all = [root]
    for (const [element, at] of below) {
      const parent = all[at % all.length]
      if (parent) (parent.children ??= []).push(element)
      all.push(element)
    }
    return root
  })
