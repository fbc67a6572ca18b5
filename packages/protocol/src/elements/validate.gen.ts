/** Written by `npm run -s generate` from the tables of `fields.ts`; never by hand. */
import { isRecord } from '../findings/shape.js'
import type { Limits } from './binding.js'
import { isTitle } from './is-title.js'
import { areFlawlessAttributes } from './read-attributes.js'
import { isFlawlessContent } from './read-content.js'

type Fields = { readonly [name: string]: unknown }

/** The bit of each field in `elementBits`. */
export const ELEMENT_BITS = { id: 1, role: 2, subrole: 4, title: 8, content: 16, url: 32, selected: 64, focused: 128, visible: 256, hovered: 512, children: 1024, attributes: 2048 } as const

/** Which fields an element below the root has; 0 when one is missing, unknown or breaks a rule of its own. */
export function elementBits(given: Fields, limits: Limits): number {
  let bits = 0
  for (const name in given) {
    const value = given[name]
    switch (name) {
      case 'id':
        if (typeof value !== 'string') return 0
        bits |= 1
        break
      case 'role':
        if (!isRole(value)) return 0
        if (!(value !== 'Application')) return 0
        bits |= 2
        break
      case 'subrole':
        if (typeof value !== 'string') return 0
        bits |= 4
        break
      case 'title':
        if (typeof value !== 'string') return 0
        if (!isTitle(value)) return 0
        bits |= 8
        break
      case 'content':
        if (!Array.isArray(value)) return 0
        if (!isFlawlessContent(value, limits)) return 0
        bits |= 16
        break
      case 'url':
        if (typeof value !== 'string') return 0
        bits |= 32
        break
      case 'selected':
        if (value !== true) return 0
        bits |= 64
        break
      case 'focused':
        if (value !== true) return 0
        bits |= 128
        break
      case 'visible':
        if (typeof value !== 'boolean') return 0
        bits |= 256
        break
      case 'hovered':
        if (value !== true) return 0
        bits |= 512
        break
      case 'children':
        if (!Array.isArray(value)) return 0
        if (!(value.length > 0)) return 0
        bits |= 1024
        break
      case 'attributes':
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
        if (!areFlawlessAttributes(value, limits)) return 0
        bits |= 2048
        break
      default:
        return 0
    }
  }
  return (bits & 3) === 3 ? bits : 0
}

/** Whether the fields of a content block are of their types. */
export function contentFits(given: Fields): boolean {
  switch (given.type) {
    case 'text': {
      const text = given.text
      if (!Object.hasOwn(given, 'text') || typeof text !== 'string') return false
      return true
    }
    case 'image': {
      const data = given.data
      if (!Object.hasOwn(given, 'data') || typeof data !== 'string') return false
      const mimeType = given.mimeType
      if (!Object.hasOwn(given, 'mimeType') || typeof mimeType !== 'string') return false
      return true
    }
    case 'audio': {
      const data = given.data
      if (!Object.hasOwn(given, 'data') || typeof data !== 'string') return false
      const mimeType = given.mimeType
      if (!Object.hasOwn(given, 'mimeType') || typeof mimeType !== 'string') return false
      return true
    }
    case 'resource_link': {
      const uri = given.uri
      if (!Object.hasOwn(given, 'uri') || typeof uri !== 'string') return false
      const name = given.name
      if (!Object.hasOwn(given, 'name') || typeof name !== 'string') return false
      const mimeType = given.mimeType
      if (mimeType !== undefined && typeof mimeType !== 'string' && Object.hasOwn(given, 'mimeType')) return false
      const description = given.description
      if (description !== undefined && typeof description !== 'string' && Object.hasOwn(given, 'description')) return false
      return true
    }
    case 'resource': {
      const resource = given.resource
      if (!Object.hasOwn(given, 'resource') || !isRecord(resource) || !embeddedFits(resource)) return false
      return true
    }
    default:
      return false
  }
}

/** Whether the fields of an embedded resource are of their types. */
export function embeddedFits(given: Fields): boolean {
  const uri = given.uri
  if (!Object.hasOwn(given, 'uri') || typeof uri !== 'string') return false
  const mimeType = given.mimeType
  if (mimeType !== undefined && typeof mimeType !== 'string' && Object.hasOwn(given, 'mimeType')) return false
  const text = given.text
  if (text !== undefined && typeof text !== 'string' && Object.hasOwn(given, 'text')) return false
  const blob = given.blob
  if (blob !== undefined && typeof blob !== 'string' && Object.hasOwn(given, 'blob')) return false
  return true
}

/** Whether the fields of a rectangle are of their types. */
export function rectFits(given: Fields): boolean {
  const x = given.x
  if (!Object.hasOwn(given, 'x') || typeof x !== 'number' || !Number.isFinite(x)) return false
  const y = given.y
  if (!Object.hasOwn(given, 'y') || typeof y !== 'number' || !Number.isFinite(y)) return false
  const w = given.w
  if (!Object.hasOwn(given, 'w') || typeof w !== 'number' || !Number.isFinite(w)) return false
  const h = given.h
  if (!Object.hasOwn(given, 'h') || typeof h !== 'number' || !Number.isFinite(h)) return false
  return true
}

/** Whether the fields of a bridge endpoint are of their types. */
export function bridgeEndpointFits(given: Fields): boolean {
  const protocol = given.protocol
  if (!Object.hasOwn(given, 'protocol') || typeof protocol !== 'string') return false
  const endpoint = given.endpoint
  if (!Object.hasOwn(given, 'endpoint') || typeof endpoint !== 'string') return false
  const token = given.token
  if (!Object.hasOwn(given, 'token') || typeof token !== 'string') return false
  return true
}

/** Whether the fields of a descriptor are of their types. */
export function descriptorFits(given: Fields): boolean {
  const protocol = given.protocol
  if (!Object.hasOwn(given, 'protocol') || typeof protocol !== 'string') return false
  const bundleId = given.bundleId
  if (!Object.hasOwn(given, 'bundleId') || typeof bundleId !== 'string') return false
  const name = given.name
  if (!Object.hasOwn(given, 'name') || typeof name !== 'string') return false
  const version = given.version
  if (!Object.hasOwn(given, 'version') || typeof version !== 'string') return false
  const instance = given.instance
  if (!Object.hasOwn(given, 'instance') || typeof instance !== 'string') return false
  const endpoint = given.endpoint
  if (!Object.hasOwn(given, 'endpoint') || typeof endpoint !== 'string') return false
  const token = given.token
  if (!Object.hasOwn(given, 'token') || typeof token !== 'string') return false
  const pid = given.pid
  if (!Object.hasOwn(given, 'pid') || !Number.isSafeInteger(pid)) return false
  const pidStart = given.pidStart
  if (pidStart !== undefined && typeof pidStart !== 'string' && Object.hasOwn(given, 'pidStart')) return false
  const bridge = given.bridge
  if (bridge !== undefined && (!isRecord(bridge) || !bridgeEndpointFits(bridge)) && Object.hasOwn(given, 'bridge')) return false
  return true
}

function isRole(word: unknown): boolean {
  switch (word) {
    case 'Application':
    case 'Window':
    case 'Group':
    case 'List':
    case 'Table':
    case 'Row':
    case 'Cell':
    case 'Text':
    case 'Heading':
    case 'Link':
    case 'Image':
    case 'Page':
    case 'Document':
      return true
    default:
      return false
  }
}
