/** Random trees in which most elements keep every rule and some break one. */
import { ROLES } from '@copane/protocol/elements'
import fc from 'fast-check'
import { texts } from './trees.ts'

const sound: { [name: string]: fc.Arbitrary<unknown> } = {
  subrole: fc.constantFrom('pane', 'column', ''),
  title: fc.oneof(fc.string(), texts),
  url: fc.constant('x:y'),
  selected: fc.constant(true),
  focused: fc.constant(true),
  hovered: fc.constant(true),
  visible: fc.boolean(),
  content: fc.array(
    fc.constantFrom<unknown>(
      { type: 'text', text: 'x' },
      { type: 'text', text: 'x', lang: 'en' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x:y', text: '' } },
      { type: 'resource_link', uri: 'x:y', name: 'n' },
    ),
    { maxLength: 2 },
  ),
  attributes: fc.dictionary(fc.constantFrom('author', 'due', '__proto__'), fc.constantFrom('Ada', 'b'), {
    maxKeys: 2,
  }),
}

const broken = fc.oneof(
  fc.constantFrom<unknown>(null, false, 7, '', [], {}, [7], undefined),
  fc.constantFrom<unknown>({ author: 7 }, { related: [7] }, { focused: true }, { related: [] }),
  fc.constantFrom<unknown>([{ type: 'text' }], [{ type: 'text', text: 'x', deep: [[]] }], [null], 'a\nb'),
)

const names = [...Object.keys(sound), 'children', 'role', 'colour', 'type', 'constructor']

/** The fields of an element, id and role aside; about half the time one of them breaks a rule. */
export const fields: fc.Arbitrary<{ [name: string]: unknown }> = fc
  .tuple(
    fc.record(sound, { requiredKeys: [] }),
    fc.option(fc.tuple(fc.constantFrom(...names), broken), { freq: 1 }),
    fc.constantFrom(...ROLES.slice(1)),
  )
  .map(([all, fault, role]) => ({ role, ...all, ...(fault ? { [fault[0]]: fault[1] } : {}) }))

type Mixed = { [name: string]: unknown; children?: unknown }

/** Trees of up to sixty such elements with unique ids. */
export const mixedTrees: fc.Arbitrary<Mixed> = fc
  .array(fc.tuple(fields, fc.nat()), { maxLength: 60 })
  .map(list => {
    const root: Mixed = { id: 'app', role: 'Application', title: 'A' }
    const all: Mixed[] = [root]
    for (const [at, [own, up]] of list.entries()) {
      const element: Mixed = { id: `e${at}`, ...own }
      const parent = all[up % all.length] ?? root
      if (Array.isArray(parent.children)) parent.children = [...parent.children, element]
      else if (!('children' in parent)) parent.children = [element]
      all.push(element)
    }
    return root
  })
