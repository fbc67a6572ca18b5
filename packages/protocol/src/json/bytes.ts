/** How large a text is on the wire. */

/** The length of a text in UTF-8. Units: bytes; a lone surrogate counts as the three of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x7f) continue
    const isPair = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    bytes += code <= 0x7ff ? 1 : 2
    if (isPair) at++
  }
  return bytes
}

/** The length of what a base64 text stands for. Units: bytes. */
export const base64Length = (text: string): number => Math.floor((text.replace(/={1,2}$/, '').length * 3) / 4)
