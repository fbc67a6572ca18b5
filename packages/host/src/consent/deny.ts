/** What the settings keep out, on every road to an agent (FR-34). */
import type { ContentBlock, TreeElement } from '@copane/protocol/elements'
import { addressForms, addressMatcher, globMatcher, type Matches } from './glob.js'
import type { Consent, DenyRule } from './settings.js'

/** Why nothing of an app may be handed out. */
export type Barred = { kind: 'barred'; why: 'off' | 'app' | 'element' | 'settings'; message: string }

/**
 * What may be handed out of an app.
 *
 * Shape   `allowed` holds the tests for what is inside the app; `windows: false`: its windows are kept out as such, so
 *         neither an element nor the bridge may show one.
 */
export type Allowance = { kind: 'allowed'; denies: Denies; windows: boolean } | Barred

/** The tests for what is inside one app. */
export type Denies = {
  /** An element, and with it all that is inside it. */
  element: (element: TreeElement) => boolean
  /** An address by itself: a link to it is kept out as well. */
  address: (url: string) => boolean
  /** True when no rule can match anything in this app. */
  isNone: boolean
}

/**
 * What the settings allow of one app.
 *
 * Shape   every road asks this first: reading, offering, sending, and opening the windows.
 * Source  FR-34 · D-52: settings that can't be read deny
 */
export function allowanceOf(consent: Consent, bundleId: string): Allowance {
  const general = barredForAll(consent)
  if (general) return general
  if (consent.kind === 'unreadable') return barredBySettings(consent.message)
  const rules = consent.settings.deny.filter(rule => appliesTo(rule, bundleId))
  if (rules.some(rule => isOfApp(rule) || isWhole(rule, 'Application')))
    return { kind: 'barred', why: 'app', message: 'the settings keep this app out' }
  return {
    kind: 'allowed',
    denies: deniesOf(rules),
    windows: !rules.some(rule => isWhole(rule, 'Window')),
  }
}

/** Why one element may not be asked about; `path`: it and what it is in. Undefined when it may. */
export function elementBarred(
  consent: Consent,
  bundleId: string,
  path: readonly TreeElement[],
): Barred | undefined {
  const allowance = allowanceOf(consent, bundleId)
  if (allowance.kind === 'barred') return allowance
  const { denies, windows } = allowance
  return path.some(element => denies.element(element) || (!windows && element.role === 'Window'))
    ? { kind: 'barred', why: 'element', message: 'the settings keep this element out' }
    : undefined
}

/** Why no app at all may be asked; undefined when some may. */
export function barredForAll(consent: Consent): Barred | undefined {
  if (consent.kind === 'unreadable') return barredBySettings(consent.message)
  return consent.settings.off
    ? { kind: 'barred', why: 'off', message: 'the user turned this off in the settings' }
    : undefined
}

const barredBySettings = (message: string): Barred => ({
  kind: 'barred',
  why: 'settings',
  message: `the settings can't be read, so nothing is allowed: ${message}`,
})

const appliesTo = ({ bundleId }: DenyRule, id: string): boolean =>
  bundleId === undefined || globMatcher(bundleId)(id)

/** True for a rule that names one field; which app it is for aside. */
const isOnly = ({ bundleId: _, ...rule }: DenyRule, name: 'url' | 'subrole' | 'role'): boolean =>
  Object.keys(rule).every(field => field === name) && rule[name] !== undefined

const isOfApp = ({ url, subrole, role }: DenyRule): boolean =>
  url === undefined && subrole === undefined && role === undefined

/** A rule on a role that no other field narrows but the app's. */
const isWhole = ({ role, url, subrole }: DenyRule, word: DenyRule['role']): boolean =>
  role === word && url === undefined && subrole === undefined

/** Rules of one field are asked as one, once for each text: a list of ten thousand rows names few addresses. */
function deniesOf(rules: readonly DenyRule[]): Denies {
  const isKind = anyOf(
    rules.flatMap(rule => (isOnly(rule, 'subrole') ? [globMatcher(rule.subrole ?? '')] : [])),
  )
  const address = anyAddress(rules.flatMap(rule => (isOnly(rule, 'url') ? [rule.url ?? ''] : [])))
  const roles = new Set(rules.flatMap(rule => (isOnly(rule, 'role') ? [rule.role] : [])))
  const others = rules.filter(rule => !ALONE.some(name => isOnly(rule, name))).map(testOf)
  return {
    element: element =>
      roles.has(element.role) ||
      (element.subrole !== undefined && isKind(element.subrole)) ||
      addressesOf(element).some(address) ||
      others.some(test => test(element)),
    address,
    isNone: rules.length === 0,
  }
}

const ALONE = ['url', 'subrole', 'role'] as const

function testOf({ url, subrole, role }: DenyRule): (element: TreeElement) => boolean {
  const isAddress = url === undefined ? undefined : anyAddress([url])
  const isKind = subrole === undefined ? undefined : anyOf([globMatcher(subrole)])
  return element =>
    (role === undefined || element.role === role) &&
    (!isKind || (element.subrole !== undefined && isKind(element.subrole))) &&
    (!isAddress || addressesOf(element).some(isAddress))
}

/** What an element says it is: its own address, and that of the whole that its content stands for. */
const addressesOf = ({ url, content = [] }: TreeElement): string[] => [
  ...(url === undefined ? [] : [url]),
  ...content.flatMap(block => addressOfBlock(block) ?? []),
]

const addressOfBlock = (block: ContentBlock): string | undefined =>
  block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : undefined

function anyAddress(patterns: readonly string[]): Matches {
  const tests = patterns.map(addressMatcher)
  return anyOf(tests.length === 0 ? [] : [url => matchesAny(tests, addressForms(url))])
}

const matchesAny = <Asked>(tests: readonly ((asked: Asked) => boolean)[], asked: Asked): boolean =>
  tests.some(test => test(asked))

/** One test of several, which remembers what it was asked. */
function anyOf(tests: readonly Matches[]): Matches {
  if (tests.length === 0) return () => false
  const known = new Map<string, boolean>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const now = matchesAny(tests, text)
    if (known.size < MOST_REMEMBERED) known.set(text, now)
    return now
  }
}

const MOST_REMEMBERED = 10_000
