/** Whatever comes in: judging never throws, and what was repaired needs no second repair (D-15). */
import {
  focusPath,
  parseAnswer,
  readAnswer,
  readLocation,
  validateAnswer,
  walk,
} from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer } from '../support/elements.ts'
import { trees } from '../support/trees.ts'

/** Values of fields that are right, wrong, or near it. */
const oddValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    'a',
    '',
    'Application',
    'Group',
    'Text',
    'Button',
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    [{ type: 'text', text: 'x' }],
    [{ type: 'text' }],
    { author: 1 },
    { related: [{ id: 'a' }] },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const oddNames = fc.constantFrom(
  ...['id', 'role', 'subrole', 'title', 'content', 'url', 'selected', 'focused', 'visible', 'hovered'],
  ...['attributes', 'children', 'type', 'payload', 'constructor', 'extra'],
)
const oddFields = fc.dictionary(oddNames, oddValues, { maxKeys: 4 })

/** A tree with unique ids in which some elements lost or changed some fields. */
const brokenTrees = fc
  .tuple(trees, fc.array(fc.tuple(fc.nat(), oddFields), { maxLength: 5 }))
  .map(([root, faults]) => {
    const visits = [...walk(root)]
    for (const [at, { element }] of visits.entries())
      Object.assign(element, { id: `e${at}`, role: at === 0 ? 'Application' : element.role })
    for (const [at, fields] of faults) Object.assign(visits[at % visits.length]?.element ?? {}, fields)
    return root
  })

verifies('D-15', 'what was repaired needs no second repair', () => {
  let answers = 0
  fc.assert(
    fc.property(brokenTrees, root => {
      const once = readAnswer(answer(root))
      if (once.kind === 'refused') return
      answers++
      const twice = readAnswer(answer(once.root))
      expect(twice).toMatchObject({ kind: 'answer', root: once.root })
      expect(twice.findings.filter(({ consequence }) => consequence !== 'note')).toEqual([])
    }),
    { numRuns: 500 },
  )
  expect(answers).toBeGreaterThan(100)
})

verifies('EL-5.3-focus-path', 'after repair every focused element is on the one path', () =>
  fc.assert(
    fc.property(brokenTrees, root => {
      const read = readAnswer(answer(root))
      if (read.kind === 'refused') return
      const focused = [...walk(read.root)].filter(({ element, depth }) => element.focused && depth > 0)
      expect(focused.map(({ element }) => element)).toEqual(focusPath(read.root))
    }),
    { numRuns: 500 },
  ),
)

verifies('EL-5.3-one-hover', 'after repair at most one element is hovered', () =>
  fc.assert(
    fc.property(brokenTrees, root => {
      const read = readAnswer(answer(root))
      if (read.kind === 'answer')
        expect([...walk(read.root)].filter(({ element }) => element.hovered).length).toBeLessThan(2)
    }),
  ),
)

verifies('D-15', 'a refusal says why, an answer holds no refusal', () =>
  fc.assert(
    fc.property(fc.oneof(brokenTrees.map(answer), fc.jsonValue(), oddFields.map(answer)), value => {
      const { kind, findings } = readAnswer(value)
      expect(findings.some(({ consequence }) => consequence === 'refuse')).toBe(kind === 'refused')
    }),
  ),
)

verifies('D-15', 'no value and no text makes it throw', () =>
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), fc.json(), (value, text) => {
      validateAnswer(value)
      validateAnswer(answer(value))
      readLocation(value)
      parseAnswer(text)
    }),
  ),
)
