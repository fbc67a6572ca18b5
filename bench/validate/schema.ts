/**
 * What other validators check an answer with: its shape alone, by hand and as fast as they can be made to do it.
 *
 * It is no schema to download: that one is in `spec`, and costs them more.
 */
import { ROLES } from '@copane/protocol/elements'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'

const TEXT = { type: 'string' } as const
const block = (type: string, required: readonly string[], properties: object) => ({
  type: 'object',
  required: ['type', ...required],
  properties: { type: { const: type }, ...properties },
})

const ANSWER_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['protocol', 'instance', 'root'],
  additionalProperties: false,
  properties: {
    protocol: { const: '0.2.0' },
    instance: { type: 'string', minLength: 1, maxLength: 128 },
    root: { $ref: '#/$defs/element' },
  },
  $defs: {
    element: {
      type: 'object',
      required: ['id', 'role'],
      properties: {
        id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
        role: { enum: ROLES },
        subrole: TEXT,
        title: TEXT,
        url: TEXT,
        content: { type: 'array', items: { $ref: '#/$defs/block' } },
        selected: { const: true },
        focused: { const: true },
        visible: { type: 'boolean' },
        hovered: { const: true },
        children: { type: 'array', minItems: 1, items: { $ref: '#/$defs/element' } },
        attributes: {
          type: 'object',
          properties: { author: TEXT, related: { type: 'array', items: { $ref: '#/$defs/link' } } },
        },
      },
    },
    link: {
      type: 'object',
      required: ['relation'],
      properties: { relation: TEXT, id: TEXT, url: TEXT },
      oneOf: [{ required: ['id'] }, { required: ['url'] }],
    },
    block: {
      type: 'object',
      required: ['type'],
      anyOf: [
        block('text', ['text'], { text: TEXT }),
        block('image', ['data', 'mimeType'], { data: TEXT, mimeType: TEXT }),
        block('audio', ['data', 'mimeType'], { data: TEXT, mimeType: TEXT }),
        block('resource_link', ['uri', 'name'], { uri: TEXT, name: TEXT, mimeType: TEXT, description: TEXT }),
        block('resource', ['resource'], {
          resource: {
            type: 'object',
            required: ['uri'],
            properties: { uri: TEXT, mimeType: TEXT, text: TEXT, blob: TEXT },
            anyOf: [{ required: ['text'] }, { required: ['blob'] }],
          },
        }),
      ],
    },
  },
} as const

/** Ajv's compiled check of the shape, as fast as it gets: it stops at the first fault. */
export const fitsAjv: (value: unknown) => boolean = new Ajv2020({
  strict: true,
  strictRequired: false,
}).compile(ANSWER_SCHEMA)

const link = z.union([
  z.looseObject({ relation: z.string(), id: z.string() }),
  z.looseObject({ relation: z.string(), url: z.string() }),
])

const content = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.looseObject({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    mimeType: z.string().optional(),
    description: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('resource'),
    resource: z.looseObject({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
])

const element = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
  role: z.enum(ROLES),
  subrole: z.string().optional(),
  title: z.string().optional(),
  url: z.string().optional(),
  content: z.array(content).optional(),
  selected: z.literal(true).optional(),
  focused: z.literal(true).optional(),
  visible: z.boolean().optional(),
  hovered: z.literal(true).optional(),
  attributes: z.looseObject({ author: z.string().optional(), related: z.array(link).optional() }).optional(),
  get children() {
    return z.array(element).min(1).optional()
  },
})

const answer = z.strictObject({
  protocol: z.literal('0.2.0'),
  instance: z.string().min(1).max(128),
  root: element,
})

/** Whether zod takes a value as an answer. */
export const fitsZod = (value: unknown): boolean => answer.safeParse(value).success
