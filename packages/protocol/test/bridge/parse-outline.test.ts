/** A windows snapshot out of its text: what was printed is read again, and what is none is told by its line. */
import {
  type AppWindow,
  type Block,
  parseWindowsOutline,
  printWindows,
  type WindowsSnapshot,
} from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { texts } from '../support/trees.ts'

const words = fc.oneof(
  texts,
  fc.constantFrom('b1', 'sensitive', 'ordered', 'from', 'total', '=', 'warn', 'text/plain', '7', '', '['),
)
const json: fc.Arbitrary<Json> = fc
  .json({ maxDepth: 3 })
  .map(text => JSON.parse(JSON.stringify(JSON.parse(text))))
const yes = fc.constant(true as const)
const base = { id: words, sensitive: yes }
const position = { offset: fc.nat(), total: fc.nat() }
const blocks: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), ...base, text: texts }, { requiredKeys: ['type', 'text'] }),
  fc.record(
    {
      type: fc.constant('fields' as const),
      ...base,
      items: fc.array(
        fc.record({ label: texts, value: json, sensitive: yes }, { requiredKeys: ['label', 'value'] }),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['type', 'items'] },
  ),
  fc.record(
    {
      type: fc.constant('table' as const),
      ...base,
      columns: fc.array(texts, { maxLength: 3 }),
      rows: fc.array(fc.array(json, { maxLength: 3 }), { maxLength: 3 }),
      ...position,
    },
    { requiredKeys: ['type', 'columns', 'rows'] },
  ),
  fc.record(
    {
      type: fc.constant('list' as const),
      ...base,
      items: fc.array(json, { maxLength: 3 }),
      ordered: yes,
      ...position,
    },
    { requiredKeys: ['type', 'items'] },
  ),
  fc.record(
    {
      type: fc.constant('notice' as const),
      ...base,
      severity: fc.constantFrom('info' as const, 'warn' as const, 'error' as const, 'success' as const),
      text: texts,
    },
    { requiredKeys: ['type', 'severity', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('media' as const),
      ...base,
      mimeType: words,
      url: texts.filter(url => !url.startsWith('data:')),
      alt: texts,
    },
    { requiredKeys: ['type', 'mimeType', 'url'] },
  ),
  fc.record(
    { type: fc.constant('custom' as const), ...base, payload: json },
    { requiredKeys: ['type', 'payload'] },
  ),
)
const windows: fc.Arbitrary<AppWindow> = fc.record(
  {
    id: words,
    title: texts,
    modal: fc.boolean(),
    ownerId: fc.option(words, { nil: null }),
    version: fc.maxSafeInteger(),
    summary: texts,
    blocks: fc.array(blocks, { maxLength: 4 }),
  },
  { requiredKeys: ['id', 'title', 'modal', 'ownerId', 'version', 'blocks'] },
)

test('whatever was printed is read again', () =>
  fc.assert(
    fc.property(
      fc.array(windows, { maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4 }),
      (all, operable) => {
        const byId = new Set<string>()
        const shown = all.filter(({ id }) => !byId.has(id) && byId.add(id))
        const snapshot: WindowsSnapshot = {
          operableWindowIds: shown.filter((_, at) => operable[at]).map(({ id }) => id),
          windows: shown,
        }
        const read = parseWindowsOutline(printWindows(snapshot))
        expect(read).toEqual({ kind: 'snapshot', snapshot })
      },
    ),
  ))

const wrong: [title: string, text: string, line: number][] = [
  ['no id', '! window "T" v1 operable', 1],
  ['an owner that is no word', 'a modal "T" v1 of ! operable', 1],
  ['a summary without its text', 'a window "T" v1 operable = ', 1],
  ['a block that begins with a digit', 'a window "T" v1 operable\n  7', 2],
  ['a notice without its text', 'a window "T" v1 operable\n  notice info', 2],
  ['a notice with an id and without its text', 'a window "T" v1 operable\n  notice b1 info', 2],
  ['media without its type', 'a window "T" v1 operable\n  media  "x:y"', 2],
  ['media without anything', 'a window "T" v1 operable\n  media', 2],
  ['media without its alt', 'a window "T" v1 operable\n  media a/b "x:y" = ', 2],
  ['columns without their end', 'a window "T" v1 operable\n  table [', 2],
  ['two spaces before a text', 'a window "T" v1 operable\n  text  = "x"', 2],
  ['a row that is no JSON', 'a window "T" v1 operable\n  table ["A"]\n    [', 3],
  ['an item that is no JSON', 'a window "T" v1 operable\n  list\n    [', 3],
  ['a field without its label', 'a window "T" v1 operable\n  fields\n    = 7', 3],
  ['spaces below a text', 'a window "T" v1 operable\n  text = "x"\n    ', 3],
  ['spaces below a notice', 'a window "T" v1 operable\n  notice info = "x"\n    ', 3],
  ['spaces below media', 'a window "T" v1 operable\n  media a/b "x:y"\n    ', 3],
  ['spaces below custom', 'a window "T" v1 operable\n  custom = 1\n    ', 3],
  ['spaces below fields', 'a window "T" v1 operable\n  fields\n    ', 3],
  ['a line below no block', 'a window "T" v1 operable\n    "A" = 1', 2],
  ['a line too far in', 'a window "T" v1 operable\n  fields\n      "A" = 1', 3],
  ['no kind', 'a "T" v1 operable', 1],
  ['a kind of its own', 'a dialog "T" v1 operable', 1],
  ['no title', 'a window v1 operable', 1],
  ['a title without its end', 'a window "T v1 operable', 1],
  ['no version', 'a window "T" operable', 1],
  ['a version that is a word', 'a window "T" vX operable', 1],
  ['no state', 'a window "T" v1', 1],
  ['a modal without an owner', 'a modal "T" v1 operable', 1],
  ['an app-modal with an owner', 'a app-modal "T" v1 of b operable', 1],
  ['a summary that is no string', 'a window "T" v1 operable = 7', 1],
  ['more at the end', 'a window "T" v1 operable now', 1],
  ['a block before any window', '  text = "x"', 1],
  ['an unknown block', 'a window "T" v1 operable\n  section b1', 2],
  ['a text without its text', 'a window "T" v1 operable\n  text b1', 2],
  ['a notice of no severity', 'a window "T" v1 operable\n  notice b1 = "x"', 2],
  ['a table without columns', 'a window "T" v1 operable\n  table b1', 2],
  ['columns that are numbers', 'a window "T" v1 operable\n  table b1 [1]', 2],
  ['media without an address', 'a window "T" v1 operable\n  media b1 image/png', 2],
  ['custom that is no JSON', 'a window "T" v1 operable\n  custom b1 = {', 2],
  ['a row that is no list', 'a window "T" v1 operable\n  table b1 ["A"]\n    {}', 3],
  ['a field without a value', 'a window "T" v1 operable\n  fields b1\n    "A"', 3],
  ['a line below a text', 'a window "T" v1 operable\n  text = "x"\n    "A" = 1', 3],
  ['a line of odd indentation', 'a window "T" v1 operable\n text = "x"', 2],
]

for (const [title, text, line] of wrong)
  test(`misread: ${title}`, () => {
    const read = parseWindowsOutline(text)
    expect(read).toMatchObject({ kind: 'misread', line })
  })

const form = 'not of the form: id window|modal|app-modal "title" vN [of owner] operable|blocked [= "summary"]'
const messages: [text: string, message: string][] = [
  ['a', form],
  ['a modal "T" v1 operable', 'a modal has an owner, an app-modal none'],
  ['a window "T" v1 operable\n  x', 'not of the form of one of the seven blocks'],
  ['a window "T" v1 operable\n  fields\n    7', 'not a line of a fields block'],
  ['a window "T" v1 operable\n   text = "x"', 'wrong indentation'],
]

for (const [text, message] of messages)
  test(`what is misread is told in these words: ${message}`, () =>
    expect(parseWindowsOutline(text)).toMatchObject({ kind: 'misread', message }))

test('a version that no number holds is read with its digits', () => {
  const read = parseWindowsOutline('a window "T" v9007199254740993 operable')
  expect(read).toMatchObject({ snapshot: { windows: [{ exactVersion: '9007199254740993' }] } })
})

test('what a line does not say is not there', () => {
  const read = parseWindowsOutline('a window "T" v1 operable\n  media a/b "x:y"\n  text = "x"')
  const blocks = [
    { type: 'media', mimeType: 'a/b', url: 'x:y' },
    { type: 'text', text: 'x' },
  ]
  expect(read.kind === 'snapshot' && read.snapshot.windows[0]?.blocks).toStrictEqual(blocks)
})

test('no text is too odd to be misread as an error of ours', () =>
  fc.assert(fc.property(fc.oneof(texts, fc.string()), text => void parseWindowsOutline(text))))

test('an empty text is a snapshot without windows', () => {
  expect(parseWindowsOutline('\n')).toEqual({
    kind: 'snapshot',
    snapshot: { operableWindowIds: [], windows: [] },
  })
})
