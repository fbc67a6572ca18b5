/** How much of an event stream has to be held until its next event is whole (D-16). */

const LF = 10
const CR = 13

/**
 * Measures a stream of server-sent events chunk by chunk.
 *
 * Shape   each call takes the next chunk and gives the largest size that one event had in it.
 * Units   bytes; comments and field names count, since the reader holds them too.
 */
export function createEventMeter(): (chunk: Uint8Array) => number {
  let size = 0
  let lineIsEmpty = true
  let afterCr = false
  return chunk => {
    let largest = size
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      size++
      if (size > largest) largest = size
      if (byte === CR || (byte === LF && !afterCr)) {
        if (lineIsEmpty) size = 0
        lineIsEmpty = true
      } else if (byte !== LF) lineIsEmpty = false
      afterCr = byte === CR
    }
    return largest
  }
}

/** Measures a body that is one message: all of it, so far. Units: bytes. */
export function createBodyMeter(): (chunk: Uint8Array) => number {
  let size = 0
  return chunk => (size += chunk.length)
}
