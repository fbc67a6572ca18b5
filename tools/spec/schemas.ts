/** Every schema that implementers in other languages download, by file name (D-22). */
import {
  BLOCK_BASE_FIELDS,
  BLOCK_FIELDS,
  FIELD_ERROR_FIELDS,
  FIELD_ITEM_FIELDS,
  SNAPSHOT_FIELDS,
  SUCCESS_FIELDS,
  WINDOW_FIELDS,
} from '../../packages/protocol/dist/bridge/fields.js'
import { BRIDGE_PROTOCOL } from '../../packages/protocol/dist/bridge/binding.js'
import { ERROR_CODES } from '../../packages/protocol/dist/bridge/types.js'
import { ELEMENTS_PROTOCOL } from '../../packages/protocol/dist/elements/binding.js'
import {
  ANSWER_FIELDS,
  BRIDGE_ENDPOINT_FIELDS,
  CONTENT_FIELDS,
  DESCRIPTOR_FIELDS,
  ELEMENT_FIELDS,
  EMBEDDED_FIELDS,
  LOCATION_FIELDS,
  RECT_FIELDS,
} from '../../packages/protocol/dist/elements/fields.js'
import { objectSchema, type Schema } from './json-schema.ts'
import { REPORT_SCHEMA } from './report-schema.ts'

type Fields = { [field: string]: Schema }

/** The schemas by the name of their file. */
export const schemas = (): { [file: string]: Schema } => ({
  [`current-${ELEMENTS_PROTOCOL}.json`]: currentSchema(),
  [`location-${ELEMENTS_PROTOCOL}.json`]: locationSchema(),
  [`descriptor-${ELEMENTS_PROTOCOL}.json`]: descriptorSchema(),
  [`windows-${BRIDGE_PROTOCOL}.json`]: windowsSchema(),
  [`tool-result-${BRIDGE_PROTOCOL}.json`]: successSchema(),
  [`tool-error-${BRIDGE_PROTOCOL}.json`]: errorSchema(),
  'report-1.0.0.json': REPORT_SCHEMA,
})

/** Base64 of RFC 4648 §4. */
const BASE64: Schema = {
  contentEncoding: 'base64',
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
}

const ID: Schema = { pattern: '^[A-Za-z0-9_-]{1,128}$' }
const WORD: Schema = { minLength: 1, maxLength: 128 }
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const some = (items: Schema): Schema => ({ items, minItems: 1 })

function headed(title: string, description: string, schema: Schema): Schema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, description, ...schema }
}

/** What a provider of this version may send, unknown fields and roles below the root aside (D-22). */
function currentSchema(): Schema {
  const fields: Fields = { id: ID, content: { items: ref('content') }, children: some(ref('element')) }
  const attributes: Schema = {
    properties: { author: { type: 'string' }, related: { type: 'array', items: ref('related') } },
  }
  const role = (is: Schema): Fields => ({ ...fields, attributes, role: is })
  const element = objectSchema({ ...ELEMENT_FIELDS, role: 'string' }, role({ not: { const: 'Application' } }))
  const root = objectSchema({ ...ELEMENT_FIELDS, role: 'string' }, role({ const: 'Application' }))
  const answer = objectSchema(
    ANSWER_FIELDS,
    { protocol: { const: ELEMENTS_PROTOCOL }, instance: WORD, root: ref('root') },
    true,
  )
  return headed('The answer to current', `What an elements ${ELEMENTS_PROTOCOL} provider may send.`, {
    ...answer,
    $defs: { root, element, content: contentSchema(), related: relatedSchema() },
  })
}

/** MCP's content blocks; one of the five, told apart by `type`. */
function contentSchema(): Schema {
  const blocks = Object.entries(CONTENT_FIELDS).map(([type, fields]) => {
    const more: Fields =
      type === 'resource' ? { resource: embedded() } : 'data' in fields ? { data: BASE64 } : {}
    return objectSchema({ type: [type], ...fields }, more)
  })
  return { oneOf: blocks }
}

const embedded = (): Schema => ({
  ...objectSchema(EMBEDDED_FIELDS, { blob: BASE64 }),
  anyOf: [{ required: ['text'] }, { required: ['blob'] }],
})

/** A link to an element or to an address, never to both (D-25). */
function relatedSchema(): Schema {
  const to = (field: string, other: string): Schema => ({
    ...objectSchema({ relation: 'string', [field]: 'string' }),
    not: { required: [other] },
  })
  return { oneOf: [to('id', 'url'), to('url', 'id')] }
}

