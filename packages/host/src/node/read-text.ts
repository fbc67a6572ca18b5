/** Reads one file in bounded time and memory, whatever lies under its name. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { MAX_DESCRIPTOR_BYTES } from '@copane/protocol/elements'
import type { FileFacts } from '../elements/judge-descriptor.js'

/** Never waits for the other end of a pipe, never follows a link. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * The text of a descriptor file, or why there is none.
 *
 * Errors  none: what is no regular file of ours, or larger than 64 KiB, is told by name (D-10).
 */
export async function readDescriptorFile(path: string, uid: number | undefined): Promise<FileFacts> {
  let file
  try {
    file = await open(path, FLAGS)
  } catch (error) {
    return { kind: 'unread', why: isLinkOrSpecial(error) ? 'not-regular' : 'unreadable' }
  }
  try {
    const facts = await file.stat()
    if (!facts.isFile()) return { kind: 'unread', why: 'not-regular' }
    if (uid !== undefined && facts.uid !== uid) return { kind: 'unread', why: 'foreign-file' }
    const buffer = Buffer.alloc(MAX_DESCRIPTOR_BYTES + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    if (bytesRead > MAX_DESCRIPTOR_BYTES) return { kind: 'unread', why: 'too-large' }
    return { kind: 'text', text: buffer.toString('utf8', 0, bytesRead) }
  } catch {
    return { kind: 'unread', why: 'unreadable' }
  } finally {
    await file.close().catch(() => {})
  }
}

/** ELOOP is a link, ENXIO a socket or a device without a driver. */
const isLinkOrSpecial = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENXIO')

/** The text of a system file such as those of `/proc`, up to a limit; undefined where it can't be read. */
export async function readSystemFile(path: string, maxBytes = 64 * 1024): Promise<string | undefined> {
  try {
    const file = await open(path, FLAGS)
    try {
      const chunks: Buffer[] = []
      for (let size = 0; size < maxBytes; ) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(64 * 1024))
        if (bytesRead === 0) break
        chunks.push(buffer.subarray(0, bytesRead))
        size += bytesRead
      }
      return Buffer.concat(chunks).toString('latin1')
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
