/** Writes what is made from the field tables: `npm run -s generate`; with `-- --check` it compares and writes nothing. */
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { type Check, checkerSource } from './lib/checker-source.ts'
import { flags } from './lib/flags.ts'

const { check } = flags('npm run -s generate', ['check'])
const root = join(import.meta.dirname, '..')

// The tables are read from the sources, so that no build has to succeed first.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      context.parentURL?.includes('/protocol/src/') ? specifier.replace(/\.js$/, '.ts') : specifier,
      context,
    ),
})
const elements = await import('../packages/protocol/src/elements/fields.ts')
const bridge = await import('../packages/protocol/src/bridge/fields.ts')

const { sensitive: _, ...unmaskedItem } = bridge.FIELD_ITEM_FIELDS

/** What every block holds of which nothing is to say: an id, and no mark, since what a mark covers is looked at. */
const unmasked = { id: 'string', type: 'string' } as const

const SHALLOW = [
  "import { LIMITS } from '../elements/binding.js'",
  "import { isShallow } from '../json/depth.js'",
]

const FILES: { [path: string]: readonly Check[] } = {
  'packages/protocol/src/elements/validate.gen.ts': [
    {
      kind: 'bits',
      name: 'elementBits',
      table: elements.ELEMENT_FIELDS,
      what: 'Which fields an element below the root has; 0 when one is missing, unknown or breaks a rule of its own.',
      rules: {
        takes: 'limits: Limits',
        imports: [
          "import type { Limits } from './binding.js'",
          "import { isTitle } from './is-title.js'",
          "import { areFlawlessAttributes } from './read-attributes.js'",
          "import { isFlawlessContent } from './read-content.js'",
        ],
        by: {
          role: "(value !== 'Application')",
          title: 'isTitle(value)',
          content: 'isFlawlessContent(value, limits)',
          children: '(value.length > 0)',
          attributes: 'areFlawlessAttributes(value, limits)',
        },
      },
    },
    {
      kind: 'tagged',
      name: 'contentFits',
      tables: elements.CONTENT_FIELDS,
      what: 'Whether the fields of a content block are of their types.',
    },
    {
      kind: 'fits',
      name: 'embeddedFits',
      table: elements.EMBEDDED_FIELDS,
      what: 'Whether the fields of an embedded resource are of their types.',
    },
    {
      kind: 'fits',
      name: 'rectFits',
      table: elements.RECT_FIELDS,
      what: 'Whether the fields of a rectangle are of their types.',
    },
    {
      kind: 'fits',
      name: 'bridgeEndpointFits',
      table: elements.BRIDGE_ENDPOINT_FIELDS,
      what: 'Whether the fields of a bridge endpoint are of their types.',
    },
    {
      kind: 'fits',
      name: 'descriptorFits',
      table: elements.DESCRIPTOR_FIELDS,
      what: 'Whether the fields of a descriptor are of their types.',
    },
  ],
  'packages/protocol/src/bridge/validate.gen.ts': [
    {
      kind: 'fits',
      name: 'snapshotFits',
      table: bridge.SNAPSHOT_FIELDS,
      what: 'Whether the two fields of a snapshot are of their types.',
    },
    {
      kind: 'fits',
      name: 'windowFits',
      table: bridge.WINDOW_FIELDS,
      what: 'Whether the fields of a window are of their types, its blocks aside.',
    },
    {
      kind: 'fits',
      name: 'blockBaseFits',
      table: bridge.BLOCK_BASE_FIELDS,
      what: 'Whether the fields that every block may carry are of their types.',
    },
    {
      kind: 'tagged',
      name: 'blockFits',
      tables: bridge.BLOCK_FIELDS,
      what: 'Whether the own fields of a block of known type are of their types.',
    },
    {
      kind: 'fits',
      name: 'fieldItemFits',
      table: bridge.FIELD_ITEM_FIELDS,
      what: 'Whether the fields of a field item are of their types.',
    },
    {
      kind: 'fits',
      name: 'fieldErrorFits',
      table: bridge.FIELD_ERROR_FIELDS,
      what: 'Whether the fields of a field error are of their types.',
    },
    {
      kind: 'exact',
      name: 'isExactWindow',
      table: { ...bridge.WINDOW_FIELDS, summary: bridge.WINDOW_FIELDS.summary.optional },
      what: 'Whether a window has its fields and no other, each of its type, its blocks aside.',
      rules: { imports: [], by: { title: 'value.isWellFormed()', summary: "(value.trim() !== '')" } },
    },
    {
      kind: 'exact',
      name: 'isExactFieldItem',
      table: unmaskedItem,
      what: 'Whether an unmasked field item has its fields and no other, each of its type.',
      rules: { imports: SHALLOW, by: { value: 'isShallow(value, LIMITS.maxDepth - 3)' } },
    },
    ...exactBlocks(),
  ],
}

const stale = Object.entries(FILES).filter(([path, checks]) => textOf(path) !== checkerSource(checks))
for (const [path, checks] of stale) {
  console.log(check ? `${path} is not what the tables say: run npm run -s generate` : `wrote ${path}`)
  if (!check) writeFileSync(join(root, path), checkerSource(checks))
}
if (check && stale.length > 0) process.exit(1)

/** The checks of blocks without a mark, media apart, of whose addresses more is to say. */
function exactBlocks(): Check[] {
  const { media: __, fields, ...others } = bridge.BLOCK_FIELDS
  const unmaskedFields = { ...fields, items: { list: { fields: unmaskedItem } } } as const
  return Object.entries({ ...others, fields: unmaskedFields }).map(([type, table]) => ({
    kind: 'exact',
    name: `isExact${type.slice(0, 1).toUpperCase()}${type.slice(1)}`,
    table: { ...unmasked, ...table },
    what: `Whether an unmasked block that says it is ${type} has its fields and no other, each of its type.`,
    ...(type === 'custom'
      ? { rules: { imports: SHALLOW, by: { payload: 'isShallow(value, LIMITS.maxDepth - 1)' } } }
      : {}),
  }))
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
