/** Checks of the two operations: what is offered, and what `locate` answers (elements §4, §4.2). */
import {
  CURRENT_URI,
  type Location,
  LOCATE_TEMPLATE,
  locateUri,
  readLocation,
  walk,
} from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import {
  type Asked,
  declarationOf,
  type ElementsTarget,
  listsLocate,
  offersLocate,
  treeNeed,
  uriTemplatesOf,
} from '../../elements-target.js'
import type { Located } from '../../elements-story.js'
import { fault, notRun, outcomeOf, outcomeOfEach, vacuous } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import { contentOf } from '../../wire/content.js'
import { parse, replySaw } from '../../wire/era.js'
import type { Face } from '../../wire/line.js'
import { faultOf } from '../finding-check.js'
import { judgeGone } from './lifetimes.js'

/** The checks of what can be asked. */
export const OPERATION_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'EL-4-resources-not-tools',
    level: 'must',
    title: 'current and locate are resources; there is no tool, prompt or subscription',
    run: async target => outcomeOfEach(await target.elements.faces(), 'EL-8-endpoint', judgeOffer),
  },
  {
    id: 'EL-4.2-not-offered',
    level: 'must',
    title: 'locate is declared, listed and answered, or none of it',
    run: async target =>
      outcomeOfEach(await target.elements.faces(), 'EL-8-endpoint', face => judgeLocateOffer(target, face)),
  },
  {
    id: 'EL-6-location',
    level: 'must',
    title: 'an element on show answers a location',
    needs: ['EL-5.1-id-form'],
    stage: 'moves',
    async run(target) {
      const asked = await target.asked()
      if (asked.length === 0) return withoutLocate(target)
      const outcome = outcomeOf(asked.map(judgeLocation))
      if (outcome.kind !== 'passed') return outcome
      if (!asked.some(locationIn)) return notRun('a placeable element')
      const { episodes = [] } = (await target.story()) ?? {}
      return outcomeOf(episodes.flatMap(({ selected }) => selected.map(judgeSelected)))
    },
  },
  {
    id: 'EL-4.2-gone',
    level: 'must',
    title: 'an issued id is gone when its element is, and not before',
    needs: ['EL-5.1-id-form'],
    stage: 'moves',
    async run(target) {
      const asked = await target.asked()
      if (asked.length === 0) return withoutLocate(target)
      const atRest = await outcomeOfEach(asked, 'EL-6-location', one => judgeThere(target, one))
      return atRest.kind === 'passed' ? judgeGone(target) : atRest
    },
  },
  {
    id: 'EL-4.2-never-issued',
    level: 'must',
    title: 'an id that was never issued is an error',
    run: async target =>
      outcomeOfEach(await target.elements.faces(), 'EL-8-endpoint', async face => {
        const reply = await face.ask('resources/read', { uri: locateUri(NEVER_ISSUED) })
        if (reply.kind === 'error') return undefined
        return fault(
          `${face.era} locate`,
          `${replySaw(reply)} for an id that was never issued`,
          'a JSON-RPC error',
          'remember which ids this run issued; only those can be gone',
        )
      }),
  },
]

const judgeSelected = ({ era, answer }: Located): Fault | undefined =>
  answer === 'broken'
    ? fault(
        `${era} locate after select-words`,
        'neither a location nor an error for what is selected',
        'a location in the form of the schema',
        'give what is visible a rectangle for each line, and no rectangle to what is not',
      )
    : undefined

const NEVER_ISSUED = 'copane-check-never-issued'

async function withoutLocate(target: ElementsTarget) {
  const readings = await target.readings()
  if (!readings.some(({ read }) => read?.kind === 'answer')) return notRun(treeNeed(readings))
  return vacuous('locate is not offered')
}

