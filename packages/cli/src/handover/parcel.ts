/** What `copane share` hands to a gateway: one collection, as the user saw it (D-50, D-52). */
import type { AppFacts, Consent, GivenImage, Receipt } from '@copane/host'
import { isReceipt } from '@copane/host/node'
import { isRecord } from '@copane/protocol/findings'

/**
 * A collection on its way to an agent.
 *
 * Shape   `text` is what the agent gets, byte for byte; `ids` are those of the elements in it. `receipt` is kept nowhere yet:
 *         whoever hands the text out keeps it then. `rules`: the settings under which the user saw it (`rulesOf`).
 * Units   `expiresAt`: milliseconds since 1970.
 */
export type Parcel = {
  app: AppFacts
  text: string
  images: readonly GivenImage[]
  ids: readonly string[]
  receipt: Receipt
  rules: string
  expiresAt: number
}

/** What the settings keep out, to be compared; undefined where they can't be read. */
export const rulesOf = (consent: Consent): string | undefined =>
  consent.kind === 'settings' ? JSON.stringify([consent.settings.off, consent.settings.deny]) : undefined

/** Reads a parcel; undefined for anything else. */
export function readParcel(value: unknown): Parcel | undefined {
  if (!isRecord(value)) return undefined
  const { app, text, images, ids, receipt, rules, expiresAt } = value
  const isWhole =
    typeof text === 'string' &&
    typeof rules === 'string' &&
    typeof expiresAt === 'number' &&
    isReceipt(receipt) &&
    isApp(app) &&
    isListOf(images, isImage) &&
    isListOf(ids, id => typeof id === 'string')
  return isWhole ? { app, text, images, ids, receipt, rules, expiresAt } : undefined
}

const isListOf = <Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(is)

const isApp = (value: unknown): value is AppFacts =>
  isRecord(value) && [value.bundleId, value.name, value.instance].every(text => typeof text === 'string')

const isImage = (value: unknown): value is GivenImage =>
  isRecord(value) && [value.id, value.mimeType, value.data].every(text => typeof text === 'string')
