/** Random snapshots in which most windows and blocks keep every rule and some break one. */
import fc from 'fast-check'
import { texts } from './trees.ts'

type Fields = { [name: string]: unknown }

const words = fc.oneof(fc.constantFrom('', ' ', 'x', '••••••', '[hidden]'), texts)
const inner = fc.constantFrom<unknown>(null, 7, 'x', '', true, {}, [], { a: [1] }, [['x']])
const part = { offset: fc.constantFrom(0, 1, -1), total: fc.constantFrom(0, 2, 5, 100) }
const item = fc.record({ label: words, value: inner }, { requiredKeys: ['label', 'value'] })
const markedItem = fc.tuple(item, fc.boolean()).map(([own, sensitive]) => ({ ...own, sensitive }))

const ofType = (
  type: string,
  fields: { [name: string]: fc.Arbitrary<unknown> },
  needed = Object.keys(fields),
) => fc.record(fields, { requiredKeys: needed }).map((own): Fields => ({ type, ...own }))

const sound: fc.Arbitrary<Fields> = fc.oneof(
  ofType('text', { text: words }),
  ofType('fields', {
    items: fc.array(fc.oneof({ weight: 3, arbitrary: item }, markedItem), { maxLength: 3 }),
  }),
  ofType(
    'table',
    {
      columns: fc.constantFrom(['A', 'B']),
      rows: fc.array(
        fc.oneof({ weight: 12, arbitrary: fc.tuple(inner, inner) }, fc.array(inner, { maxLength: 3 })),
        { maxLength: 3 },
      ),
      ...part,
    },
    ['columns', 'rows'],
  ),
  ofType('list', { items: fc.array(inner, { maxLength: 3 }), ordered: fc.boolean(), ...part }, ['items']),
  ofType('notice', { severity: fc.constantFrom('info', 'warn', 'error', 'success'), text: words }),
  ofType('media', {
    mimeType: fc.constant('image/png'),
    url: fc.constantFrom('https://a.b/c.png', 'x'),
    alt: words,
  }),
  ofType('custom', { payload: inner }),
)

const broken = fc.constantFrom<unknown>(
  null,
  false,
  true,
  7,
  1.5,
  '',
  'x',
  [],
  {},
  [7],
  [[1]],
  [{ label: 'L' }],
)
const names = 'id type text items columns rows offset total ordered severity payload sensitive'.split(' ')
const more = [...names, 'blocks', 'action', 'colour', 'constructor', '__proto__']

/** A field that is set to something; one called `__proto__` is a field like any other. */
const withFault = (fields: Fields, [name, value]: [string, unknown]): Fields => {
  const copy = { ...fields }
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

const rarely = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, values)

/** Blocks, of which some break a rule; some share an id. */
export const mixedBlocks: fc.Arbitrary<Fields> = fc
  .tuple(sound, fc.constantFrom('a', 'b', 'c', 'd'), rarely(fc.tuple(fc.constantFrom(...more), broken)))
  .map(([own, id, fault]) => (fault ? withFault({ id, ...own }, fault) : { id, ...own }))

const windowNames = [
  'id',
  'title',
  'modal',
  'ownerId',
  'version',
  'summary',
  'blocks',
  'exactVersion',
  '__proto__',
]

const mixedWindows = fc
  .tuple(
    fc.constantFrom(null, null, null, 'w0', 'w1', 'gone'),
    fc.boolean(),
    fc.array(mixedBlocks, { maxLength: 12 }),
    rarely(fc.tuple(fc.constantFrom(...windowNames), broken)),
    texts,
  )
  .map(([ownerId, modal, blocks, fault, title]) => {
    const window = { title, modal, ownerId, version: 1, summary: 'S', blocks }
    return { window, fault }
  })

/** Snapshots of up to six such windows. */
export const mixedSnapshots: fc.Arbitrary<Fields> = fc
  .tuple(fc.array(mixedWindows, { maxLength: 6 }), fc.subarray(['w0', 'w1', 'w2', 'gone']))
  .map(([list, operableWindowIds]) => ({
    operableWindowIds,
    windows: list.map(({ window, fault }, at) => {
      const whole = { id: `w${at}`, ...window }
      return fault ? withFault(whole, fault) : whole
    }),
  }))
