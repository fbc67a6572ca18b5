/** Reads one file in bounded time and memory, whatever lies under its name. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { MAX_DESCRIPTOR_BYTES } from '@copane/protocol/elements'
import type { FileFacts } from '../elements/judge-descriptor.js'
import type { IgnoredWhy } from '../elements/ignored.js'

/** Never waits for the other end of a pipe, never follows a link. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** What tells a file from a changed one: as long as it is the same, so is the content. */
export type FileMark = { dev: number; ino: number; size: number; mtimeMs: number; ctimeMs: number }

/** Undefined where a change could leave it the same. */
type Mark = FileMark | undefined

/** A file at one moment, not opened. */
export type FileLook = { mark: Mark } & ({ kind: 'regular' } | { kind: 'unread'; why: IgnoredWhy })

/** A file that was read, with the mark that it had then. */
export type FileRead = { mark: Mark } & FileFacts

/**
 * How descriptor files are looked at and read.
 *
 * Errors  none: what is no regular file of ours, or larger than 64 KiB, is told by name (D-10).
 */
export type FileReader = {
  look: (path: string, uid: number | undefined) => FileLook | Promise<FileLook>
  read: (path: string, uid: number | undefined) => FileRead | Promise<FileRead>
}

/** Without a detour through threads: for file systems of this machine, which answer at once. */
export const directReader: FileReader = {
  look: (path, uid) => {
    try {
      return judgeStats(lstatSync(path), uid)
    } catch {
      return UNREADABLE
    }
  },
  read: (path, uid) => {
    let file
    try {
      file = openSync(path, FLAGS)
      const stats = fstatSync(file)
      const look = judgeStats(stats, uid)
      if (look.kind === 'unread') return look
      const buffer = bufferFor(stats)
      return fileRead(buffer, readSync(file, buffer, 0, buffer.length, 0), look)
    } catch (error) {
      return unread(error)
    } finally {
      if (file !== undefined) closeSync(file)
    }
  },
}

/** For file systems that may never answer: only the one who waits is held up. */
export const patientReader: FileReader = {
  look: async (path, uid) => {
    try {
      return judgeStats(await lstat(path), uid)
    } catch {
      return UNREADABLE
    }
  },
  read: async (path, uid) => {
    let file
    try {
      file = await open(path, FLAGS)
      const stats = await file.stat()
      const look = judgeStats(stats, uid)
      if (look.kind === 'unread') return look
      const buffer = bufferFor(stats)
      return fileRead(buffer, (await file.read(buffer, 0, buffer.length, 0)).bytesRead, look)
    } catch (error) {
      return unread(error)
    } finally {
      await file?.close().catch(() => {})
    }
  },
}

const UNREADABLE = { kind: 'unread', why: 'unreadable', mark: undefined } as const

function judgeStats(stats: Stats, uid: number | undefined): FileLook {
  const why = whyNot(stats, uid)
  const { dev, ino, size, mtimeMs, ctimeMs } = stats
  const isSettled = Date.now() - ctimeMs > CLOCK_STEP_MS
  const mark = isSettled ? { dev, ino, size, mtimeMs, ctimeMs } : undefined
  return why ? { kind: 'unread', why, mark } : { kind: 'regular', mark }
}

/** Two changes closer together than a step of a file system's clock bear the same time. */
const CLOCK_STEP_MS = 2000

/** True where both were told, and are the same. */
export const isSameMark = (one: Mark, other: Mark): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.ino === other.ino &&
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs &&
  one.size === other.size &&
  one.dev === other.dev

function whyNot(stats: Stats, uid: number | undefined): IgnoredWhy | undefined {
  if (!stats.isFile()) return 'not-regular'
  if (uid !== undefined && stats.uid !== uid) return 'foreign-file'
  return stats.size > MAX_DESCRIPTOR_BYTES ? 'too-large' : undefined
}

/** One byte more than the file has, which shows whether it grew. */
const bufferFor = (stats: Stats): Buffer => Buffer.allocUnsafe(stats.size + 1)

function fileRead(buffer: Buffer, size: number, { mark }: FileLook): FileRead {
  if (size > MAX_DESCRIPTOR_BYTES) return { kind: 'unread', why: 'too-large', mark: undefined }
  const hasGrown = size === buffer.length
  return { kind: 'text', text: buffer.toString('utf8', 0, size), mark: hasGrown ? undefined : mark }
}

/** ELOOP is a link, ENXIO a socket or a device without a driver. */
function unread(error: unknown): FileRead {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ELOOP' || code === 'ENXIO'
    ? { kind: 'unread', why: 'not-regular', mark: undefined }
    : UNREADABLE
}
