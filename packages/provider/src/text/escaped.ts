/** JSON text as it stands inside a JSON string, which is how an MCP answer carries it (GB §12.2, elements §4). */
import { putCodePoint } from './utf8.js'

const encoder = new TextEncoder()
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * JSON text as it stands between the quotes of a JSON string, in UTF-8.
 *
 * Shape   JSON text holds no control characters and no half of a pair, so only quotes and backslashes are escaped; a
 *         loop is several times faster than JSON.stringify or a pattern.
 */
export const escapedJson = (json: string): Uint8Array =>
  json.length * MOST_A_UNIT <= desk.length ? escapedShort(json) : escapedLong(json)

/** The most bytes that one code unit takes. */
const MOST_A_UNIT = 3

/** Where short texts are written before they are copied out: memory beside the heap is dear to ask for, and to give back. */
const desk = new Uint8Array(MOST_A_UNIT * 32 * 1024)

function escapedShort(json: string): Uint8Array {
  let to = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit < 0x80) {
      if (unit === QUOTE || unit === BACKSLASH) desk[to++] = BACKSLASH
      desk[to++] = unit
    } else {
      const code = json.codePointAt(at) ?? unit
      to = putCodePoint(desk, to, code)
      if (code > 0xffff) at++
    }
  }
  return desk.slice(0, to)
}

function escapedLong(json: string): Uint8Array {
  const bytes = encoder.encode(json)
  let more = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === QUOTE || bytes[at] === BACKSLASH) more++
  const out = new Uint8Array(bytes.length + more)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE || byte === BACKSLASH) out[to++] = BACKSLASH
    out[to++] = byte
  }
  return out
}
