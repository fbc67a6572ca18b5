import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import type { Block } from '@copane/protocol/bridge'
import { verifies } from '../../../../test/support/verifies.js'
import { maskBlocks } from '../../src/bridge/mask.js'
import { canary } from '../support/pad.js'

const print = (secret: string) => `print of ${secret.length}`
const SECRET = canary()

const blocks: Block[] = [
  { type: 'text', text: SECRET, sensitive: true },
  { type: 'notice', severity: 'info', text: SECRET, sensitive: true },
  { type: 'fields', items: [{ label: 'Password', value: SECRET, sensitive: true }] },
  { type: 'fields', items: [{ label: 'Password', value: SECRET }], sensitive: true },
  { type: 'table', columns: ['a', 'b'], rows: [[SECRET, { deep: SECRET }]], sensitive: true },
  { type: 'list', items: [SECRET, [SECRET]], sensitive: true },
  { type: 'custom', payload: { deep: [SECRET] }, sensitive: true },
  { type: 'media', mimeType: 'image/png', url: `data:image/png;base64,${SECRET}`, sensitive: true },
]
for (const block of blocks)
  verifies('GB-4.5-sensitive', `no byte of a secret in a ${block.type} block is left`, () => {
    const masked = JSON.stringify(maskBlocks([block], print).blocks)
    ok(!masked.includes(SECRET))
    equal(masked.includes('••••••'), block.type !== 'media')
  })

for (const block of blocks)
  verifies(
    'GB-4.5-sensitive',
    `what code without types adds to a sensitive ${block.type} block is left out`,
    () => {
      const items =
        block.type === 'fields' ? { items: block.items.map(item => ({ ...item, hint: SECRET })) } : {}
      const odd: Block = { ...block, ...items, ...(block.sensitive ? { hint: SECRET } : {}) }
      ok(!JSON.stringify(maskBlocks([odd], print).blocks).includes(SECRET))
    },
  )

verifies('FR-32', 'a mask is the same for a secret of any length', () => {
  const masks = [1, 2, 8, 64].map(length =>
    JSON.stringify(
      maskBlocks(
        [{ type: 'fields', items: [{ label: 'P', value: 'x'.repeat(length), sensitive: true }] }],
        print,
      ).blocks,
    ),
  )
  equal(new Set(masks).size, 1)
})

verifies('FR-33', 'an empty secret stays empty, so that filled and empty differ', () => {
  const of = (value: string | null) =>
    maskBlocks([{ type: 'fields', items: [{ label: 'P', value, sensitive: true }] }], print).blocks
  deepEqual(of(''), [{ type: 'fields', items: [{ label: 'P', value: '', sensitive: true }] }])
  notEqual(JSON.stringify(of('x')), JSON.stringify(of('')))
})

verifies('GB-4.5-sensitive', 'what is not sensitive is handed on unchanged', () => {
  const open: Block[] = [
    { type: 'fields', items: [{ label: 'Name', value: 'Ada' }] },
    { type: 'text', text: 'x' },
  ]
  deepEqual(maskBlocks(open, print), { blocks: open, print: '' })
})
