/** One field table per wire object of the elements protocol; validator, schema and docs come from them. */
import { type FieldsOf, optional } from '../findings/shape.js'
import {
  type Answer,
  type BridgeEndpoint,
  type ContentBlock,
  type Descriptor,
  type EmbeddedResource,
  type Location,
  type Rect,
  ROLES,
  type TreeElement,
} from './types.js'

/** An element without its children, which are walked and not recursed into (elements §5.1). */
export const ELEMENT_FIELDS = {
  id: 'string',
  role: ROLES,
  subrole: optional('string'),
  title: optional('string'),
  content: optional('list'),
  url: optional('string'),
  selected: optional('true'),
  focused: optional('true'),
  visible: optional('boolean'),
  hovered: optional('true'),
  children: optional('list'),
  attributes: optional('object'),
} satisfies FieldsOf<TreeElement>

/** The answer to `current` (elements §4.1). */
export const ANSWER_FIELDS = {
  protocol: 'string',
  instance: 'string',
  root: 'object',
} satisfies FieldsOf<Answer>

/** An embedded resource; one of text and blob is there (MCP). */
export const EMBEDDED_FIELDS = {
  uri: 'string',
  mimeType: optional('string'),
  text: optional('string'),
  blob: optional('string'),
} satisfies FieldsOf<EmbeddedResource>

/** The five content blocks, by `type` (elements §5.5). */
export const CONTENT_FIELDS = {
  text: { text: 'string' },
  image: { data: 'string', mimeType: 'string' },
  audio: { data: 'string', mimeType: 'string' },
  resource_link: {
    uri: 'string',
    name: 'string',
    mimeType: optional('string'),
    description: optional('string'),
  },
  resource: { resource: { fields: EMBEDDED_FIELDS } },
} satisfies { [Type in ContentBlock['type']]: Omit<FieldsOf<Extract<ContentBlock, { type: Type }>>, 'type'> }

/** A rectangle (concepts "Locations"). */
export const RECT_FIELDS = {
  x: 'number',
  y: 'number',
  w: 'number',
  h: 'number',
} satisfies FieldsOf<Rect>

/** A location (D-14). */
export const LOCATION_FIELDS = {
  state: ['visible', 'offscreen', 'gone'],
  rects: optional({ list: { fields: RECT_FIELDS } }),
  window: optional('integer'),
  avoid: optional({ fields: RECT_FIELDS }),
  edge: optional(['top', 'right', 'bottom', 'left']),
} satisfies FieldsOf<Location>

/** The bridge endpoint in a descriptor (D-10). */
export const BRIDGE_ENDPOINT_FIELDS = {
  protocol: 'string',
  endpoint: 'string',
  token: 'string',
} satisfies FieldsOf<BridgeEndpoint>

/** A descriptor file (D-10). */
export const DESCRIPTOR_FIELDS = {
  protocol: 'string',
  bundleId: 'string',
  name: 'string',
  version: 'string',
  instance: 'string',
  endpoint: 'string',
  token: 'string',
  pid: 'integer',
  pidStart: optional('string'),
  bridge: optional({ fields: BRIDGE_ENDPOINT_FIELDS }),
} satisfies FieldsOf<Descriptor>
