/** The bytes of a text that comes in parts: what did not change since the last time is not written anew. */

/** Gives the UTF-8 of all parts together, in blocks; to be called with one text again and again. */
export type KeptBytes = (parts: readonly string[]) => readonly Uint8Array[]

type Block = { parts: readonly string[]; bytes: Uint8Array }

/** Small enough that a change costs little, large enough that a text has few. Units: UTF-16 code units. */
const BLOCK_LENGTH = 32 * 1024

/**
 * Makes a memory of the bytes of one text.
 *
 * Shape   a run of parts is found again wherever it stands, by its first part. Parts that are the same string object
 *         are told at once. What is not part of the text any more is forgotten. No part ends between the halves of a
 *         surrogate pair.
 */
export function createKeptBytes(): KeptBytes {
  let known = new Map<string, Block>()
  return parts => {
    const blocks: Block[] = []
    let fresh: string[] = []
    let length = 0
    const close = () => {
      if (fresh.length > 0) blocks.push({ parts: fresh, bytes: Buffer.from(fresh.join(''), 'utf8') })
      fresh = []
      length = 0
    }
    for (let at = 0; at < parts.length; ) {
      const part = parts[at] ?? ''
      const block = known.get(part)
      if (block && standsAt(block.parts, parts, at)) {
        close()
        blocks.push(block)
        at += block.parts.length
        continue
      }
      fresh.push(part)
      length += part.length
      at++
      if (length >= BLOCK_LENGTH) close()
    }
    close()
    known = new Map(blocks.map(block => [block.parts[0] ?? '', block]))
    return blocks.map(({ bytes }) => bytes)
  }
}

function standsAt(run: readonly string[], parts: readonly string[], at: number): boolean {
  if (at + run.length > parts.length) return false
  for (let index = 0; index < run.length; index++) if (run[index] !== parts[at + index]) return false
  return true
}
