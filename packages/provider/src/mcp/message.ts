/** The bytes of one message, before anything of MCP is read into them. */

/** What reading a message came to. */
export type Parsed =
  | { kind: 'json'; value: unknown }
  /** Not JSON, not UTF-8, or nested deeper than anything that is served here. */
  | { kind: 'not-json' }

/** What one message may weigh on any wire. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Deeper than any argument of a tool; what recurses over a message stays far from the end of its stack. */
const MAX_DEPTH = 256

/** Reads the bytes of one message. */
export function parseMessage(bytes: Uint8Array): Parsed {
  try {
    const text = UTF8.decode(bytes)
    return isTooDeep(bytes) ? { kind: 'not-json' } : { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'not-json' }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Counts brackets outside of strings, so that nothing has to be parsed to know. */
function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= MAX_DEPTH) return false
  let depth = 0
  let isString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (isString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isString = false
    } else if (byte === QUOTE) isString = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
