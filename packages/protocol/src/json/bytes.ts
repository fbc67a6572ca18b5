/** How large a text is on the wire. */

/** The length of a text in UTF-8. Units: bytes; a lone surrogate counts as the three of its replacement. */
export function utf8Length(text: string): number {
  const first = text.search(NOT_ASCII)
  if (first < 0) return text.length
  let bytes = text.length
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x7f) continue
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    bytes += code <= 0x7ff ? 1 : 2
    if (isPair) at++
  }
  return bytes
}

const NOT_ASCII = /[^\0-\x7f]/

/** True when a text is at most so long in UTF-8; counts only where it could be too long. Units: bytes. */
export const isWithin = (text: string, maxBytes: number): boolean =>
  text.length <= maxBytes && (text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes)

/**
 * How much text a value holds, the names of fields included; whatever else it holds counts as one.
 *
 * Units   bytes in UTF-8.
 * Errors  none: a loop, whatever the depth.
 */
export function textBytes(value: unknown): number {
  let bytes = 0
  const within: unknown[] = [value]
  while (within.length > 0) {
    const at = within.pop()
    if (typeof at === 'string') bytes += utf8Length(at)
    else bytes++
    if (typeof at !== 'object' || at === null) continue
    if (!Array.isArray(at)) for (const name of Object.keys(at)) bytes += utf8Length(name)
    for (const inner of Object.values(at)) within.push(inner)
  }
  return bytes
}

/** True for base64 of the common alphabet, filled up to groups of four (RFC 4648 §4), which is what MCP carries. */
export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !NOT_BASE64.test(text.slice(0, text.length - padding(text)))

const NOT_BASE64 = /[^A-Za-z0-9+/]/

/** The length of what a base64 text stands for. Units: bytes. */
export const base64Length = (text: string): number => Math.floor(((text.length - padding(text)) * 3) / 4)

const padding = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
