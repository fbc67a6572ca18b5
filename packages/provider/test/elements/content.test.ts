import { deepEqual, equal, ok } from 'node:assert/strict'
import type { ContentBlock } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createManagedTree, type Shrink } from '../../src/index.js'
import { app, faceOf, passedOffBlock } from '../support/elements-of.js'
import { manualTime } from '../support/manual-time.js'

/** A picture that says of itself how large it is drawn, and is as long as it is told to be. */
function png(width: number, height: number, bytes: number): ContentBlock {
  const size = [width, height].flatMap(side => [24, 16, 8, 0].map(bits => (side >> bits) & 255))
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, ...size]
  return {
    type: 'image',
    mimeType: 'image/png',
    data: Buffer.concat([Buffer.from(head), Buffer.alloc(bytes)]).toString('base64'),
  }
}

const text = (length: number): ContentBlock => ({ type: 'text', text: 'C'.repeat(length) })
const small = png(320, 200, 1000)
const link: ContentBlock = { type: 'resource_link', uri: 'app://picture', name: 'Picture' }
const frame = (...content: ContentBlock[]): AppElement => ({ id: 'p-1', role: 'Image', content })

const LARGE: readonly (readonly [string, ContentBlock])[] = [
  ['a 4K picture, however few its bytes', png(3840, 2160, 1000)],
  ['a picture of more bytes than a host takes', png(800, 600, 300_000)],
  [
    'a picture that is no picture, of too many bytes',
    { type: 'image', mimeType: 'image/png', data: 'C'.repeat(400_000) },
  ],
  ['a sound of too many bytes', { type: 'audio', mimeType: 'audio/wav', data: 'C'.repeat(400_000) }],
  ['a text of more bytes than a host takes', text(70_000)],
  ['a screenshot as text', { type: 'text', text: `data:image/png;base64,${'C'.repeat(600_000)}` }],
  [
    'an embedded file of too many bytes',
    { type: 'resource', resource: { uri: 'app://x', blob: 'C'.repeat(400_000) } },
  ],
  [
    'a link that carries what it should point at',
    { type: 'resource_link', name: 'x', uri: `data:,${'C'.repeat(70_000)}` },
  ],
]
for (const [title, block] of LARGE)
  verifies(
    'FR-6',
    `${title} is left out, what is small beside it stays, and the developer hears of it`,
    async () => {
      for (const tree of [
        () => app(frame(small, block, link)),
        createManagedTree(app(frame(small, block, link))),
      ]) {
        const face = faceOf({ tree })
        deepEqual((await face.root())?.children, [frame(small, link)])
        await face.root()
        deepEqual(face.told(), ['EL-5.5-small $.root.children[0] p-1'])
        ok(!JSON.stringify(face.findings).includes('CCC'))
      }
    },
  )

verifies(
  'EL-5.5-small',
  'a block that is too large is handed to the function that shrinks it, once',
  async () => {
    for (const kind of ['function', 'managed'] as const) {
      let calls = 0
      const shrink: Shrink = async (block, limit) => {
        calls++
        deepEqual([block, limit], [LARGE[0]?.[1], { maxBytes: 262_144, maxSide: 2048 }])
        return small
      }
      const root = app(frame(link, png(3840, 2160, 1000), text(3)))
      const face = faceOf({ tree: kind === 'managed' ? createManagedTree(root) : () => root, shrink })
      deepEqual((await face.root())?.children, [frame(link, small, text(3))])
      deepEqual((await face.root())?.children, [frame(link, small, text(3))])
      equal(calls, 1)
      deepEqual(face.told(), [])
    }
  },
)

const shrinks: readonly (readonly [string, Shrink])[] = [
  ['gives nothing', () => undefined],
  ['gives what is as large', block => block],
  ['gives no block', () => passedOffBlock({ type: 'video' })],
  ['rejects', () => Promise.reject(new Error('CANARY'))],
  ['hangs', () => new Promise(() => {})],
]
for (const [title, shrink] of shrinks)
  verifies('EL-5.5-small', `a function that ${title} shrinks nothing: the block is left out`, async () => {
    const time = manualTime()
    const face = faceOf({ tree: () => app(frame(png(3840, 2160, 1000), link)), shrink, after: time.after })
    const answer = face.root()
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    time.advance(3000)
    deepEqual((await answer)?.children, [frame(link)])
    deepEqual(face.told(), ['EL-5.5-small $.root.children[0] p-1'])
    ok(!JSON.stringify(face.findings).includes('CANARY'))
  })
