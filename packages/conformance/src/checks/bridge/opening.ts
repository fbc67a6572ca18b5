/** Checks of what a bridge server says of itself, and of its one resource (GB §3, §4.1, §8.1, §12). */
import { INSTRUCTIONS, WINDOWS_URI } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { BridgeTarget } from '../../bridge-target.js'
import { fault, outcomeOf, outcomeOfEach } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import { cacheable } from '../../wire/caching.js'
import type { Face } from '../../wire/line.js'

/** The checks of the opening. */
export const OPENING_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-3-capabilities',
    level: 'must',
    title: 'resources.subscribe and tools.listChanged are declared',
    async run({ bridge }) {
      const opened = await bridge.open()
      const reasons = opened.map(era => (era.kind === 'closed' ? `${era.era}: ${era.saw}` : ''))
      const none = capabilityFault(
        'endpoint',
        `no era of MCP opens (${reasons.join(', ')})`,
        'serve MCP there',
      )
      const faces = await bridge.faces()
      return faces.length === 0 ? outcomeOf([none]) : outcomeOf(faces.map(judgeCapabilities))
    },
  },
  {
    id: 'GB-8.1-instructions',
    level: 'should',
    title: 'instructions begin with the recommended text',
    run: async ({ bridge }) => outcomeOfEach(await bridge.faces(), 'GB-3-capabilities', judgeInstructions),
  },
  {
    id: 'GB-4.1-one-resource',
    level: 'must',
    title: 'app://windows is the one resource, and can be subscribed to',
    run: async ({ bridge, stock }) =>
      outcomeOfEach(await bridge.faces(), 'GB-3-capabilities', async face => {
        const wrong = await judgeResources(face)
        if (wrong) return wrong
        const step = await stock(face.era)
        if (step === undefined) return undefined
        return resourceFault(face.era, `MCP's own client does not get through ${step}`, 'serve that request')
      }),
  },
  {
    id: 'D-04',
    level: 'must',
    title: 'nothing may be cached',
    run: async ({ bridge }) =>
      outcomeOfEach(await bridge.faces(), 'GB-3-capabilities', face =>
        cacheable(face, [['tools/list'], ['resources/list'], ['resources/read', WINDOWS_URI]]),
      ),
  },
]

const capabilityFault = (at: string, saw: string, remedy: string): Fault =>
  fault(at, saw, '{ resources: { subscribe: true }, tools: { listChanged: true } }', remedy)

function judgeCapabilities({ era, capabilities }: Face): Fault | undefined {
  const { resources, tools } = capabilities
  if (!isRecord(resources) || resources.subscribe !== true)
    return capabilityFault(
      `${era} $.capabilities.resources`,
      'subscribe is not true',
      'declare subscribe: true',
    )
  if (!isRecord(tools) || tools.listChanged !== true)
    return capabilityFault(
      `${era} $.capabilities.tools`,
      'listChanged is not true',
      'declare listChanged: true',
    )
  return undefined
}

function judgeInstructions({ era, instructions }: Face): Fault | undefined {
  const text = typeof instructions === 'string' ? words(instructions) : ''
  if (text.startsWith(words(INSTRUCTIONS))) return undefined
  return fault(
    `${era} $.instructions`,
    text === '' ? 'no instructions' : 'another text than the recommended one',
    "the text of GB 8.1, with the app's own notes after it",
    'start with that text, word by word',
  )
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

const resourceFault = (at: string, saw: string, remedy: string): Fault =>
  fault(at, saw, 'exactly one resource, app://windows, which can be subscribed to', remedy)

async function judgeResources(face: Face): Promise<Fault | undefined> {
  const { era, capabilities } = face
  const listed = await face.ask('resources/list')
  const resources: unknown[] =
    listed.kind === 'result' && Array.isArray(listed.result.resources) ? listed.result.resources : []
  if (!resources.some(resource => isRecord(resource) && resource.uri === WINDOWS_URI))
    return resourceFault(`${era} resources/list`, 'app://windows is not listed', 'list it')
  if (resources.length > 1 || (listed.kind === 'result' && listed.result.nextCursor !== undefined))
    return resourceFault(
      `${era} resources/list`,
      'more than one resource',
      'put everything into app://windows',
    )
  const templates = await face.ask('resources/templates/list')
  if (
    templates.kind === 'result' &&
    Array.isArray(templates.result.resourceTemplates) &&
    templates.result.resourceTemplates.length > 0
  )
    return resourceFault(`${era} resources/templates/list`, 'a template', 'put everything into app://windows')
  if (isRecord(capabilities.resources) && capabilities.resources.listChanged === true)
    return resourceFault(
      `${era} $.capabilities.resources`,
      'listChanged is declared',
      'leave it out: the list is fixed',
    )
  return undefined
}
