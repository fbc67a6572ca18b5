/** A provider whose user selects words, and opens and closes windows; one rule to be broken at a time. */
import type { Driver } from '@copane/conformance/node'
import { elementsFace } from './elements.ts'
import type { Face, Fields } from './mcp.ts'

/** An open window with its one document. */
export type Sheet = { id: string; document: string; title: string }

/** What the user sees. */
export type Sight = {
  instance: string
  sheets: Sheet[]
  passage: { id: string; text: string } | undefined
  issued: Set<string>
  ids: number
  selections: number
  log: string
  ways: SightWays
}

/** Everything that a rule is about. */
export type SightWays = {
  mintId(sight: Sight): string
  mintPassage(sight: Sight): string
  /** What is answered of an id that was issued and is no more. */
  gone(sight: Sight, id: string): Fields | undefined
  /** What is logged of a reading. */
  log(sight: Sight): string
  /** Where an element is that there is. */
  place(sight: Sight, id: string): Fields
  /** The tree as it is answered. */
  show(root: Fields, sight: Sight): Fields
}

const WAYS: SightWays = {
  mintId: sight => `e-${++sight.ids}`,
  mintPassage: sight => sight.ways.mintId(sight),
  gone: () => ({ state: 'gone' }),
  log: () => 'read current in 1 ms\n',
  place: () => ({ state: 'visible', rects: [{ x: 1, y: 2, w: 30, h: 4 }] }),
  show: root => root,
}

const sheetOf = (sight: Sight, title: string): Sheet => ({
  id: sight.ways.mintId(sight),
  document: sight.ways.mintId(sight),
  title,
})

/** A sight that does everything right but for the ways given. */
export function createSight(instance: string, ways: Partial<SightWays> = {}): Sight {
  const sight: Sight = {
    instance,
    sheets: [],
    passage: undefined,
    issued: new Set(),
    ids: 0,
    selections: 0,
    log: '',
    ways: { ...WAYS, ...ways },
  }
  sight.sheets.push(sheetOf(sight, 'A plan of the year'))
  return sight
}

function treeOf({ sheets, passage }: Sight): Fields {
  const text = passage && {
    id: passage.id,
    role: 'Text',
    selected: true,
    content: [{ type: 'text', text: passage.text }],
  }
  return {
    id: 'app',
    role: 'Application',
    title: 'Peer',
    children: sheets.map(({ id, document, title }, at) => ({
      id,
      role: 'Window',
      title,
      children: [
        {
          id: document,
          role: 'Document',
          subrole: 'note',
          ...(text && at === 0 ? { children: [text] } : {}),
        },
      ],
    })),
  }
}

/** The ids that are in the tree now. */
const present = ({ sheets, passage }: Sight): string[] => [
  ...sheets.flatMap(({ id, document }) => [id, document]),
  ...(passage ? [passage.id] : []),
]

/** Serves a sight. */
export const sightFace = (sight: Sight): Face =>
  elementsFace({
    current() {
      for (const id of present(sight)) sight.issued.add(id)
      sight.log += sight.ways.log(sight)
      return { protocol: '0.2.0', instance: sight.instance, root: sight.ways.show(treeOf(sight), sight) }
    },
    locate(id) {
      if (present(sight).includes(id)) return sight.ways.place(sight, id)
      return sight.issued.has(id) ? sight.ways.gone(sight, id) : undefined
    },
  })

/** Makes the user of a sight do things. */
export const userOf = (sight: Sight): Driver => {
  const opened: Sheet[] = []
  return async order => {
    const step: string = order.do
    switch (step) {
      case 'select-words':
        sight.passage = {
          id: sight.ways.mintPassage(sight),
          text: `the words of passage ${++sight.selections}`,
        }
        return { done: true }
      case 'open-window': {
        const sheet = sheetOf(sight, 'Another plan')
        sight.sheets.push(sheet)
        opened.push(sheet)
        return { done: true }
      }
      case 'close-window': {
        const closing = opened.pop()
        sight.sheets = sight.sheets.filter(sheet => sheet !== closing)
        return { done: true }
      }
      case 'name-logs':
        return { done: true, files: [], log: sight.log }
      default:
        return { cannot: 'not known' }
    }
  }
}
