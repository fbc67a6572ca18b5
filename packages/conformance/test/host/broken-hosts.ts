/** Hosts that are wrong in one way. */
import { checkHost } from '@copane/conformance/node'
import type { RequirementId } from '@copane/protocol/findings'
import { createHost, type Flaw } from './peers/host.ts'

/** Checks the small host, with a flaw or without; everything that did not pass. */
export async function hostVerdicts(flaw?: Flaw): Promise<{ [id: string]: string }> {
  const outcome = await checkHost(
    { driver: folder => createHost(folder, flaw) },
    { actMs: 4000, quietMs: 300 },
  )
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { checks } = outcome.report
  if (/canary|elements:\/\/locate\/\w/.test(JSON.stringify(checks)))
    throw new Error('the report quotes the app')
  return Object.fromEntries(
    checks.flatMap(({ id, verdict }) => (verdict === 'passed' ? [] : [[id, verdict]])),
  )
}

/** Every host that is broken in one way; its own check fails, and nothing else. */
export const BROKEN_HOSTS: readonly (readonly [id: RequirementId, title: string, flaw: Flaw])[] = [
  ['EL-8-by-pid', 'takes the first app of the bundle identifier', 'first-of-name'],
  ['EL-8-ignore-stale', 'asks for a process that has ended', 'dead'],
  ['EL-8-ignore-stale', 'believes the bundle identifier of the descriptor', 'bundle'],
  ['EL-8-listener-check', 'does not look who listens', 'listener'],
  ['EL-8-endpoint', 'rewrites the path', 'own-path'],
  ['EL-8-endpoint', 'goes to any name of this machine', 'any-address'],
  ['EL-10-unsupported', 'asks apps of every version', 'any-version'],
  ['EL-10-unsupported', 'asks apps of an older minor version', 'older-version'],
  ['EL-10-compatible', 'wants the very patch', 'exact-version'],
  ['EL-8-answer-matches', 'takes an answer of another run', 'any-instance'],
  ['EL-8-answer-matches', 'takes an answer of another protocol', 'any-answer-version'],
  ['EL-9.2-on-action', 'reads on a timer after an act', 'timer'],
  ['EL-9.2-on-action', 'reads apps before anyone acts', 'at-start'],
  ['EL-9.2-front-app', 'reads all apps', 'all-apps'],
  ['EL-4-host-reads', 'locates whatever it reads', 'locates-all'],
  ['EL-4-host-reads', 'reads again in order to locate', 'reads-to-locate'],
  ['EL-sec-bearer', 'locates without a token', 'no-token-to-locate'],
  ['EL-sec-bearer', 'follows a redirect with the token', 'follows-redirects'],
  ['EL-sec-origin', 'sends an Origin', 'origin'],
  ['EL-9.2-never-wait', 'waits for an answer as long as it takes', 'waits'],
  ['EL-9.2-never-wait', 'makes something up where an app gives an error', 'takes-errors'],
  ['EL-sec-bearer', 'sends the token of another app', 'token-of-another'],
  ['EL-9.2-show-remove', 'takes a late answer in after all', 'takes-late'],
  ['EL-9.2-full-name', 'asks the app it read last', 'last-app'],
  ['EL-9.2-full-name', 'tells the agent the instance', 'tells-instance'],
  ['EL-9.2-full-name', 'tells the agent the token', 'tells-token'],
  ['EL-9.2-id-unchanged', 'lower-cases ids', 'lower-case'],
  ['EL-9.2-id-unchanged', 'shortens ids for the agent', 'shortens'],
  ['EL-6-one-moment', 'keeps where a thing was', 'keeps-places'],
  ['EL-9.2-same-provider', 'asks the next run about an earlier id', 'any-run'],
  ['EL-9.2-same-provider', 'places what another run issued', 'places-what-is-gone'],
  ['EL-9.2-hover-weaker', 'sends what the pointer rests on', 'hover'],
]
