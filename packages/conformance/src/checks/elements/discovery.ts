/** Checks of how a provider is found: endpoint and descriptor (concepts "Discovery" · D-10). */
import { parseDescriptor, parseEndpoint } from '@copane/protocol/elements'
import type { DescriptorFacts } from '../../descriptor-facts.js'
import type { ElementsTarget } from '../../elements-target.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'

/** The checks of endpoint and descriptor. */
export const DISCOVERY_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'EL-8-endpoint',
    level: 'must',
    title: 'the endpoint is http://127.0.0.1:<port><path> and speaks MCP',
    async run({ elements, stock }) {
      if (!parseEndpoint(elements.endpoint))
        return outcomeOf([
          wrongEndpoint('endpoint', 'not of the form http://127.0.0.1:<port><path>', 'use that form'),
        ])
      const opened = await elements.open()
      const faces = opened.flatMap(era => (era.kind === 'open' ? [era.face] : []))
      const reasons = opened.map(era => (era.kind === 'closed' ? `${era.era}: ${era.saw}` : ''))
      if (faces.length === 0)
        return outcomeOf([
          wrongEndpoint('endpoint', `no era of MCP opens (${reasons.join(', ')})`, 'serve MCP there'),
        ])
      const faults: (Fault | undefined)[] = []
      for (const { era } of faces) {
        const step = await stock(era)
        if (step !== undefined)
          faults.push(
            wrongEndpoint(
              era,
              `MCP's own client does not get through ${step}`,
              'hold that request and its answer against spec/wire.md',
            ),
          )
      }
      return outcomeOf(faults)
    },
  },
  {
    id: 'EL-8-descriptor',
    level: 'must',
    title: 'the descriptor holds what a host needs to find the provider, and goes when it quits',
    stage: 'ends',
    async run(target) {
      const { descriptor, elements } = target
      if (!descriptor) return notRun('descriptor')
      const now = outcomeOf([judgeDescriptor(descriptor, elements.endpoint, elements.token)])
      return now.kind === 'passed' ? laterDescriptor(target) : now
    },
  },
  {
    id: 'EL-sec-permissions',
    level: 'must',
    title: 'the folder is 0700 and the descriptor 0600',
    run({ descriptor }) {
      if (!descriptor?.file || !descriptor.folder) return notRun('descriptor')
      if (!descriptor.hasModes) return vacuous('this system has no such permissions')
      return outcomeOf([permissionFault(descriptor)])
    },
  },
]

const wrongEndpoint = (at: string, saw: string, remedy: string): Fault =>
  fault(at, saw, 'http://127.0.0.1:<port><path>, answering MCP in at least one era', remedy)

function judgeDescriptor(
  facts: DescriptorFacts,
  endpoint: string,
  token: string | undefined,
): Fault | undefined {
  const wrong = (saw: string, remedy: string) =>
    fault('descriptor', saw, 'one JSON object with every field of D-10, naming this provider', remedy)
  if (!facts.name.endsWith('.json'))
    return wrong('a name that does not end in .json', 'name it <pid>-<instance>.json')
  if (facts.text === undefined)
    return wrong('no regular file of at most 64 KiB', 'write one before you are read')
  const outcome = parseDescriptor(facts.text)
  if (outcome.kind !== 'descriptor') return wrong(outcome.reason, 'write every field of D-10, of its type')
  const { descriptor } = outcome
  if (descriptor.endpoint !== endpoint)
    return wrong('another endpoint than the one that was checked', 'write the one you serve')
  if (descriptor.token !== token)
    return wrong('another token than the one that opens the endpoint', 'write the one of this run')
  const port = parseEndpoint(endpoint)?.port
  if (port !== undefined && facts.listens(descriptor.pid, port) === false)
    return wrong('a pid that does not hold the listening socket', 'write the pid of the process that listens')
  return undefined
}

/** After a restart the old file is gone, or it is the new one. */
async function laterDescriptor(target: ElementsTarget): Promise<CheckOutcome> {
  const before = target.descriptor?.text
  const life = await target.nextLife()
  if (life.kind === 'cannot') return notRun('driver step restart')
  if (life.kind === 'never') return vacuous('the app never starts again')
  const { left, descriptor, endpoint, token } = life
  const stayed = left?.text !== undefined && left.text === before
  return outcomeOf([
    stayed
      ? fault(
          'descriptor after restart',
          'the file of the run before',
          'a descriptor that is removed when the app quits',
          'remove it on the way out, also when a signal ends the app',
        )
      : undefined,
    descriptor && judgeDescriptor(descriptor, endpoint, token),
  ])
}

function permissionFault({ file, folder }: DescriptorFacts): Fault | undefined {
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(at, saw, 'a folder 0700 and a file 0600, both of this user and neither a link', remedy)
  if (folder?.kind !== 'folder')
    return wrong('folder', 'no folder of its own', 'make a real folder, not a link')
  if (!folder.isOurs) return wrong('folder', "another user's folder", 'write into the folder of this user')
  if (folder.mode !== 0o700) return wrong('folder', `mode 0${folder.mode.toString(8)}`, 'make it 0700')
  if (file?.kind !== 'file') return wrong('file', 'no regular file', 'write a file, not a link')
  if (!file.isOurs) return wrong('file', "another user's file", 'write it as this user')
  if (file.mode !== 0o600) return wrong('file', `mode 0${file.mode.toString(8)}`, 'create it as 0600')
  return undefined
}
