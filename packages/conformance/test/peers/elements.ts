/** A provider of elements as the peer serves it, and how one rule of it is broken. */
import { error, type Face, type Fields, type Given, withMethods } from './mcp.ts'

export const BUNDLE_ID = 'org.example.peer'
export const INSTANCE = 'r4nd0m'

/** A tree with every kind of thing a rule speaks of. */
export const tree = (): Fields => ({
  id: 'app',
  role: 'Application',
  title: 'Peer',
  children: [
    {
      id: 'win-1',
      role: 'Window',
      title: 'Notes',
      focused: true,
      children: [
        {
          id: 'doc-1',
          role: 'Document',
          subrole: 'note',
          title: 'Plan',
          focused: true,
          content: [{ type: 'resource_link', uri: 'file:///plan.md', name: 'plan.md' }],
          attributes: { author: 'Ada', related: [{ relation: 'next', id: 'doc-2' }] },
          children: [
            {
              id: 'sel-1',
              role: 'Text',
              selected: true,
              focused: true,
              content: [{ type: 'text', text: 'some words' }],
            },
          ],
        },
        { id: 'doc-2', role: 'Document', subrole: 'note', title: 'Next', visible: false },
        {
          id: 'tab-1',
          role: 'Table',
          children: [
            {
              id: 'row-1',
              role: 'Row',
              hovered: true,
              children: [{ id: 'cell-1', role: 'Cell', title: 'One' }],
            },
          ],
        },
      ],
    },
  ],
})

/** The answer to `current`. */
export const currentAnswer = (): Fields => ({ protocol: '0.2.0', instance: INSTANCE, root: tree() })

/** What `locate` answers of an id; undefined for one that was never issued or can't be placed. */
export function locationOf(id: string): Fields | undefined {
  if (id === 'app') return undefined
  if (id === 'doc-2') return { state: 'offscreen', window: 7 }
  if (id === 'gone-1') return { state: 'gone' }
  const known = ['win-1', 'doc-1', 'sel-1', 'tab-1', 'row-1', 'cell-1'].includes(id)
  return known
    ? { state: 'visible', rects: [{ x: -4.5, y: 10, w: 200, h: 20 }], window: 7, edge: 'top' }
    : undefined
}

/** What can be asked of the peer. */
export type ElementsParts = {
  current: () => unknown
  locate: ((id: string) => Fields | undefined) | undefined
  declaration: Fields | undefined
}

export const CURRENT = 'elements://current'
const PREFIX = 'elements://locate/'

/** One content with its text. */
export const content = (uri: unknown, value: unknown): Given => ({
  result: { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] },
})

/** The elements path of a correct peer. */
export function elementsFace(parts: Partial<ElementsParts> = {}): Face {
  const { current, locate, declaration }: ElementsParts = {
    current: currentAnswer,
    locate: locationOf,
    declaration: { protocol: '0.2.0', locate: 'locate' in parts ? parts.locate !== undefined : true },
    ...parts,
  }
  const extensions = declaration ? { 'dev.copane/elements': declaration } : {}
  return {
    eras: ['legacy', 'modern'],
    capabilities: { resources: {}, extensions },
    hasSessions: false,
    freshness: { ttlMs: 0, cacheScope: 'private' },
    listens: false,
    methods: {
      'resources/list': () => ({
        result: { resources: [{ uri: CURRENT, name: 'current', mimeType: 'application/json' }] },
      }),
      'resources/templates/list': () => ({
        result: { resourceTemplates: locate ? [{ uriTemplate: `${PREFIX}{id}`, name: 'locate' }] : [] },
      }),
      'resources/read': ({ uri }) => {
        if (uri === CURRENT) return content(uri, current())
        const id = String(uri).startsWith(PREFIX) ? String(uri).slice(PREFIX.length) : undefined
        const location = id === undefined ? undefined : locate?.(id)
        return location ? content(uri, location) : error(-32602)
      },
    },
  }
}

/** A face that reads something else at one address. */
export function withRead(face: Face, judge: (uri: string) => Given | undefined): Face {
  const read = face.methods['resources/read']
  return withMethods(face, {
    'resources/read': (params, link) => judge(String(params.uri)) ?? read?.(params, link) ?? error(-32602),
  })
}

/** A provider whose tree has one element changed. */
export const withElement = (id: string, change: Fields): Face =>
  elementsFace({ current: () => changed(currentAnswer(), id, change) })

/** An answer with the fields of one element replaced; a field of undefined is left out. */
export function changed(answer: Fields, id: string, change: Fields): Fields {
  const visit = (element: Fields): Fields => {
    const children = Array.isArray(element.children) ? element.children.map(visit) : undefined
    const next = { ...element, ...(children ? { children } : {}) }
    return element.id === id ? { ...next, ...change } : next
  }
  const { root } = answer
  return { ...answer, root: isFields(root) ? visit(root) : root }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
