/** Files of the user's own: read in bounds, written whole and readable by the user alone (D-52). */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { ownFolders } from '../consent/own-folders.js'
import { ownUid } from './folder.js'

/** What lies under a name; `why` says what is wrong with it, and what to do. */
export type OwnFile = { kind: 'text'; text: string } | { kind: 'missing' } | { kind: 'unread'; why: string }

/** The user's config and state folders. */
export function findOwnFolders(): { config: string; state: string } {
  const { COPANE_CONFIG_DIR, COPANE_STATE_DIR, APPDATA, LOCALAPPDATA } = process.env
  return ownFolders({
    platform: process.platform,
    home: userInfo().homedir,
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
      const buffer = Buffer.alloc(maxBytes + 1)
      let size = 0
      for (let read = -1; read !== 0 && size <= maxBytes; size += read)
        read = (await file.read(buffer, size, buffer.length - size, size)).bytesRead
      if (size > maxBytes) return { kind: 'unread', why: `${path} is larger than ${maxBytes} bytes` }
      const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, size))
      return { kind: 'text', text }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && !(await isThere(path))) return { kind: 'missing' }
    return { kind: 'unread', why: `${path} can't be read (${code})` }
  }
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
    return codeOf(error) === 'ENOENT' ? undefined : `${folder} can't be opened (${codeOf(error)})`
  }
}

function doubtOfFacts(path: string, { uid, mode }: { uid: number; mode: number }): string | undefined {
  const own = ownUid()
  if (own === undefined) return undefined
  if (uid !== own) return `${path} belongs to another user`
  return (mode & 0o022) === 0 ? undefined : `${path} can be written by others; run: chmod go-w ${path}`
}
