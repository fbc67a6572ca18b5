import { deepEqual, equal, ok } from 'node:assert/strict'
import { walk } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.ts'
import { decide } from '../../src/policy/decide.ts'
import type { Scope } from '../../src/policy/warrant.ts'
import { ALLOWED, denying, EDITOR, give, linesOf, tree, TWO_FILES } from './support.ts'

const scopes: [scope: Scope, title: string, want: string][] = [
  [
    'pointed',
    'the selection, the way down to it, and the focused document',
    `app Application "Editor"
  w-1 Window focused
    doc-1 Document:markdown "draft.md" focused = "All of the draft, with the chosen words in it, and more."
      sel-1 Text selected = "the chosen words"`,
  ],
  [
    'shown',
    'that and what is drawn on screen',
    `app Application "Editor"
  w-1 Window focused
    doc-1 Document:markdown "draft.md" focused = "All of the draft, with the chosen words in it, and more."
      sel-1 Text selected = "the chosen words"
      p-1 Text = "a paragraph nearby"
  w-2 Window
    doc-3 Document "plan.md" = "text of the plan"`,
  ],
  ['open', 'everything that was reported', TWO_FILES],
]
for (const [scope, title, want] of scopes)
  verifies('EL-9.2-warranted', `an act that calls for what is ${scope}: ${title}`, () => {
    equal(linesOf(give(tree(TWO_FILES), { scope })).join('\n'), want)
  })

verifies('EL-9.2-warranted', 'by default nothing that is not drawn goes along', () => {
  const { text, leftOut } = give(tree(TWO_FILES))
  ok(!text.includes('hidden notes'))
  deepEqual(leftOut, { scope: { elements: 1, texts: 0, parts: 0 } })
})

verifies(
  'EL-9.2-warranted',
  'what is on the way to the selection has a line, and its text stays behind',
  () => {
    const root = tree(
      'app Application\n  g Group "Board" focused = "all of the board"\n    s Row "One" selected',
    )
    const given = give(root, { scope: 'pointed' })
    equal(
      linesOf(given).join('\n'),
      'app Application\n  g Group "Board" focused = "all of the board"\n    s Row "One" selected',
    )
    const unfocused = tree(
      'app Application\n  g Group "Board" = "all of the board"\n    s Row "One" selected',
    )
    const other = give(unfocused, { scope: 'pointed' })
    equal(linesOf(other).join('\n'), 'app Application\n  g Group "Board"\n    s Row "One" selected')
    deepEqual(other.leftOut, { scope: { elements: 0, texts: 1, parts: 0 } })
  },
)

verifies('EL-9.2-warranted', 'a selection that is not drawn is still what the user means', () => {
  const root = tree(
    'app Application\n  w Window hidden\n    s Text selected = "chosen"\n    t Text = "not chosen"',
  )
  const { text } = give(root)
  ok(text.includes('"chosen"') && !text.includes('not chosen'))
})

verifies('EL-9.2-hover-weaker', 'an element under the pointer sends what it would send without', () => {
  for (const scope of ['pointed', 'shown', 'open'] as const)
    for (const { element } of walk(tree(TWO_FILES))) {
      const plain = give(tree(TWO_FILES), { scope })
      const hovered = give(tree(TWO_FILES, { [element.id]: { hovered: true } }), { scope })
      equal(
        linesOf(hovered)
          .join('\n')
          .replace(/ hovered\b/g, ''),
        linesOf(plain).join('\n'),
      )
      deepEqual(hovered.leftOut, plain.leftOut)
    }
})

verifies('EL-9.2-hover-weaker', 'hover is presented as where the pointer is, and no more', () => {
  const { text } = give(tree(TWO_FILES, { 'p-1': { hovered: true } }))
  ok(text.includes('p-1 Text hovered = "a paragraph nearby"'))
  ok(text.includes('hovered is only where the pointer rests'))
})

