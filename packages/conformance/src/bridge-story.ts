/** What a bridge server showed and said while things happened in its app, one episode a step. */
import type { BridgeTarget, Moment, WindowsReading } from './bridge-target.js'
import type { Step } from './driver.js'
import type { Bound } from './run-checks.js'
import type { Ear, Notice } from './wire/ear.js'
import type { Era } from './wire/era.js'
import type { Connection, Face, Line } from './wire/line.js'

/** Windows and tools as one connection shows them. */
export type Scene = Pick<Moment, 'text' | 'snapshot' | 'tools' | 'findings'>

/** A notice, and what could be read right after it was heard. */
export type Heard = { notice: Notice; scene: Scene | undefined }

/** One step and everything seen of it; `during` was read meanwhile by another connection. */
export type Episode = {
  era: Era
  step: Step
  before: Scene
  after: Scene
  heard: readonly Heard[]
  during: readonly WindowsReading[]
}

/** All steps in one era. Shape: `missing` are those that were not done; `deaf` says why nothing can be heard. */
export type Story = {
  era: Era
  episodes: readonly Episode[]
  missing: ReadonlyMap<Step, 'cannot' | 'never'>
  deaf: string | undefined
}

/** What telling a story needs of a target. */
export type Stage = Pick<
  BridgeTarget,
  'order' | 'hasDriver' | 'mayChange' | 'readAgain' | 'momentOf' | 'write'
> & {
  bridge: Line
  bound: Bound
  hearMs: number
}

/** Opening and closing alternate, so that an id that is given out again is seen; all is undone at the end. */
const PLOT: readonly Step[] = [
  'edit',
  'open-window',
  'open-window',
  'close-window',
  'open-window',
  'close-window',
  'close-window',
  'open-modal',
  'close-modal',
  'change-availability',
  'change-availability',
]

/** What can't be done without the other. */
const AFTER: { readonly [Name in Step]?: Step } = {
  'close-window': 'open-window',
  'close-modal': 'open-modal',
}

/** Tells the story of one era; undefined where that era does not open or its windows do not read. */
export async function tellStory(stage: Stage, era: Era): Promise<Story | undefined> {
  const [main, other] = [await stage.bridge.connect(era), await stage.bridge.connect(era)]
  const first = main && (await sceneOf(stage, main.face))
  if (!main || !other || !first) {
    await main?.close()
    await other?.close()
    return undefined
  }
  const listening = await main.listen({ updated: true, listChanged: true })
  const ear = listening.kind === 'ear' ? listening.ear : undefined
  const episodes: Episode[] = []
  const missing = new Map<Step, 'cannot' | 'never'>()
  const unheard = new Set<Notice>()
  for (const step of PLOT) {
    const without = missing.get(AFTER[step] ?? step)
    if (without) missing.set(step, without)
    else if (!canBeDone(stage, step)) missing.set(step, 'cannot')
    if (missing.has(step)) continue
    const outcome = await watchStep(stage, { era, step, main, other, ear, unheard })
    if (typeof outcome !== 'string') episodes.push(outcome)
    else if (!episodes.some(told => told.step === step)) missing.set(step, outcome)
  }
  await main.close()
  await other.close()
  return { era, episodes, missing, deaf: listening.kind === 'deaf' ? listening.saw : undefined }
}

/** Windows and tools of this moment; undefined where they do not read. */
export async function sceneOf(
  { momentOf }: Pick<BridgeTarget, 'momentOf'>,
  face: Face,
): Promise<Scene | undefined> {
  return momentOf(face)
}

/** The notices that the difference of two scenes calls for (GB §6). */
export const noticesFor = (before: Scene, after: Scene): Notice[] => [
  ...(before.text === after.text ? [] : ['updated' as const]),
  ...(listOf(before) === listOf(after) ? [] : ['list_changed' as const]),
]

/** Whether what was read after a notice shows that something changed since. */
export const showsChange = (before: Scene, { notice, scene }: Heard): boolean =>
  scene !== undefined && noticesFor(before, scene).includes(notice)

const listOf = ({ tools }: Scene): string =>
  tools
    .map(({ name }) => String(name))
    .sort()
    .join('\n')

type Watched = {
  era: Era
  step: Step
  main: Connection
  other: Connection
  ear: Ear | undefined
  /** Notices that were waited for in vain before; nobody waits for them again. */
  unheard: Set<Notice>
}

const TURN_MS = 25
const MAX_READS = 100

async function watchStep(
  stage: Stage,
  { era, step, main, other, ear, unheard }: Watched,
): Promise<Episode | 'cannot' | 'never'> {
  const before = await sceneOf(stage, main.face)
  if (!before) return 'cannot'
  const heard: Heard[] = []
  const during: WindowsReading[] = []
  const from = ear?.notices().length ?? 0
  const enough = Promise.withResolvers<void>()
  let awaited: readonly Notice[] | undefined
  let running = true
  const isHeard = (notice: Notice) => heard.some(one => one.notice === notice && showsChange(before, one))
  const judge = () => {
    if (awaited?.every(isHeard)) enough.resolve()
  }
  const listen = async () => {
    while (running && ear) {
      if (!(await ear.more(from + heard.length, TURN_MS))) continue
      const notice = ear.notices()[from + heard.length]
      if (notice) heard.push({ notice, scene: await sceneOf(stage, main.face) })
      judge()
    }
  }
  const read = async () => {
    while (running && awaited === undefined && during.length < MAX_READS)
      during.push(await stage.readAgain(other.face))
  }
  const watching = [listen(), read()]
  const done = await perform(stage, step, other.face)
  const after = await sceneOf(stage, main.face)
  if (done === 'done' && after) {
    awaited = ear ? noticesFor(before, after).filter(notice => !unheard.has(notice)) : []
    judge()
    await stage.bound(enough.promise, stage.hearMs)
    for (const notice of awaited) if (!isHeard(notice)) unheard.add(notice)
  }
  running = false
  await Promise.all(watching)
  if (done !== 'done') return done
  return after ? { era, step, before, after, heard, during } : 'cannot'
}

/** Without a driver there is at most an edit, by the peer's own tools. */
const canBeDone = ({ hasDriver, mayChange }: Stage, step: Step): boolean =>
  hasDriver || (mayChange && step === 'edit')

/** An edit can be had without a driver, from a write of the peer's own tools. */
async function perform(stage: Stage, step: Step, face: Face): Promise<'done' | 'cannot' | 'never'> {
  const { kind } = await stage.order(step)
  if (kind !== 'cannot' || step !== 'edit') return kind
  return (await stage.write(face)).kind === 'done' ? 'done' : 'cannot'
}
