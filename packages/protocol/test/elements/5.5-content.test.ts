/** Content blocks: MCP's five, handed on unchanged, and small. */
import { LIMITS, readAnswer, validateAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answerWith, nested, told } from '../support/elements.ts'

const A = '$.root.children[0]'
const link = { type: 'resource_link', uri: 'file:///a', name: 'a' }
const contentOf = (block: unknown) => {
  const read = readAnswer(answerWith({ content: [link, block] }))
  return read.kind === 'answer' ? read.root.children?.[0]?.content : undefined
}

const accepted: [string, object][] = [
  ['text', { type: 'text', text: '' }],
  ['an image', { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
  ['audio', { type: 'audio', data: 'AAAA', mimeType: 'audio/ogg' }],
  ['a link', { type: 'resource_link', uri: 'https://example.com', name: 'x', size: 7, title: 'X' }],
  ['an embedded text', { type: 'resource', resource: { uri: 'a:b', text: 'x' } }],
  ['embedded bytes', { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA', mimeType: 'x/y' } }],
  ['an image of no bytes', { type: 'image', data: '', mimeType: 'image/png' }],
  ['an image of one byte', { type: 'image', data: '+/==', mimeType: 'image/png' }],
  ['annotations', { type: 'text', text: 'x', annotations: { audience: ['user'] }, _meta: { a: 1 } }],
  ['a field named __proto__', JSON.parse('{"type":"text","text":"x","__proto__":{"text":1}}')],
]

for (const [title, block] of accepted)
  verifies('EL-5.5-content-blocks', `hands on ${title} unchanged`, () => {
    expect(validateAnswer(answerWith({ content: [link, block] }))).toEqual([])
    expect(contentOf(block)?.[1]).toBe(block)
  })

const refused: [string, unknown][] = [
  ['null', null],
  ['a text', 'x'],
  ['a list', []],
  ['no type', { text: 'x' }],
  ['an unknown type', { type: 'video', data: 'AAAA', mimeType: 'video/mp4' }],
  ['a type in capitals', { type: 'Text', text: 'x' }],
  ['a type named constructor', { type: 'constructor' }],
  ['a type named __proto__', { type: '__proto__' }],
  ['text without text', { type: 'text' }],
  ['text that is null', { type: 'text', text: null }],
  ['text that is a number', { type: 'text', text: 7 }],
  ['an image without data', { type: 'image', mimeType: 'image/png' }],
  ['an image without a type', { type: 'image', data: 'AAAA' }],
  ['an image whose data is no base64', { type: 'image', data: 'data:AA==', mimeType: 'image/png' }],
  ['an image with a line end in its data', { type: 'image', data: 'AAAA\nAAA', mimeType: 'image/png' }],
  ['an image in the alphabet of addresses', { type: 'image', data: 'AA_-', mimeType: 'image/png' }],
  ['audio that is not filled up to groups of four', { type: 'audio', data: 'AA', mimeType: 'audio/ogg' }],
  ['audio with padding in the middle', { type: 'audio', data: 'A=AA', mimeType: 'audio/ogg' }],
  ['audio of padding alone', { type: 'audio', data: '====', mimeType: 'audio/ogg' }],
  ['a blob that is no base64', { type: 'resource', resource: { uri: 'a:b', blob: 'A' } }],
  [
    'a blob that is no base64, beside a text',
    { type: 'resource', resource: { uri: 'a:b', text: 'x', blob: '*' } },
  ],
  ['audio without data', { type: 'audio', mimeType: 'audio/ogg' }],
  ['a link without an address', { type: 'resource_link', name: 'x' }],
  ['a link without a name', { type: 'resource_link', uri: 'a:b' }],
  ['a link whose type is null', { type: 'resource_link', uri: 'a:b', name: 'x', mimeType: null }],
  ['a resource without a resource', { type: 'resource' }],
  ['a resource that is a text', { type: 'resource', resource: 'a:b' }],
  ['a resource without an address', { type: 'resource', resource: { text: 'x' } }],
  ['a resource without text or bytes', { type: 'resource', resource: { uri: 'a:b' } }],
]

for (const [title, block] of refused)
  verifies('EL-5.5-content-blocks', `drops ${title}`, () => {
    expect(told(validateAnswer(answerWith({ content: [link, block] })))).toEqual([
      `EL-5.5-content-blocks must repair ${A}`,
    ])
    expect(contentOf(block)).toEqual([link])
  })

verifies('EL-5.5-content-blocks', 'a million wrong blocks cost one finding', () =>
  expect(told(validateAnswer(answerWith({ content: Array.from({ length: 1_000_000 }, () => 1) })))).toEqual([
    `EL-5.5-content-blocks must repair ${A}`,
  ]),
)

const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64')
const text = (length: number, sign = 'x') => ({ type: 'text', text: sign.repeat(length) })
const image = (bytes: number) => ({ type: 'image', data: base64(bytes), mimeType: 'image/png' })
const words = { type: 'text', text: 'x' }
/** A text whose annotations hold so many bytes; the object, the other fields and their names count too. */
const beside = (bytes: number) => ({ ...words, m: 'x'.repeat(bytes - BESIDE_WORDS) })
const BESIDE_WORDS = 1 + 'type'.length + 'text'.length + 'text'.length + 'm'.length
const sizes: [string, object, boolean][] = [
  ['a text of 64 KiB', text(LIMITS.maxTextBlockBytes), true],
  ['a text of one byte more', text(LIMITS.maxTextBlockBytes + 1), false],
  ['a text of 64 KiB in Japanese', text(LIMITS.maxTextBlockBytes / 3, 'あ'), true],
  ['64 Ki Japanese characters', text(LIMITS.maxTextBlockBytes, 'あ'), false],
  ['64 KiB of pictographs', text(LIMITS.maxTextBlockBytes / 4, '🙂'), true],
  ['one pictograph more', text(LIMITS.maxTextBlockBytes / 4 + 1, '🙂'), false],
  ['an image of 256 KiB', image(LIMITS.maxImageBytes), true],
  ['an image of one byte more', image(LIMITS.maxImageBytes + 1), false],
  ['audio over 256 KiB', { ...image(LIMITS.maxImageBytes + 1), type: 'audio' }, false],
  [
    'embedded bytes of 256 KiB',
    { type: 'resource', resource: { uri: 'a:b', blob: base64(LIMITS.maxImageBytes) } },
    true,
  ],
  [
    'embedded text over 256 KiB',
    { type: 'resource', resource: { uri: 'a:b', ...text(LIMITS.maxImageBytes + 1) } },
    false,
  ],
  ['annotations of 64 KiB', beside(LIMITS.maxTextBlockBytes), true],
  ['annotations of one byte more', beside(LIMITS.maxTextBlockBytes + 1), false],
  ['annotations over 64 KiB in Japanese', { ...words, _meta: { m: 'あ'.repeat(22_000) } }, false],
  ['annotations of many small things', { ...words, _meta: Array.from({ length: 70_000 }, () => 1) }, false],
  ['annotations whose names are long', { ...words, _meta: { ['m'.repeat(70_000)]: 1 } }, false],
  ['a text of 64 KiB with short annotations', { ...text(LIMITS.maxTextBlockBytes), lang: 'en' }, true],
  ['an image of 256 KiB with short annotations', { ...image(LIMITS.maxImageBytes), alt: 'x' }, true],
  ['an image with annotations over 64 KiB', { ...image(3), alt: 'x'.repeat(70_000) }, false],
  [
    'embedded bytes with annotations over 64 KiB',
    { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA', _meta: 'x'.repeat(70_000) } },
    false,
  ],
  ['a link over 64 KiB', { ...link, uri: `a:${'b'.repeat(70_000)}` }, false],
  ['a link to anything', { ...link, size: 1e12 }, true],
  ['annotations without end', JSON.parse(`{"type":"text","text":"x","_meta":${nested(1_000_000)}}`), false],
]

for (const [title, block, isSmall] of sizes)
  verifies('EL-5.5-small', `${isSmall ? 'keeps' : 'drops'} ${title}`, () => {
    expect(told(validateAnswer(answerWith({ content: [link, block] })))).toEqual(
      isSmall ? [] : [`EL-5.5-small should repair ${A}`],
    )
    expect(contentOf(block)).toEqual(isSmall ? [link, block] : [link])
  })

const kinds: [string, object, boolean][] = [
  ['a text element with a link alone', { role: 'Text', content: [link] }, false],
  ['a heading with an image alone', { role: 'Heading', content: [image(3)] }, false],
  ['a link with a link alone', { role: 'Link', content: [link] }, false],
  ['a text element with its text', { role: 'Text', content: [words] }, true],
  ['a text element with text and a link', { role: 'Text', content: [link, words] }, true],
  ['a text element without content', { role: 'Text' }, true],
  ['a group with a short description', { role: 'Group', content: [words] }, true],
  ['an image with an image', { role: 'Image', content: [image(3)] }, true],
]

for (const [title, fields, fits] of kinds)
  verifies('EL-5.5-block-by-kind', title, () =>
    expect(told(validateAnswer(answerWith(fields)))).toEqual(
      fits ? [] : [`EL-5.5-block-by-kind should note ${A}`],
    ),
  )
