/** A provider under test as its checks see it: what is asked more than once is asked once and shared. */
import {
  CURRENT_URI,
  ELEMENTS_EXTENSION,
  focusPath,
  LIMITS,
  LOCATE_TEMPLATE,
  locateUri,
  parseAnswer,
  type ReadAnswer,
  selectedElements,
  type TreeElement,
  walk,
} from '@copane/protocol/elements'
import { isRecord, type RuleId } from '@copane/protocol/findings'
import type { DescriptorFacts } from './descriptor-facts.js'
import { newPlaceIn } from './driver.js'
import { tellTreeStory, type TreeStory } from './elements-story.js'
import type { Stock } from './mcp/stock-client.js'
import type { GiveOrder } from './steps.js'
import { type Content, contentOf } from './wire/content.js'
import { type Era, type Fields, parse, type Reply } from './wire/era.js'
import type { Face, Line } from './wire/line.js'
import { once } from './wire/once.js'
import type { Send } from './wire/raw.js'

/** One reading of `current`: the answer as it was sent, and as the protocol package read it. */
export type Reading = Content & { era: Era; face: Face; value: unknown; read: ReadAnswer | undefined }

/** What `locate` answered to one id of the tree. */
export type Asked = { era: Era; face: Face; id: string; reply: Reply }

/** What the checks of a provider work on. */
export type ElementsTarget = {
  elements: Line
  /** The bridge of the same app, where it has one. */
  bridge: Line | undefined
  descriptor: DescriptorFacts | undefined
  /** The first reading in each era. */
  readings(): Promise<readonly Reading[]>
  /** A new reading. */
  readAgain(face: Face): Promise<Reading>
  /** What some ids of the tree answered, in each era that offers locate. */
  asked(): Promise<readonly Asked[]>
  /** Makes the app do a thing. */
  order: GiveOrder
  /** What was answered while things happened; undefined where no tree reads. */
  story(): Promise<TreeStory | undefined>
  /** The provider after its app started again; the peer is not where it was from then on. */
  nextLife(): Promise<NextLife>
  /** The text of a file that the app logs to. */
  logOf(path: string): string | undefined
  otherAddresses: readonly string[]
  send: Send
  /** MCP's own client on this endpoint. */
  stock: (era: Era) => Promise<string | undefined>
}

/**
 * What came of starting the app again.
 *
 * Shape   `left` is what is now at the path of the descriptor of the run before.
 */
export type NextLife =
  | {
      kind: 'life'
      endpoint: string
      token: string
      readings: readonly Reading[]
      descriptor: DescriptorFacts | undefined
      left: DescriptorFacts | undefined
    }
  | { kind: 'cannot' }
  | { kind: 'never' }

/** What a target is made of. */
export type ElementsParts = Pick<
  ElementsTarget,
  'elements' | 'bridge' | 'descriptor' | 'otherAddresses' | 'send' | 'order' | 'logOf'
> & {
  runStock: Stock
  askMs: number
  descriptorPath: string | undefined
  factsOf(path: string): DescriptorFacts
  /** Makes the line to where the app is found after it started again. */
  lineTo(place: { endpoint: string; token: string }): Line
}

/** Makes the target; nothing is sent before a check asks. */
export function createElementsTarget({
  runStock,
  askMs,
  descriptorPath,
  factsOf,
  lineTo,
  ...parts
}: ElementsParts): ElementsTarget {
  const { endpoint, token } = parts.elements
  const readings = once(() => readAll(parts.elements))
  const asked = once(async () => {
    const found: Asked[] = []
    for (const { era, face, read } of await readings())
      if (read?.kind === 'answer' && (await offersLocate(face)))
        for (const id of sampleOf(read.root))
          found.push({ era, face, id, reply: await face.ask('resources/read', { uri: locateUri(id) }) })
    return found
  })
  const nextLife = once(async (): Promise<NextLife> => {
    const outcome = await parts.order('restart')
    if (outcome.kind !== 'done') return outcome
    const { elements: place, descriptor } = newPlaceIn(outcome.facts)
    if (!place) return { kind: 'cannot' }
    const line = lineTo(place)
    const found = await readAll(line)
    await line.close()
    return {
      kind: 'life',
      ...place,
      readings: found,
      descriptor: descriptor === undefined ? undefined : factsOf(descriptor),
      left: descriptorPath === undefined ? undefined : factsOf(descriptorPath),
    }
  })
  return {
    ...parts,
    readings,
    readAgain: readCurrent,
    asked,
    story: once(() => tellTreeStory({ ...parts, readAgain: readCurrent })),
    nextLife,
    stock: era =>
      runStock({
        endpoint,
        ...(token === undefined ? {} : { token }),
        era,
        uri: CURRENT_URI,
        subscribes: false,
        timeMs: askMs,
      }),
  }
}

/** The rule that has to be mended before a tree can be read. */
export const treeNeed = (readings: readonly Reading[]): RuleId =>
  readings.flatMap(({ read }) => read?.findings ?? []).find(({ consequence }) => consequence === 'refuse')
    ?.requirement ?? 'D-04'

/** What the extension declares; undefined where it is not declared. */
export function declarationOf(face: Face): Fields | undefined {
  const { extensions } = face.capabilities
  const declared = isRecord(extensions) ? extensions[ELEMENTS_EXTENSION] : undefined
  return isRecord(declared) ? declared : undefined
}

/** Whether the template of locate is listed. */
export async function listsLocate(face: Face): Promise<boolean> {
  const reply = await face.ask('resources/templates/list')
  return uriTemplatesOf(reply).includes(LOCATE_TEMPLATE)
}

/** The templates of a `resources/templates/list`; [] for an error. */
export function uriTemplatesOf(reply: Reply): unknown[] {
  if (reply.kind !== 'result' || !Array.isArray(reply.result.resourceTemplates)) return []
  const templates: unknown[] = reply.result.resourceTemplates
  return templates.map(template => (isRecord(template) ? template.uriTemplate : undefined))
}

/** Whether locate is offered: what the declaration says, else what is listed (D-03). */
export async function offersLocate(face: Face): Promise<boolean> {
  const declared = declarationOf(face)?.locate
  return typeof declared === 'boolean' ? declared : listsLocate(face)
}

/** Checks judge any size; only what D-16 proposes for one block is warned of. */
const WIDE = { ...LIMITS, maxElements: 1_000_000, maxDepth: 1_000_000, maxBytes: 64 * 1024 * 1024 }
const MAX_IDS = 24

async function readAll(line: Line): Promise<Reading[]> {
  const found: Reading[] = []
  for (const face of await line.faces()) found.push(await readCurrent(face))
  return found
}

async function readCurrent(face: Face): Promise<Reading> {
  const { era } = face
  const content = contentOf(await face.ask('resources/read', { uri: CURRENT_URI }), era, CURRENT_URI)
  const { text } = content
  return {
    ...content,
    era,
    face,
    value: text === undefined ? undefined : parse(text),
    read: text === undefined ? undefined : parseAnswer(text, undefined, WIDE),
  }
}

/** Where the user is and what they selected, then the rest from the top. */
function sampleOf(root: TreeElement): string[] {
  const all = [...walk(root)].map(visit => visit.element)
  return [...new Set([...focusPath(root), ...selectedElements(root), ...all].map(({ id }) => id))].slice(
    0,
    MAX_IDS,
  )
}
