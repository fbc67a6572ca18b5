/** The examples that the source documents give are accepted without a finding. */
import { readAnswer, printOutline, validateAnswer } from '@copane/protocol/elements'
import { expect, test } from 'vitest'
import { answer } from '../support/elements.ts'

const threads = {
  protocol: '0.2.0',
  instance: 'k3f9x2',
  root: {
    id: 'app',
    role: 'Application',
    title: 'Example',
    children: [
      {
        id: 'w-1',
        role: 'Window',
        subrole: 'pane',
        focused: true,
        children: [
          {
            id: 'th-2',
            role: 'List',
            subrole: 'thread',
            title: 'Launch plan',
            focused: true,
            children: [
              {
                id: 'c-3',
                role: 'Row',
                subrole: 'comment',
                title: 'Comment by Ada',
                focused: true,
                children: [
                  {
                    id: 'sel-4',
                    role: 'Text',
                    selected: true,
                    content: [{ type: 'text', text: 'what it shows' }],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        id: 'w-2',
        role: 'Window',
        subrole: 'pane',
        children: [{ id: 'th-7', role: 'List', subrole: 'thread', title: 'Budget' }],
      },
    ],
  },
}

const frame = {
  id: 'node-7',
  role: 'Group',
  subrole: 'frame',
  title: 'Checkout / Payment form',
  url: 'https://design.example.com/file/AbC123?node=160-34',
  selected: true,
  content: [
    // The source ends the bytes with `…`, which is no base64.
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    {
      type: 'resource_link',
      uri: 'https://design.example.com/file/AbC123?node=160-34',
      name: 'Checkout / Payment form',
    },
  ],
  attributes: { width: 390, height: 844, layers: 14 },
}

const editor = {
  protocol: '0.2.0',
  instance: 'k3f9x2',
  root: {
    id: 'app',
    role: 'Application',
    title: 'Editor',
    children: [
      {
        id: 'win-1',
        role: 'Window',
        focused: true,
        children: [
          {
            id: 'doc-1',
            role: 'Document',
            subrole: 'markdown',
            title: 'draft.md',
            url: 'file:///Users/ada/essays/draft.md',
            focused: true,
            children: [
              {
                id: 'sel-23',
                role: 'Text',
                selected: true,
                content: [
                  {
                    type: 'text',
                    text: 'The command line lasted thirty years as the main way people used computers.',
                  },
                ],
                attributes: { lines: [31, 31] },
              },
            ],
          },
          {
            id: 'doc-2',
            role: 'Document',
            subrole: 'markdown',
            title: 'notes.md',
            url: 'file:///Users/ada/essays/notes.md',
            visible: false,
          },
        ],
      },
    ],
  },
}

const examples = [
  ['elements §5 and RFC-0001 §3: a thread', threads],
  [
    'elements §5.5: a frame of a design tool',
    answer({ id: 'app', role: 'Application', title: 'Design', children: [frame] }),
  ],
  ['concepts: an editor', editor],
] as const

for (const [title, value] of examples)
  test(title, () => {
    expect(validateAnswer(value)).toEqual([])
    expect(readAnswer(value)).toEqual({ kind: 'answer', ...value, findings: [] })
  })

test('the first example as an outline', () => {
  const read = readAnswer(threads)
  expect(read.kind === 'answer' && printOutline(read.root)).toBe(
    `app Application "Example"
  w-1 Window:pane focused
    th-2 List:thread "Launch plan" focused
      c-3 Row:comment "Comment by Ada" focused
        sel-4 Text selected = "what it shows"
  w-2 Window:pane
    th-7 List:thread "Budget"`,
  )
})
