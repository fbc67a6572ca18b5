/** A bridge server under test as its checks see it. */
import { parseWindows, type ReadWindows, WINDOWS_URI, type WindowsSnapshot } from '@copane/protocol/bridge'
import { type Finding, isRecord, type RuleId } from '@copane/protocol/findings'
import { type Story, tellStory } from './bridge-story.js'
import { type Success, successesIn } from './bridge-successes.js'
import { makeWrite, type WriteOutcome } from './bridge-writes.js'
import { newPlaceIn } from './driver.js'
import type { Stock } from './mcp/stock-client.js'
import type { Bound } from './run-checks.js'
import type { GiveOrder } from './steps.js'
import { type Content, contentOf } from './wire/content.js'
import type { Era, Fields } from './wire/era.js'
import type { Face, Line } from './wire/line.js'
import { once } from './wire/once.js'

/** One reading of `app://windows`. */
export type WindowsReading = Content & { era: Era; face: Face; read: ReadWindows | undefined }

/**
 * Windows and tools of one moment, as one era shows them.
 *
 * Shape   `raw` is what was read; `text` says the same with windows in one order, to be compared (GB-4.2-no-order).
 */
export type Moment = {
  era: Era
  face: Face
  raw: string
  text: string
  snapshot: WindowsSnapshot
  findings: readonly Finding[]
  tools: readonly Fields[]
}

/** What the checks of a bridge work on. */
export type BridgeTarget = {
  bridge: Line
  /** The first reading in each era. */
  readings(): Promise<readonly WindowsReading[]>
  readAgain(face: Face): Promise<WindowsReading>
  /** A moment in each era whose snapshot reads. */
  moments(): Promise<readonly Moment[]>
  /** The moment that a conversation shows now. */
  momentOf(face: Face): Promise<Moment | undefined>
  /** True where the peer is there to be changed: more actions may be called then. */
  mayChange: boolean
  /** Makes the app do a thing; without a driver it can't. */
  order: GiveOrder
  hasDriver: boolean
  /** Makes a write that changes a window. */
  write(face: Face): Promise<WriteOutcome>
  /** A write and an opening that succeeded in each era, as far as they can be had. */
  successes(): Promise<readonly Success[]>
  /** What each era showed while things happened. */
  stories(): Promise<readonly Story[]>
  /** The windows after the app started again; the peer is not where it was from then on. */
  nextLife(): Promise<NextLife>
  waits: Waits
  /** MCP's own client on this endpoint; it subscribes too. */
  stock: (era: Era) => Promise<string | undefined>
}

/** What came of starting the app again. */
export type NextLife =
  | { kind: 'moments'; moments: readonly Moment[] }
  | { kind: 'cannot' }
  | { kind: 'never' }

/**
 * How long is waited.
 *
 * Units   milliseconds: `hearMs` for what must come, `settleMs` for what must not come.
 */
export type Waits = { bound: Bound; hearMs: number; settleMs: number; settle(): Promise<void> }

/** Makes the waits. */
export const createWaits = (bound: Bound, hearMs: number, settleMs: number): Waits => ({
  bound,
  hearMs,
  settleMs,
  settle: async () => void (await bound(new Promise<never>(() => {}), settleMs)),
})

/** What a target is made of. */
export type BridgeParts = Pick<BridgeTarget, 'bridge' | 'mayChange' | 'order' | 'hasDriver' | 'waits'> & {
  runStock: Stock
  askMs: number
  /** Makes the line to where the app is found after it started again. */
  lineTo(place: { endpoint: string; token?: string }): Line
}

/** Makes the target; nothing is sent before a check asks. */
export function createBridgeTarget(parts: BridgeParts): BridgeTarget {
  const { runStock, askMs, bridge, mayChange, order, hasDriver, waits, lineTo } = parts
  const { endpoint, token } = bridge
  let turn = 0
  const write = (face: Face) => makeWrite({ order, momentOf, mayChange }, face, ++turn)
  const readings = once(async () => {
    const found: WindowsReading[] = []
    for (const face of await bridge.faces()) found.push(await readSnapshot(face))
    return found
  })
  const moments = once(async () => momentsOf(await bridge.faces()))
  const stories = once(async () => {
    const told: Story[] = []
    const { bound, hearMs } = waits
    for (const { era } of await bridge.faces()) {
      const stage = { ...target, bound, hearMs }
      const story = await tellStory(stage, era)
      if (story) told.push(story)
    }
    return told
  })
  const nextLife = once(async (): Promise<NextLife> => {
    const outcome = await order('restart')
    if (outcome.kind !== 'done') return outcome
    const { bridge: place } = newPlaceIn(outcome.facts)
    if (!place) return { kind: 'cannot' }
    const line = lineTo(place)
    const found = await momentsOf(await line.faces())
    await line.close()
    return { kind: 'moments', moments: found }
  })
  const target: BridgeTarget = {
    bridge,
    mayChange,
    order,
    hasDriver,
    write,
    waits,
    readings,
    readAgain: readSnapshot,
    moments,
    momentOf,
    successes: once(async () => {
      const found: Success[] = []
      for (const face of await bridge.faces()) found.push(...(await successesIn(target, face)))
      return found
    }),
    stories,
    nextLife,
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
  return target
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

/** The order of windows has no meaning, and neither has that of operable ids. */
export const comparable = ({ operableWindowIds, windows }: WindowsSnapshot): string =>
  JSON.stringify([[...operableWindowIds].sort(), [...windows].sort((a, b) => (a.id < b.id ? -1 : 1))])

async function momentsOf(faces: readonly Face[]): Promise<Moment[]> {
  const found: Moment[] = []
  for (const face of faces) {
    const moment = await momentOf(face)
    if (moment) found.push(moment)
  }
  return found
}

/** Reads windows, tools and windows again, until the windows stood still; the user may be at work. */
async function momentOf(face: Face): Promise<Moment | undefined> {
  let moment: Moment | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = await readSnapshot(face)
    const tools = await listTools(face)
    const after = await readSnapshot(face)
    if (after.read?.kind !== 'snapshot' || after.text === undefined) return undefined
    const { snapshot, findings } = after.read
    const text = comparable(snapshot)
    moment = { era: face.era, face, raw: after.text, text, snapshot, findings, tools }
    if (before.read?.kind === 'snapshot' && comparable(before.read.snapshot) === text) return moment
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
