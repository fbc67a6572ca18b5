/** Where gateways can be found: one small file each in the state folder, which names a local address. */
import { randomBytes } from 'node:crypto'
import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { findOwnFolders, readOwnFile } from '@copane/host/node'
import { isRecord } from '@copane/protocol/findings'

/** The folder of gateways: the user's alone. */
export const gatewaysFolder = (): string => join(findOwnFolders().state, 'gateways')

const MAX_FILE_BYTES = 4096
/** What the name of a local socket may hold everywhere. Units: bytes. */
const MAX_PATH_BYTES = 103

/**
 * A new place in the folder: the file to be found by, and the address it names.
 *
 * Shape   a socket beside the file, which only the user can open; on Windows a pipe whose name cannot be guessed. Undefined
 *         where the folder's name is too long for a socket.
 */
export function newPlace(folder: string): { file: string; address: string } | undefined {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\copane-${randomBytes(16).toString('hex')}`
      : join(folder, `${name}.sock`)
  return Buffer.byteLength(address) > MAX_PATH_BYTES
    ? undefined
    : { file: join(folder, `${name}.json`), address }
}

/** True for a folder that stands there itself, and is the user's. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  const facts = await lstat(folder)
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid())
}

/** The places of all gateways, those included that are gone without a word. */
export async function placesIn(folder: string): Promise<{ file: string; address: string }[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.filter(name => name.endsWith('.json')).map(name => join(folder, name))
  const read = await Promise.all(files.map(async file => ({ file, address: await addressIn(file) })))
  return read.flatMap(({ file, address }) => (address === undefined ? [] : [{ file, address }]))
}

/** Removes a place; what is gone already is no error. */
export const removePlace = async ({ file, address }: { file: string; address: string }): Promise<void> => {
  for (const path of [file, address]) await unlink(path).catch(() => {})
}

/** A file names the socket beside it or a pipe of ours; nothing else is asked, and nothing else is removed. */
const isPlaceOf = (file: string, address: string): boolean =>
  process.platform === 'win32'
    ? /^\\\\\.\\pipe\\copane-[0-9a-f]{32}$/.test(address)
    : address === file.replace(/json$/, 'sock')

async function addressIn(file: string): Promise<string | undefined> {
  const found = await readOwnFile(file, MAX_FILE_BYTES)
  if (found.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(found.text)
    const address = isRecord(value) ? value.address : undefined
    return typeof address === 'string' && isPlaceOf(file, address) ? address : undefined
  } catch {
    return undefined
  }
}
