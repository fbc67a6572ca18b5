/** One field table per wire object of the bridge protocol; validator, schema and docs come from them. */
import { type FieldsOf, optional } from '../findings/shape.js'
import type {
  AppWindow,
  Block,
  BlockBase,
  BlockType,
  FieldError,
  FieldItem,
  ToolSuccess,
  WindowsSnapshot,
} from './types.js'

/** The one content of `app://windows` (GB §4.2). */
export const SNAPSHOT_FIELDS = {
  operableWindowIds: { list: 'string' },
  windows: 'list',
} satisfies FieldsOf<WindowsSnapshot>

/** A window; its blocks are judged one by one (GB §4.2). */
export const WINDOW_FIELDS = {
  id: 'string',
  title: 'string',
  modal: 'boolean',
  ownerId: 'string or null',
  version: 'int64',
  summary: optional('string'),
  blocks: 'list',
} satisfies FieldsOf<AppWindow>

/** One field of a `fields` block (GB §4.4). */
export const FIELD_ITEM_FIELDS = {
  label: 'string',
  value: 'any',
  sensitive: optional('boolean'),
} satisfies FieldsOf<FieldItem>

/** What every block may carry (GB §4.4). */
export const BLOCK_BASE_FIELDS = {
  id: optional('string'),
  sensitive: optional('boolean'),
} satisfies FieldsOf<BlockBase>

/** The seven blocks, by `type` (GB §4.4, Appendix B). */
export const BLOCK_FIELDS = {
  text: { text: 'string' },
  fields: { items: { list: { fields: FIELD_ITEM_FIELDS } } },
  table: {
    columns: { list: 'string' },
    rows: { list: 'list' },
    offset: optional('integer'),
    total: optional('integer'),
  },
  list: {
    items: 'list',
    ordered: optional('boolean'),
    offset: optional('integer'),
    total: optional('integer'),
  },
  notice: { severity: ['info', 'warn', 'error', 'success'], text: 'string' },
  media: { mimeType: 'string', url: 'string', alt: optional('string') },
  custom: { payload: 'any' },
} satisfies { [Type in BlockType]: Omit<FieldsOf<Extract<Block, { type: Type }>>, keyof BlockBase | 'type'> }

/** What a successful call answers (GB §5.4). */
export const SUCCESS_FIELDS = {
  message: optional('string'),
  openedWindowIds: optional({ list: 'string' }),
  result: optional('object'),
} satisfies FieldsOf<ToolSuccess>

/** One entry of `fields` in a validation error (GB §7.3). */
export const FIELD_ERROR_FIELDS = { field: 'string', error: 'string' } satisfies FieldsOf<FieldError>
