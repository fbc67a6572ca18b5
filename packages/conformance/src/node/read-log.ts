/** Reads a log of the peer. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const MAX_BYTES = 16 * 1024 * 1024

/** The last part of a file as text; undefined for what can't be read. */
export function readLog(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const buffer = Buffer.alloc(Math.min(size, MAX_BYTES))
      readSync(file, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString('utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