verifies('FR-6', 'no byte of an image is in the text; the link beside it is', () => {
  const data = 'iVBORw0KGgo'.repeat(30_000)
  const root = tree('app Application\n  f Group:frame "Payment form" selected', {
    f: {
      content: [
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'resource_link', uri: 'https://design.example/f?node=160', name: 'Payment form' },
      ],
    },
  })
  for (const form of ['outline', 'json'] as const) {
    const given = give(root, { form })
    ok(!given.text.includes('iVBORw0KGgo'))
    ok(given.text.includes('https://design.example/f?node=160'))
    deepEqual(given.images, [])
    deepEqual(given.leftOut, { media: { elements: 0, texts: 0, parts: 1 } })
  }
  const small = give(root, { maxImageBase64: data.length, mostImages: 1 })
  deepEqual(small.images, [{ id: 'f', mimeType: 'image/png', data }])
  ok(!small.text.includes('iVBORw0KGgo'))
})

verifies('FR-6', 'an embedded document goes as its text and a link, bytes and sound do not go', () => {
  const root = tree('app Application\n  f Group selected', {
    f: {
      content: [
        { type: 'resource', resource: { uri: 'file:///a.txt', text: 'all of a' } },
        { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'QUJDRA==' } },
        { type: 'audio', data: 'QUJDRA==', mimeType: 'audio/wav' },
      ],
    },
  })
  const { text, leftOut } = give(root)
  for (const wanted of ['= "all of a"', '"file:///a.txt"', '"file:///b.bin"'])
    ok(text.includes(wanted), wanted)
  ok(!text.includes('QUJDRA=='))
  deepEqual(leftOut, { media: { elements: 0, texts: 0, parts: 2 } })
})

verifies('FR-34', 'what the settings keep out is counted and not named', () => {
  const { text, leftOut } = give(tree(TWO_FILES), { scope: 'open' }, denying({ subrole: 'markdown' }))
  for (const word of ['draft', 'chosen', 'notes', 'nearby']) ok(!text.includes(word), word)
  ok(text.includes("Left out: 4 elements (the user's settings keep it out)."))
  deepEqual(leftOut, { settings: { elements: 4, texts: 0, parts: 0 } })
})

verifies('FR-34', 'nothing is decided for an app that is kept out', () => {
  deepEqual(decide(tree(TWO_FILES), EDITOR, denying({ bundleId: 'org.x.*' })), {
    kind: 'barred',
    why: 'app',
    message: 'the settings keep this app out',
  })
})

verifies('EL-9.2-warranted', 'deciding changes nothing of what it is given, twice the same', () => {
  const root = Object.freeze(tree(TWO_FILES))
  const before = JSON.stringify(root)
  const once = give(root).text
  equal(give(root).text, once)
  equal(JSON.stringify(root), before)
  equal(decide(root, EDITOR, ALLOWED).kind, 'decided')
})

verifies(
  'FR-6',
  'bytes in disguise don’t go either: data addresses, endless addresses and attributes',
  () => {
    const bytes = `data:image/png;base64,${'QUJD'.repeat(5000)}`
    const root = tree('app Application\n  f Group selected', {
      f: {
        url: bytes,
        content: [{ type: 'resource_link', uri: ` ${bytes}`, name: 'x' }],
        attributes: { thumbnail: bytes, lines: [3, 4] },
      },
    })
    const { text, leftOut } = give(root, { budget: { maxBytes: 1_000_000 } })
    ok(!text.includes('QUJD') && text.includes('{"lines":[3,4]}'))
    deepEqual(leftOut, { budget: { elements: 0, texts: 0, parts: 3 } })
  },
)

verifies('FR-34', 'an address that is too long to be sent still counts for the settings', () => {
  const root = tree('app Application\n  d Document = "SECRET"', {
    d: { url: `file:///x/.env?${'y'.repeat(5000)}` },
  })
  ok(!give(root, {}, denying({ url: '*/.env' })).text.includes('SECRET'))
})

verifies('FR-1', 'an app with endless names does not use up the room of what it says', () => {
  const long = 'n'.repeat(60_000)
  const root = tree('app Application\n  s Text selected = "chosen"', { s: { subrole: long, title: long } })
  ok(give(root).text.includes('"chosen"'))
})
