/** Files of the user's own: read in bounds, written whole and readable by the user alone (D-52). */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ownFolders } from '../consent/own-folders.js'
import { homeOfUser, ownUid } from './folder.js'

/** What lies under a name; `why` says what is wrong with it, and what to do. */
export type OwnFile = { kind: 'text'; text: string } | { kind: 'missing' } | { kind: 'unread'; why: string }

/** The user's config and state folders. */
export function findOwnFolders(): { config: string; state: string } {
  const { COPANE_CONFIG_DIR, COPANE_STATE_DIR, APPDATA, LOCALAPPDATA } = process.env
  return ownFolders({
    platform: process.platform,
    home: homeOfUser(),
    configOverride: COPANE_CONFIG_DIR,
    stateOverride: COPANE_STATE_DIR,
    appData: APPDATA,
    localAppData: LOCALAPPDATA,
  })
}

/**
 * Reads a file of the user's own.
 *
 * Shape   `missing` only where there is nothing at all: a link that leads nowhere is not.
 * Errors  none: never waits for the other end of a pipe, never takes more than the limit, nor what others could have written.
 */
export async function readOwnFile(path: string, maxBytes: number): Promise<OwnFile> {
  const doubt = await doubtOf(dirname(path))
  if (doubt !== undefined) return { kind: 'unread', why: doubt }
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const facts = await file.stat()
      if (!facts.isFile()) return { kind: 'unread', why: `${path} is no regular file` }
      const why = doubtOfFacts(path, facts)
      if (why !== undefined) return { kind: 'unread', why }
      const bytes = await readUpTo(file, facts.size, maxBytes)
      if (!bytes) return { kind: 'unread', why: `${path} is larger than ${maxBytes} bytes` }
      return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && !(await isThere(path))) return { kind: 'missing' }
    return { kind: 'unread', why: `${path} can't be read (${code})` }
  }
}

/** What a file holds, read in memory of its size; undefined where that is more than the limit. */
async function readUpTo(file: FileHandle, expected: number, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  while (size <= maxBytes) {
    const room = Math.min(Math.max(expected - size, 0), maxBytes - size) + 1
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(room), 0, room, size)
    if (bytesRead === 0) return Buffer.concat(chunks, size)
    chunks.push(buffer.subarray(0, bytesRead))
    size += bytesRead
  }
  return undefined
}

/**
 * Writes a file whole, 0600: whoever reads it meanwhile sees the old one or the new one.
 *
 * Errors  why it could not be written; a link is followed, so what it leads to is what changes.
 */
export async function writeOwnFile(path: string, bytes: string | Uint8Array): Promise<string | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const doubt = await doubtOf(dirname(path))
    if (doubt !== undefined) return doubt
    const target = await realpath(path).catch(() => path)
    const draft = `${target}.${randomBytes(6).toString('hex')}.new`
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.chmod(0o600)
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, target)
      return undefined
    } catch (error) {
      await unlink(draft).catch(() => {})
      throw error
    }
  } catch (error) {
    return `${path} can't be written (${codeOf(error)})`
  }
}

/** The code of what was caught; nothing else of it is told. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    error => codeOf(error) !== 'ENOENT',
  )

/** Why a folder can't be trusted: whoever can write to it could take back what the user denied. */
async function doubtOf(folder: string): Promise<string | undefined> {
  try {
    return doubtOfFacts(folder, await stat(folder))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return `${folder} can't be opened (${codeOf(error)})`
    const link = await brokenLink(folder)
    return link === undefined ? undefined : `${link} is a link that leads nowhere; mend it, or remove it`
  }
}

/** The link on the way to a folder that leads nowhere: nobody knows what lay behind it, such as a disk that is not there. */
async function brokenLink(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const facts = await lstat(at).catch(() => undefined)
    if (facts) return facts.isSymbolicLink() && !(await leadsSomewhere(at)) ? at : undefined
  }
  return undefined
}

const leadsSomewhere = (link: string): Promise<boolean> =>
  stat(link).then(
    () => true,
    () => false,
  )

function doubtOfFacts(path: string, { uid, mode }: { uid: number; mode: number }): string | undefined {
  const own = ownUid()
  if (own === undefined) return undefined
  if (uid !== own) return `${path} belongs to another user`
  return (mode & 0o022) === 0 ? undefined : `${path} can be written by others; run: chmod go-w ${path}`
}
