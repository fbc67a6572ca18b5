/** What the user lets a host hand to agents: a switch, and rules of what to keep out (FR-34 · D-52). */
import { ROLES, type Role } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'

/**
 * What is kept out: everything for which all that the rule names holds, with all that is inside it.
 *
 * Shape   at least one field. `bundleId`, `url` and `subrole` are patterns in which `*` is any run of characters; case
 *         never matters. `bundleId` alone keeps the whole app out, windows included.
 */
export type DenyRule = { bundleId?: string; url?: string; subrole?: string; role?: Role }

/**
 * The user's settings.
 *
 * Shape   `off`: nothing is read, shown or sent. `keepSentDays`: how long what was sent is kept on disk; 0, the default,
 *         keeps none of it. `always`, off unless it is true: an agent may see what the user points at whenever it asks,
 *         without an act of the user (D-50). `askFirst`, off unless it is true: the user is asked before an action that the app
 *         calls destructive.
 */
export type Settings = {
  off: boolean
  deny: readonly DenyRule[]
  keepSentDays: number
  always?: true
  askFirst?: true
}

/** The settings as they are now; where they can't be read or understood, nothing is allowed, and this says why. */
export type Consent = { kind: 'settings'; settings: Settings } | { kind: 'unreadable'; message: string }

/** The settings of a user who never changed any. */
export const DEFAULT_SETTINGS: Settings = { off: false, deny: [], keepSentDays: 0 }

/** How many rules a file may hold: each is held against each element. */
const MOST_RULES = 1000
const MOST_DAYS = 3650

/** The text of a settings file. */
export const settingsText = (settings: Settings): string =>
  `${JSON.stringify({ version: 1, ...settings }, undefined, 2)}\n`

/**
 * Reads the text of a settings file.
 *
 * Shape   nothing is guessed: a field that is not known or named twice, a rule without a field or a version that is not 1
 *         makes the whole text unreadable, for each of them could be a denial.
 * Errors  none; the message names the place, and quotes nothing.
 */
export function parseSettings(text: string): Consent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unreadable('it is no JSON')
  }
  if (hasTwins(text))
    return unreadable('it holds a field twice in one object, of which only the last would count')
  if (!isRecord(value)) return unreadable('it is no object')
  const { version, off = false, deny = [], keepSentDays = 0, always, askFirst, ...others } = value
  if (version !== 1) return unreadable('its "version" is not 1')
  if (Object.keys(others).length > 0) return unreadable('it holds a field that is not known')
  if (typeof off !== 'boolean') return unreadable('its "off" is neither true nor false')
  if (!isChoice(always)) return unreadable('its "always" is neither true nor false')
  if (!isChoice(askFirst)) return unreadable('its "askFirst" is neither true nor false')
  if (!isDays(keepSentDays)) return unreadable(`its "keepSentDays" is no whole number from 0 to ${MOST_DAYS}`)
  if (!Array.isArray(deny) || deny.length > MOST_RULES)
    return unreadable(`its "deny" is no list of at most ${MOST_RULES} rules`)
  const rules: DenyRule[] = []
  for (const [at, entry] of deny.entries()) {
    const rule = readRule(entry)
    if (typeof rule === 'string') return unreadable(`deny[${at}] ${rule}`)
    rules.push(rule)
  }
  const chosen = { ...(always ? { always } : {}), ...(askFirst ? { askFirst } : {}) }
  return { kind: 'settings', settings: { off, deny: rules, keepSentDays, ...chosen } }
}

/** True when an object of a JSON text names a field twice. */
function hasTwins(text: string): boolean {
  const open: (Set<unknown> | undefined)[] = []
  for (const [token, name] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (name !== undefined) {
      const names = open.at(-1)
      const known: unknown = JSON.parse(name)
      if (names?.has(known)) return true
      names?.add(known)
    }
  }
  return false
}

/** A bracket, the name of a field with its colon, or another string, which is passed over. */
const TOKEN = /[{}[\]]|("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"/g

const unreadable = (message: string): Consent => ({ kind: 'unreadable', message })

const isChoice = (value: unknown): value is boolean | undefined =>
  value === undefined || typeof value === 'boolean'

const isDays = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_DAYS

/** A rule as it was written; what is wrong with it, in words. */
export function readRule(value: unknown): DenyRule | string {
  if (!isRecord(value)) return 'is no object'
  const { bundleId, url, subrole, role, ...others } = value
  if (Object.keys(others).length > 0) return 'holds a field that is not known'
  const rule: DenyRule = {}
  for (const [name, pattern] of Object.entries({ bundleId, url, subrole } as const)) {
    if (pattern === undefined) continue
    if (typeof pattern !== 'string' || pattern === '') return `has a "${name}" that is no pattern`
    if (name === 'bundleId' || name === 'url' || name === 'subrole') rule[name] = pattern
  }
  if (role !== undefined) {
    const known = ROLES.find(word => word === role)
    if (known === undefined) return 'has a "role" that is none of the thirteen words'
    rule.role = known
  }
  return Object.keys(rule).length > 0 ? rule : 'names nothing; give it a bundleId, url, subrole or role'
}