const rectSchema = (): Schema =>
  objectSchema(RECT_FIELDS, { w: { exclusiveMinimum: 0 }, h: { exclusiveMinimum: 0 } })

/** `gone` comes alone, `offscreen` without rectangles, `visible` with one at least (D-14). */
function locationSchema(): Schema {
  const of = (state: string): Schema => ({ properties: { state: { const: state } } })
  const none = (...fields: string[]): Schema => Object.fromEntries(fields.map(field => [field, false]))
  return headed('A location', 'What locate answers: where an element is at this moment.', {
    ...objectSchema(LOCATION_FIELDS, {
      rects: { items: ref('rect') },
      avoid: ref('rect'),
      window: { minimum: 0 },
    }),
    oneOf: [
      {
        ...of('visible'),
        properties: { state: { const: 'visible' }, rects: { minItems: 1 } },
        required: ['rects'],
      },
      { properties: { state: { const: 'offscreen' }, ...none('rects') } },
      { properties: { state: { const: 'gone' }, ...none('rects', 'window', 'avoid', 'edge') } },
    ],
    $defs: { rect: rectSchema() },
  })
}

/** The descriptor file of a running provider (D-10). */
function descriptorSchema(): Schema {
  const token: Schema = { pattern: '^[A-Za-z0-9._~+/-]+=*$' }
  const port = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'
  const endpoint: Schema = { pattern: `^http://127\\.0\\.0\\.1:${port}(/[!"$-~]*)?$` }
  return headed('A descriptor', 'The file by which a running provider is found.', {
    ...objectSchema(DESCRIPTOR_FIELDS, {
      endpoint,
      token,
      instance: WORD,
      pid: { minimum: 1 },
      bridge: objectSchema(BRIDGE_ENDPOINT_FIELDS, { endpoint, token }),
    }),
  })
}

/** The one content of `app://windows`. */
function windowsSchema(): Schema {
  const window = objectSchema(WINDOW_FIELDS, { blocks: { items: ref('block') } })
  return headed('The windows of an app', `What a bridge ${BRIDGE_PROTOCOL} server sends as app://windows.`, {
    ...objectSchema(SNAPSHOT_FIELDS, { windows: { items: ref('window') } }),
    $defs: { window, block: blockSchema() },
  })
}

/** One of the seven blocks; a reader takes a block of another type as `custom` (D-46). */
function blockSchema(): Schema {
  const position: Schema = { minimum: 0 }
  const url: Schema = {
    pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]://|[Ff][Ii][Ll][Ee]://|[Dd][Aa][Tt][Aa]:[^,]*;[Bb][Aa][Ss][Ee]64,)',
  }
  return {
    ...objectSchema({ type: 'string', ...BLOCK_BASE_FIELDS }),
    allOf: Object.entries(BLOCK_FIELDS).map(([type, fields]) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      then: objectSchema(fields, {
        ...('offset' in fields ? { offset: position, total: position } : {}),
        ...(type === 'media' ? { url } : {}),
        ...(type === 'table' ? { rows: { items: { type: 'array' } } } : {}),
        ...(type === 'fields' ? { items: { type: 'array', items: objectSchema(FIELD_ITEM_FIELDS) } } : {}),
      }),
    })),
  }
}

/** `structuredContent` of a call that took effect (GB §5.4). */
const successSchema = (): Schema =>
  headed('A tool result', 'structuredContent of a call that took effect; there is no ok flag.', {
    ...objectSchema(SUCCESS_FIELDS),
    not: { required: ['ok'] },
  })

/** `structuredContent` of a call that failed; an unknown code passes (D-46). */
function errorSchema(): Schema {
  const when = (code: string, then: Schema): Schema => ({
    if: { properties: { code: { const: code } }, required: ['code'] },
    then,
  })
  const known = ERROR_CODES.join(', ')
  return headed('A tool error', `structuredContent of a call that failed. Known codes: ${known}.`, {
    ...objectSchema({ code: 'string', message: 'string' }),
    allOf: [
      when('stale_state', objectSchema({ currentVersion: 'int64' })),
      when('validation_failed', {
        ...objectSchema({ fields: { list: { fields: FIELD_ERROR_FIELDS } } }),
      }),
      when('blocked_by_modal', objectSchema({ blockedBy: { optional: { list: 'string' } } })),
      when('action_not_available', objectSchema({ reason: { optional: 'string' } })),
    ],
  })
}
