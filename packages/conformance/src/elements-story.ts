/** What a provider answered while its user selected words, and while windows came and went. */
import {
  type LocationState,
  locateUri,
  readLocation,
  selectedElements,
  type TreeElement,
  walk,
} from '@copane/protocol/elements'
import type { Finding } from '@copane/protocol/findings'
import type { Step } from './driver.js'
import { type ElementsTarget, offersLocate } from './elements-target.js'
import { contentOf } from './wire/content.js'
import { type Era, parse } from './wire/era.js'
import type { Face } from './wire/line.js'

/** What `locate` answered; `broken` is neither a location nor an error. */
export type LocateAnswer = LocationState | 'error' | 'broken'

/** An element that is not in the tree any more, with what was answered of it before and is answered now. */
export type Lost = { era: Era; id: string; role: string; before: LocateAnswer; after: LocateAnswer }

/** What `locate` answered of an element that is selected. */
export type Located = { era: Era; answer: LocateAnswer }

/** One step, the trees around it, what is found in the later one, what is selected in it, and what the step took away. */
export type TreeEpisode = {
  era: Era
  step: Step
  before: TreeElement
  after: TreeElement
  findings: readonly Finding[]
  selected: readonly Located[]
  lost: readonly Lost[]
}

/** All steps, in the order in which they were done. */
export type TreeStory = {
  episodes: readonly TreeEpisode[]
  missing: ReadonlyMap<Step, 'cannot' | 'never'>
}

/** A window is opened once more after one was closed, so that an id that is given out again is seen. */
const PLOT: readonly Step[] = [
  'select-words',
  'select-words',
  'open-window',
  'close-window',
  'open-window',
  'close-window',
]

const MAX_IDS = 24

/** What telling a story needs of a target. */
export type TreeStage = Pick<ElementsTarget, 'elements' | 'order' | 'readAgain'>

/** Tells the story; undefined where no tree reads. */
export async function tellTreeStory(stage: TreeStage): Promise<TreeStory | undefined> {
  const faces = await stage.elements.faces()
  const [face] = faces
  const locating: Face[] = []
  for (const one of faces) if (await offersLocate(one)) locating.push(one)
  if (!face) return undefined
  const answerNow = async () => {
    const { read } = await stage.readAgain(face)
    return read?.kind === 'answer' ? read : undefined
  }
  const rootOf = async () => (await answerNow())?.root
  if (!(await rootOf())) return undefined
  const episodes: TreeEpisode[] = []
  const missing = new Map<Step, 'cannot' | 'never'>()
  /** What the last window that was opened brought. */
  let came: TreeElement[] = []
  for (const step of PLOT) {
    const without = step === 'close-window' ? missing.get('open-window') : undefined
    if (without) missing.set(step, without)
    if (missing.has(step)) continue
    const before = await rootOf()
    const placed = step === 'close-window' ? await locateAll(locating, came) : new Map<string, LocateAnswer>()
    const { kind } = await stage.order(step)
    const answer = await answerNow()
    const after = answer?.root
    if (kind !== 'done' || !before || !after) {
      missing.set(step, kind === 'never' ? 'never' : 'cannot')
      continue
    }
    const gone = missingFrom(after, came)
    const lost = await lostOf(locating, gone, placed)
    const selected: Located[] = []
    for (const one of step === 'select-words' ? locating : [])
      for (const { id } of selectedElements(after).slice(0, MAX_IDS))
        selected.push({ era: one.era, answer: await locate(one, id) })
    episodes.push({ era: face.era, step, before, after, findings: answer.findings, selected, lost })
    if (step === 'open-window') came = missingFrom(before, elementsOf(after)).slice(0, MAX_IDS)
  }
  return { episodes, missing }
}

const elementsOf = (root: TreeElement): TreeElement[] => [...walk(root)].map(({ element }) => element)

function missingFrom(root: TreeElement, elements: readonly TreeElement[]): TreeElement[] {
  const ids = new Set(elementsOf(root).map(({ id }) => id))
  return elements.filter(({ id }) => !ids.has(id))
}

const keyOf = (era: Era, id: string): string => `${era} ${id}`

async function locateAll(
  faces: readonly Face[],
  elements: readonly TreeElement[],
): Promise<Map<string, LocateAnswer>> {
  const found = new Map<string, LocateAnswer>()
  for (const face of faces)
    for (const { id } of elements) found.set(keyOf(face.era, id), await locate(face, id))
  return found
}

async function lostOf(
  faces: readonly Face[],
  gone: readonly TreeElement[],
  placed: ReadonlyMap<string, LocateAnswer>,
): Promise<Lost[]> {
  const lost: Lost[] = []
  for (const face of faces)
    for (const { id, role } of gone) {
      const before = placed.get(keyOf(face.era, id))
      if (before === undefined) continue
      lost.push({ era: face.era, id, role, before, after: await locate(face, id) })
    }
  return lost
}

async function locate(face: Face, id: string): Promise<LocateAnswer> {
  const reply = await face.ask('resources/read', { uri: locateUri(id) })
  if (reply.kind === 'error') return 'error'
  const { text } = contentOf(reply, face.era, locateUri(id))
  return (text === undefined ? undefined : readLocation(parse(text)).location?.state) ?? 'broken'
}
