/** Whether a descriptor file leads to an app that may be asked (concepts "Discovery" · D-10 to D-13). */
import {
  type BridgeEndpoint,
  type Descriptor,
  ELEMENTS_PROTOCOL,
  isAlive,
  parseDescriptor,
  parseEndpoint,
  type ProcStat,
} from '@copane/protocol/elements'
import { BRIDGE_PROTOCOL } from '@copane/protocol/bridge'
import { compatible, type RuleId } from '@copane/protocol/findings'
import { IGNORED, type IgnoredWhy } from './ignored.js'
import { judgeListeners, type ListenerFacts } from './listeners.js'

/** What was read of a file: its text, or why there is none. */
export type FileFacts = { kind: 'text'; text: string } | { kind: 'unread'; why: IgnoredWhy }

/** The process that a descriptor names; `unknown` where the system tells only that it runs. */
export type ProcessFacts = { kind: 'stat'; stat: ProcStat } | { kind: 'none' } | { kind: 'unknown' }

/** What the system says of a descriptor's process. */
export type SystemFacts = {
  process: ProcessFacts
  /** By port: the sockets that listen there. */
  listeners: (port: number) => ListenerFacts
  /** The bundle identifiers under which the system knows the process; [] when it knows none. */
  bundleIds: readonly string[]
}

/** A descriptor that is not used, and why. */
export type Ignored = { kind: 'ignored'; file: string; why: IgnoredWhy; rule: RuleId; message: string }

/** A descriptor whose app may be asked. */
export type UsedDescriptor = {
  kind: 'used'
  file: string
  descriptor: Descriptor
  /** Whether the system confirmed the bundle identifier (D-13). */
  bundle: 'verified' | 'unverified'
  bridge: BridgeOffer
}

/** The bridge endpoint of a descriptor, judged like the elements endpoint. */
export type BridgeOffer =
  | { kind: 'offered'; endpoint: BridgeEndpoint }
  | { kind: 'none' }
  | { kind: 'ignored'; why: IgnoredWhy; rule: RuleId; message: string }

/** What came of one file. */
export type DescriptorVerdict = UsedDescriptor | Ignored

/** A well-formed descriptor of a version we speak, whose process is still to be judged. */
export type Candidate = { kind: 'candidate'; file: string; descriptor: Descriptor; port: number }

/**
 * Judges what can be judged by the text alone.
 *
 * Source  EL-8-descriptor, EL-8-endpoint, EL-10-unsupported · D-10
 */
export function judgeFile(file: string, facts: FileFacts): Candidate | Ignored {
  if (facts.kind === 'unread') return judgeUnread(file, facts.why)
  const outcome = parseDescriptor(facts.text)
  if (outcome.kind === 'nonsense') return ignored(file, 'nonsense', outcome.reason)
  const { descriptor } = outcome
  if (!compatible(ELEMENTS_PROTOCOL, descriptor.protocol)) return ignored(file, 'other-protocol')
  const target = parseEndpoint(descriptor.endpoint)
  return target ? { kind: 'candidate', file, descriptor, port: target.port } : ignored(file, 'other-endpoint')
}

/**
 * Judges a candidate against what the system says of its process.
 *
 * Source  EL-8-ignore-stale, EL-8-listener-check · D-11, D-12, D-13
 */
export function judgeDescriptor(
  { file, descriptor, port }: Candidate,
  facts: SystemFacts,
): DescriptorVerdict {
  const why = judgeProcess(descriptor, facts.process) ?? judgeListeners(facts.listeners(port))
  if (why) return ignored(file, why)
  const isKnown = facts.bundleIds.length > 0
  if (isKnown && !facts.bundleIds.includes(descriptor.bundleId)) return ignored(file, 'other-bundle')
  const bundle = isKnown ? 'verified' : 'unverified'
  return { kind: 'used', file, descriptor, bundle, bridge: judgeBridge(descriptor, facts) }
}

/** What is said of a file without its text. */
export const judgeUnread = (file: string, why: IgnoredWhy): Ignored => ignored(file, why)

/** The ports whose listeners have to be looked up for a candidate. */
export function portsOf({ descriptor, port }: Candidate): number[] {
  const bridge = descriptor.bridge && parseEndpoint(descriptor.bridge.endpoint)?.port
  return bridge === undefined || bridge === port ? [port] : [port, bridge]
}

function judgeProcess(descriptor: Descriptor, facts: ProcessFacts): IgnoredWhy | undefined {
  switch (facts.kind) {
    case 'none':
      return 'not-running'
    case 'unknown':
      return undefined
    case 'stat':
      if (!isAlive(facts.stat)) return 'zombie'
      return descriptor.pidStart === undefined || descriptor.pidStart === facts.stat.start
        ? undefined
        : 'pid-reused'
    default:
      return facts satisfies never
  }
}

function judgeBridge({ bridge }: Descriptor, facts: SystemFacts): BridgeOffer {
  if (!bridge) return { kind: 'none' }
  const why = judgeBridgeEndpoint(bridge, facts)
  return why ? { kind: 'ignored', why, ...IGNORED[why] } : { kind: 'offered', endpoint: bridge }
}

function judgeBridgeEndpoint(
  { protocol, endpoint }: BridgeEndpoint,
  facts: SystemFacts,
): IgnoredWhy | undefined {
  if (!compatible(BRIDGE_PROTOCOL, protocol)) return 'other-protocol'
  const target = parseEndpoint(endpoint)
  return target ? judgeListeners(facts.listeners(target.port)) : 'other-endpoint'
}

const ignored = (file: string, why: IgnoredWhy, detail?: string): Ignored => ({
  kind: 'ignored',
  file,
  why,
  rule: IGNORED[why].rule,
  message: detail === undefined ? IGNORED[why].message : `${IGNORED[why].message}: ${detail}`,
})
