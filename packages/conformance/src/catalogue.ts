/** What the kit checks, as a list: whom, by which checks, and which rows of the catalogue have none. */
import { BRIDGE_PROTOCOL } from '@copane/protocol/bridge'
import { ELEMENTS_PROTOCOL } from '@copane/protocol/elements'
import type { RuleId } from '@copane/protocol/findings'
import { BRIDGE_CHECKS } from './checks/bridge/index.js'
import { CLIENT_CHECKS } from './checks/client/index.js'
import { ELEMENTS_CHECKS } from './checks/elements/index.js'
import { HOST_CHECKS } from './checks/host/index.js'
import type { Check, Level, Stage } from './types.js'

/** Whom the kit can check: a provider of elements, a bridge server, a host of elements, a client of the bridge. */
export const SUBJECTS = ['elements', 'bridge', 'host', 'client'] as const

/** One of them. */
export type Subject = (typeof SUBJECTS)[number]

/** One check as it is listed; `stage` as it stands in types.ts. */
export type ListedCheck = { id: RuleId; title: string; level: Level; needs: readonly RuleId[]; stage?: Stage }

/** The version of the protocol that a subject is held to. */
export const PROTOCOL_OF: { readonly [Name in Subject]: string } = {
  elements: ELEMENTS_PROTOCOL,
  bridge: BRIDGE_PROTOCOL,
  host: ELEMENTS_PROTOCOL,
  client: BRIDGE_PROTOCOL,
}

/** Every check of a subject, in the order of its reports. */
export const checksOf = (subject: Subject): ListedCheck[] => LISTS[subject]

/** Rows that name the wire and that no check judges, with the reason. */
export const UNCHECKED: { readonly [Id in RuleId]?: string } = {
  'GB-3-transport':
    'any transport of MCP is allowed, so no message can break it; a program on stdio and an address are both checked',
}

const listed = <Target>(checks: readonly Check<Target>[]): ListedCheck[] =>
  checks.map(({ id, title, level, needs = [], stage }) => ({
    id,
    title,
    level,
    needs,
    ...(stage === undefined ? {} : { stage }),
  }))

const LISTS: { readonly [Name in Subject]: ListedCheck[] } = {
  elements: listed(ELEMENTS_CHECKS),
  bridge: listed(BRIDGE_CHECKS),
  host: listed(HOST_CHECKS),
  client: listed(CLIENT_CHECKS),
}
