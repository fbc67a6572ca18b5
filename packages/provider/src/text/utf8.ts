/** Signs as bytes, one at a time: for text that is changed on its way, which no encoder does in one pass. */

/** Puts a code point into UTF-8, half a surrogate pair as U+FFFD; gives the place behind it. */
export function putCodePoint(out: Uint8Array, at: number, given: number): number {
  let to = at
  const code = given >= 0xd800 && given <= 0xdfff ? 0xfffd : given
  if (code < 0x80) {
    out[to++] = code
    return to
  }
  if (code < 0x800) out[to++] = 0xc0 | (code >> 6)
  else {
    if (code < 0x10000) out[to++] = 0xe0 | (code >> 12)
    else {
      out[to++] = 0xf0 | (code >> 18)
      out[to++] = 0x80 | ((code >> 12) & 0x3f)
    }
    out[to++] = 0x80 | ((code >> 6) & 0x3f)
  }
  out[to++] = 0x80 | (code & 0x3f)
  return to
}
