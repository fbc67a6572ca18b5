/** A version as it goes over the wire: digit for digit the one that came (D-39). */
import type { SeenWindow } from '@copane/protocol/bridge'

/**
 * What to send as `expectedVersion`.
 *
 * Shape   for digits that a number can't hold, a value that JSON.stringify writes as those digits.
 * Errors  undefined where the runtime can't write them, or they are no whole number: then nothing may be sent.
 */
export function exactVersion(
  { version, exactVersion: digits }: SeenWindow,
  writeDigits: WriteDigits = rawJson,
): unknown {
  if (digits === undefined) return Number.isSafeInteger(version) ? version : undefined
  return WHOLE.test(digits) ? writeDigits(digits) : undefined
}

/** Makes a value that is written as the digits given; undefined where there is no such thing. */
export type WriteDigits = (digits: string) => unknown

const WHOLE = /^-?(?:0|[1-9]\d*)$/

/** `JSON.rawJSON`, of which the type library knows nothing yet. */
const maker: unknown = Reflect.get(JSON, 'rawJSON')
const rawJson: WriteDigits = digits => (typeof maker === 'function' ? maker.call(JSON, digits) : undefined)