async function judgeOffer(face: Face): Promise<Fault | undefined> {
  const { era, capabilities } = face
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(`${era} ${at}`, saw, 'two reads as resources, and nothing else', remedy)
  for (const name of ['tools', 'prompts'])
    if (capabilities[name] !== undefined)
      return wrong(`$.capabilities.${name}`, `${name} are declared`, 'serve them on a path of their own')
  if (!isRecord(capabilities.resources))
    return wrong('$.capabilities.resources', 'resources are not declared', 'declare resources: {}')
  for (const name of ['subscribe', 'listChanged'])
    if (capabilities.resources[name] === true)
      return wrong(
        `$.capabilities.resources.${name}`,
        'notifications are declared',
        'leave it out; hosts ask when they need to',
      )
  const listed = await face.ask('resources/list')
  const resources: unknown[] =
    listed.kind === 'result' && Array.isArray(listed.result.resources) ? listed.result.resources : []
  if (!resources.some(resource => isRecord(resource) && resource.uri === CURRENT_URI))
    return wrong('resources/list', 'current is not listed', `list ${CURRENT_URI}`)
  if (resources.length > 1)
    return wrong('resources/list', 'more than one resource', `list ${CURRENT_URI} alone`)
  if (
    uriTemplatesOf(await face.ask('resources/templates/list')).some(template => template !== LOCATE_TEMPLATE)
  )
    return wrong(
      'resources/templates/list',
      'another template than that of locate',
      `list ${LOCATE_TEMPLATE} alone`,
    )
  const tools = await face.ask('tools/list')
  if (tools.kind === 'result' && Array.isArray(tools.result.tools) && tools.result.tools.length > 0)
    return wrong('tools/list', 'a tool', 'serve tools on a path of their own')
  return undefined
}

async function judgeLocateOffer(target: ElementsTarget, face: Face): Promise<Fault | undefined> {
  const declared = declarationOf(face)?.locate
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(`${face.era} ${at}`, saw, 'locate declared, listed and answered, or not offered at all', remedy)
  if (declared !== undefined && typeof declared !== 'boolean')
    return wrong(
      '$.capabilities.extensions',
      'locate is neither true nor false',
      'declare locate: true or false',
    )
  const listed = await listsLocate(face)
  if (declared !== undefined && declared !== listed)
    return wrong(
      'resources/templates/list',
      listed
        ? 'locate listed although it is declared as not offered'
        : 'locate not listed although it is declared',
      `list ${LOCATE_TEMPLATE} exactly when locate is true`,
    )
  if (await offersLocate(face)) return undefined
  const reading = (await target.readings()).find(({ era }) => era === face.era)
  if (reading?.read?.kind !== 'answer') return undefined
  const reply = await face.ask('resources/read', { uri: locateUri(reading.read.root.id) })
  return reply.kind === 'result'
    ? wrong('locate', 'an answer although it is not offered', 'answer an error')
    : undefined
}

async function judgeThere(target: ElementsTarget, one: Asked): Promise<Fault | undefined> {
  if (locationIn(one)?.state !== 'gone') return undefined
  const { read } = await target.readAgain(one.face)
  if (read?.kind !== 'answer' || ![...walk(read.root)].some(({ element }) => element.id === one.id))
    return undefined
  return fault(
    `${one.era} locate`,
    'gone for an element that is still in the tree',
    'gone only for an element that no longer exists',
    'answer offscreen for what is there but not drawn',
  )
}

function judgeLocation({ era, id, reply }: Asked): Fault | undefined {
  // An element that can't be placed answers as an id never issued (EL-4.2-cannot-place).
  if (reply.kind === 'error') return undefined
  const { text, wrong } = contentOf(reply, era, locateUri(id))
  if (wrong || text === undefined) return wrong
  const { findings } = readLocation(parse(text))
  return faultOf(findings, era, () => true)
}

function locationIn({ era, id, reply }: Asked): Location | undefined {
  const { text } = contentOf(reply, era, locateUri(id))
  return text === undefined ? undefined : readLocation(parse(text)).location
}
