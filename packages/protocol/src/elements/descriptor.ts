/** The descriptor of a running provider: its folder, its name, its fields (concepts "Discovery" · D-10). */
import { isRecord, misfits, picked } from '../findings/shape.js'
import { DESCRIPTOR_FIELDS } from './fields.js'
import type { Descriptor } from './types.js'
import { descriptorFits } from './validate.gen.js'

/** What the rule of D-10 looks at; gathered from the system, not from one side's environment. */
export type FolderFacts = {
  /** The value of COPANE_PROVIDERS_DIR. */
  override: string | undefined
  platform: string
  uid: number
  /** From the user database. */
  home: string
  /** `/run/user/<uid>` exists and is ours. */
  hasRuntimeFolder: boolean
  /** %LOCALAPPDATA%, on Windows. */
  localAppData?: string
}

/** The folder that holds the descriptors of one user's running providers (D-10). */
export function providersFolder(facts: FolderFacts): string {
  if (facts.override) return facts.override
  if (facts.platform === 'win32')
    return `${facts.localAppData ?? `${facts.home}\\AppData\\Local`}\\copane\\providers`
  if (facts.platform === 'darwin') return `${facts.home}/Library/Application Support/copane/providers`
  return facts.hasRuntimeFolder
    ? `/run/user/${facts.uid}/copane/providers`
    : `${facts.home}/.local/state/copane/providers`
}

/** The name of a provider's file in the folder. */
export const descriptorFileName = (pid: number, instance: string): string => `${pid}-${instance}.json`

/**
 * What came of the text of a file; the reason holds nothing of it.
 *
 * Shape   `elsewhere` is a whole descriptor with an endpoint that nobody may use; the other endpoint may be sound.
 */
export type DescriptorOutcome =
  | { kind: 'descriptor'; descriptor: Descriptor }
  | { kind: 'elsewhere'; descriptor: Descriptor; reason: string }
  | { kind: 'nonsense'; reason: string }

/**
 * Reads the text of a descriptor file.
 *
 * Errors  none: what is not one JSON object with the required fields is nonsense, with the first reason.
 * Source  concepts "Discovery" · EL-8-descriptor, EL-8-endpoint · D-10
 */
export function parseDescriptor(text: string): DescriptorOutcome {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'nonsense', reason: 'not JSON' }
  }
  if (!isRecord(value)) return { kind: 'nonsense', reason: 'not a JSON object' }
  const known = picked(value, DESCRIPTOR_FIELDS)
  if (!isDescriptor(known)) return { kind: 'nonsense', reason: firstMisfit(known) }
  const { pid, instance, endpoint, token, bridge } = known
  if (pid <= 0) return { kind: 'nonsense', reason: 'pid is not above 0' }
  if (!isInstance(instance)) return { kind: 'nonsense', reason: 'instance is not 1 to 128 characters' }
  if (![token, bridge?.token ?? token].every(isToken))
    return { kind: 'nonsense', reason: 'token is not made of the characters of a bearer token' }
  const wrong = [endpoint, bridge?.endpoint ?? endpoint].findIndex(one => !parseEndpoint(one))
  if (wrong < 0) return { kind: 'descriptor', descriptor: known }
  const field = wrong === 0 ? 'endpoint' : 'bridge.endpoint'
  return { kind: 'elsewhere', descriptor: known, reason: `${field} is not http://127.0.0.1:<port><path>` }
}

/** True for 1 to 128 characters, each one code point (D-21). */
export const isInstance = (text: string): boolean => /^[^]{1,128}$/u.test(text)

/**
 * Port and path of an endpoint; undefined unless it is `http://127.0.0.1:<port><path>`.
 *
 * Shape   no path at all reads as `/`, which is what a request for it says.
 * Source  EL-8-endpoint
 */
export function parseEndpoint(endpoint: string): { port: number; path: string } | undefined {
  const [, digits, path] = ENDPOINT.exec(endpoint) ?? []
  const port = Number(digits)
  return path !== undefined && port <= 65_535 ? { port, path: path || '/' } : undefined
}

const ENDPOINT = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})((?:\/[!"$-~]*)?)$/

/** What may follow `Bearer ` in a header (RFC 6750). */
const isToken = (token: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(token)

const isDescriptor = (value: { [name: string]: unknown }): value is Descriptor => descriptorFits(value)

function firstMisfit(value: { [name: string]: unknown }): string {
  const [wrong] = misfits(value, DESCRIPTOR_FIELDS)
  return wrong
    ? `${wrong.path.slice(1)} is ${wrong.kind}: ${wrong.want} belongs there`
    : 'not the fields of a descriptor'
}
