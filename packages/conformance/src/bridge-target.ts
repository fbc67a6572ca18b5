/** A bridge server under test as its checks see it. */
import { parseWindows, type ReadWindows, WINDOWS_URI, type WindowsSnapshot } from '@copane/protocol/bridge'
import { isRecord, type RuleId } from '@copane/protocol/findings'
import type { Stock } from './mcp/stock-client.js'
import { type Content, contentOf } from './wire/content.js'
import type { Era, Fields } from './wire/era.js'
import type { Face, Line } from './wire/line.js'
import { once } from './wire/once.js'

/** One reading of `app://windows`. */
export type WindowsReading = Content & { era: Era; face: Face; read: ReadWindows | undefined }

/** Windows and tools of one moment, as one era shows them. */
export type Moment = { era: Era; face: Face; snapshot: WindowsSnapshot; tools: readonly Fields[] }

/** What the checks of a bridge work on. */
export type BridgeTarget = {
  bridge: Line
  /** The first reading in each era. */
  readings(): Promise<readonly WindowsReading[]>
  readAgain(face: Face): Promise<WindowsReading>
  /** A moment in each era whose snapshot reads. */
  moments(): Promise<readonly Moment[]>
  /** True where the peer is there to be changed: more actions may be called then. */
  mayChange: boolean
  /** MCP's own client on this endpoint; it subscribes too. */
  stock: (era: Era) => Promise<string | undefined>
}

/** What a target is made of. */
export type BridgeParts = Pick<BridgeTarget, 'bridge' | 'mayChange'> & { runStock: Stock; askMs: number }

/** Makes the target; nothing is sent before a check asks. */
export function createBridgeTarget({ runStock, askMs, bridge, mayChange }: BridgeParts): BridgeTarget {
  const { endpoint, token } = bridge
  const readings = once(async () => {
    const found: WindowsReading[] = []
    for (const face of await bridge.faces()) found.push(await readSnapshot(face))
    return found
  })
  const moments = once(async () => {
    const found: Moment[] = []
    for (const face of await bridge.faces()) {
      const moment = await momentOf(face)
      if (moment) found.push(moment)
    }
    return found
  })
  return {
    bridge,
    mayChange,
    readings,
    readAgain: readSnapshot,
    moments,
    stock: era =>
      runStock({
        endpoint,
        ...(token === undefined ? {} : { token }),
        era,
        uri: WINDOWS_URI,
        subscribes: true,
        timeMs: askMs,
      }),
  }
}

/** The rule that has to be mended before a snapshot can be read. */
export async function snapshotNeed(target: BridgeTarget): Promise<RuleId> {
  const findings = (await target.readings()).flatMap(({ read }) => read?.findings ?? [])
  return findings.find(({ consequence }) => consequence === 'refuse')?.requirement ?? 'GB-12.2-wrapping'
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_PAGES = 64
const TRIES = 3

async function readSnapshot(face: Face): Promise<WindowsReading> {
  const { era } = face
  const content = contentOf(await face.ask('resources/read', { uri: WINDOWS_URI }), era, WINDOWS_URI)
  const { text } = content
  return { ...content, era, face, read: text === undefined ? undefined : parseWindows(text, MAX_BYTES) }
}

/** Reads windows, tools and windows again, until the windows stood still; the user may be at work. */
async function momentOf(face: Face): Promise<Moment | undefined> {
  let moment: Moment | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = await readSnapshot(face)
    const tools = await listTools(face)
    const after = await readSnapshot(face)
    if (after.read?.kind !== 'snapshot') return undefined
    moment = { era: face.era, face, snapshot: after.read.snapshot, tools }
    if (before.text === after.text) return moment
  }
  return moment
}

async function listTools(face: Face): Promise<Fields[]> {
  const tools: Fields[] = []
  let cursor: unknown
  for (let page = 0; page === 0 || (typeof cursor === 'string' && page < MAX_PAGES); page++) {
    const reply = await face.ask('tools/list', typeof cursor === 'string' ? { cursor } : {})
    if (reply.kind !== 'result') break
    const listed: unknown[] = Array.isArray(reply.result.tools) ? reply.result.tools : []
    tools.push(...listed.map(tool => (isRecord(tool) ? tool : {})))
    cursor = reply.result.nextCursor
  }
  return tools
}
