/** The wire shapes of the elements protocol 0.2.0 (elements §4, §5, §6, §8). */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The thirteen role words (elements §5.2 · EL-5.2-role-words). */
export const ROLES = [
  'Application',
  'Window',
  'Group',
  'List',
  'Table',
  'Row',
  'Cell',
  'Text',
  'Heading',
  'Link',
  'Image',
  'Page',
  'Document',
] as const

/** How a thing is shown: one of the thirteen words. */
export type Role = (typeof ROLES)[number]

/** What MCP wants to know of an embedded resource: a uri with text or with base64 bytes. */
export type EmbeddedResource = { uri: string; mimeType?: string; text?: string; blob?: string }

/** MCP's ContentBlock as of 2026-07-28, handed on unchanged (elements §5.5). */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string }
  | { type: 'resource'; resource: EmbeddedResource }

/** A link that is not containment (elements §5.6, D-25). */
export type RelatedLink = { relation: string; id: string } | { relation: string; url: string }

/**
 * One thing the app shows, with the things inside it.
 *
 * Shape   states are sent only when true; `visible` only where it differs from the parent's.
 * Source  elements 0.2.0 §5.1
 */
export type TreeElement = {
  id: string
  role: Role
  subrole?: string
  title?: string
  content?: ContentBlock[]
  url?: string
  selected?: true
  focused?: true
  visible?: boolean
  hovered?: true
  children?: TreeElement[]
  attributes?: { [name: string]: Json }
}

/** What `current` answers: exactly three fields (elements §4.1). */
export type Answer = { protocol: string; instance: string; root: TreeElement }

/** A rectangle in global display coordinates. Units: points, origin top-left of the primary display, y down. */
export type Rect = { x: number; y: number; w: number; h: number }

/** The side of an element that things are best attached to. */
export type Edge = 'top' | 'right' | 'bottom' | 'left'

/** Whether an element is on screen, is not, or no longer exists (D-14). */
export type LocationState = 'visible' | 'offscreen' | 'gone'

/**
 * What `locate` answers.
 *
 * Shape   `gone`: state alone. `offscreen`: no rects. `visible`: at least one rect, one per line of text.
 * Source  elements 0.2.0 §4.2, concepts "Locations" · D-14
 */
export type Location = {
  state: LocationState
  rects?: Rect[]
  window?: number
  avoid?: Rect
  edge?: Edge
}

/** The bridge endpoint that our descriptors add (D-10). */
export type BridgeEndpoint = { protocol: string; endpoint: string; token: string }

/** The descriptor file of a running provider (concepts "Discovery" · D-10). */
export type Descriptor = {
  protocol: string
  bundleId: string
  name: string
  version: string
  instance: string
  endpoint: string
  token: string
  pid: number
  pidStart?: string
  bridge?: BridgeEndpoint
}
