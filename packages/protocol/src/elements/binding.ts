/** The elements protocol on MCP: every name and number that an official value could replace (D-03, D-04). */

/** The version this code speaks. */
export const ELEMENTS_PROTOCOL = '0.2.0'

/** Our extension identifier, under `capabilities.extensions` in both eras (D-03). */
export const ELEMENTS_EXTENSION = 'dev.copane/elements'

/** The resource that answers `current` (D-04). */
export const CURRENT_URI = 'elements://current'

/** The template that answers `locate`; listed only where positions can be reported (D-04). */
export const LOCATE_TEMPLATE = 'elements://locate/{id}'

const LOCATE_PREFIX = 'elements://locate/'

/** The address that asks where one element is. */
export const locateUri = (id: string): string => LOCATE_PREFIX + id

/** The id inside a `locate` address; undefined for any other address. */
export const idOfLocateUri = (uri: string): string | undefined =>
  uri.startsWith(LOCATE_PREFIX) ? uri.slice(LOCATE_PREFIX.length) : undefined

/** Both resources are JSON. */
export const JSON_MIME = 'application/json'

/** What a host accepts by default; each is an option (D-16). */
export const LIMITS = {
  maxElements: 10_000,
  maxDepth: 64,
  maxBytes: 4 * 1024 * 1024,
  maxTextBlockBytes: 64 * 1024,
  maxImageBytes: 256 * 1024,
} as const

/** How much of an answer a host takes. */
export type Limits = { [Name in keyof typeof LIMITS]: number }

/** How long a host waits, in milliseconds; each is an option (D-17). */
export const TIMES = { currentMs: 300, locateMs: 150, frontMs: 500 } as const

/** The largest descriptor a host reads (D-10). */
export const MAX_DESCRIPTOR_BYTES = 64 * 1024
