/** Reads one file in bounded time and memory, whatever lies under its name. */
import { type BigIntStats, constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { MAX_DESCRIPTOR_BYTES } from '@copane/protocol/elements'
import type { FileFacts } from '../elements/judge-descriptor.js'
import type { IgnoredWhy } from '../elements/ignored.js'

/** Never waits for the other end of a pipe, never follows a link. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * A file at one moment.
 *
 * Shape   as long as `mark` is the same, so is the content; undefined where a change could leave it the same.
 */
export type FileLook = { mark: string | undefined } & (
  | { kind: 'regular' }
  | { kind: 'unread'; why: IgnoredWhy }
)

/**
 * Looks at a descriptor file without opening it.
 *
 * Errors  none: what is no regular file of ours, or larger than 64 KiB, is told by name (D-10).
 */
export async function lookAtFile(path: string, uid: number | undefined): Promise<FileLook> {
  try {
    return judgeStats(await lstat(path, { bigint: true }), uid)
  } catch {
    return { kind: 'unread', why: 'unreadable', mark: undefined }
  }
}

/** The text of a descriptor file, or why there is none, with the mark it had when it was read; never rejects. */
export async function readDescriptorFile(
  path: string,
  uid: number | undefined,
): Promise<FileFacts & { mark: string | undefined }> {
  let file
  try {
    file = await open(path, FLAGS)
  } catch (error) {
    return { kind: 'unread', why: isLinkOrSpecial(error) ? 'not-regular' : 'unreadable', mark: undefined }
  }
  try {
    const stats = await file.stat({ bigint: true })
    const look = judgeStats(stats, uid)
    if (look.kind === 'unread') return look
    const buffer = Buffer.allocUnsafe(Number(stats.size) + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const hasGrown = bytesRead === buffer.length
    if (hasGrown && bytesRead > MAX_DESCRIPTOR_BYTES)
      return { kind: 'unread', why: 'too-large', mark: undefined }
    const text = buffer.toString('utf8', 0, bytesRead)
    return { kind: 'text', text, mark: hasGrown ? undefined : look.mark }
  } catch {
    return { kind: 'unread', why: 'unreadable', mark: undefined }
  } finally {
    await file.close().catch(() => {})
  }
}

function judgeStats(stats: BigIntStats, uid: number | undefined): FileLook {
  const why = whyNot(stats, uid)
  const isSettled = Date.now() - Number(stats.ctimeMs) > CLOCK_STEP_MS
  const { dev, ino, size, mtimeNs, ctimeNs } = stats
  const mark = isSettled ? `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}` : undefined
  return why ? { kind: 'unread', why, mark } : { kind: 'regular', mark }
}

/** Two changes closer together than the steps of a file system's clock bear the same time. */
const CLOCK_STEP_MS = 2000

function whyNot(stats: BigIntStats, uid: number | undefined): IgnoredWhy | undefined {
  if (!stats.isFile()) return 'not-regular'
  if (uid !== undefined && Number(stats.uid) !== uid) return 'foreign-file'
  return stats.size > MAX_DESCRIPTOR_BYTES ? 'too-large' : undefined
}

/** ELOOP is a link, ENXIO a socket or a device without a driver. */
const isLinkOrSpecial = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENXIO')

/** How a system file is read. */
export type ReadSteps = { maxBytes?: number; stepBytes?: number; isEnough?: (text: string) => boolean }

/**
 * The text of a system file such as those of `/proc`, up to a limit; undefined where it can't be read.
 *
 * Shape   read in steps of `stepBytes` until it ends or `isEnough` of what was read so far.
 */
export async function readSystemFile(
  path: string,
  { maxBytes = 64 * 1024, stepBytes = 16 * 1024, isEnough }: ReadSteps = {},
): Promise<string | undefined> {
  try {
    const file = await open(path, FLAGS)
    try {
      let text = ''
      const step = Buffer.allocUnsafe(stepBytes)
      while (text.length < maxBytes) {
        const { bytesRead } = await file.read(step, 0, step.length)
        if (bytesRead === 0) break
        text += step.toString('latin1', 0, bytesRead)
        if (isEnough?.(text)) break
      }
      return text
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
