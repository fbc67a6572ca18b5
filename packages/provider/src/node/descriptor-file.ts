/** The descriptor file on disk: its folder checked, written whole, removed at the end (D-10, D-11). */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Descriptor,
  descriptorFileName,
  isAlive,
  MAX_DESCRIPTOR_BYTES,
  parseDescriptor,
  parseProcStat,
  providersFolder,
} from '@copane/protocol/elements'
import { ownHome, ownUid } from './own-user.js'

/** What writing came to; a refusal says what is wrong and how to mend it. */
export type WriteOutcome =
  | { kind: 'written'; file: string; remove: () => void }
  | { kind: 'refused'; reason: string }

/** The folder of this user's descriptors, decided from the file system (D-10). */
export function ownFolder(): string {
  const uid = ownUid()
  const localAppData = process.env.LOCALAPPDATA
  return providersFolder({
    override: process.env.COPANE_PROVIDERS_DIR,
    platform: process.platform,
    uid,
    home: ownHome(),
    hasRuntimeFolder: isOwnFolder(`/run/user/${uid}`, uid),
    ...(localAppData === undefined ? {} : { localAppData }),
  })
}

/**
 * Writes the descriptor of a provider that listens already.
 *
 * Shape   the folder is made 0700 when it is missing, the file is 0600 and appears whole.
 * Errors  none thrown: a folder that is a link, not ours, or open to others is refused with a remedy.
 * Source  EL-8-descriptor, EL-sec-permissions · D-10
 */
export function writeDescriptor(descriptor: Descriptor, folder = ownFolder()): WriteOutcome {
  const reason = prepare(folder)
  if (reason) return { kind: 'refused', reason }
  const text = JSON.stringify(descriptor)
  if (Buffer.byteLength(text) > MAX_DESCRIPTOR_BYTES) return { kind: 'refused', reason: TOO_LARGE }
  removeStale(folder)
  const file = join(folder, descriptorFileName(descriptor.pid, descriptor.instance))
  const draft = `${file.slice(0, -'.json'.length)}.${randomBytes(4).toString('hex')}.new`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    removeQuietly(draft)
    return { kind: 'refused', reason: `can't write into ${folder} (${codeOf(error)})` }
  }
  const own = inodeOf(file)
  // Where somebody put another folder or file in its place, it is not ours to remove.
  const remove = () => {
    if (inodeOf(file) === own) removeQuietly(file)
  }
  return { kind: 'written', file, remove }
}

const TOO_LARGE = `no host takes a descriptor over ${MAX_DESCRIPTOR_BYTES} bytes; shorten name and version`

/** Field 22 of `/proc/<pid>/stat`; undefined where the system has no such file. */
export function startOfProcess(pid: number): string | undefined {
  return statOf(pid)?.start
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

function isOwnFolder(path: string, uid: number): boolean {
  try {
    const stat = statSync(path)
    return stat.isDirectory() && stat.uid === uid
  } catch {
    return false
  }
}

function prepare(folder: string): string | undefined {
  try {
    if (makeFolder(folder)) chmodSync(folder, 0o700)
    const stat = lstatSync(folder)
    if (stat.isSymbolicLink()) return `${folder} is a link; remove it, the folder itself must be there`
    if (!stat.isDirectory()) return `${folder} is no folder`
    if (process.platform === 'win32') return undefined
    if (stat.uid !== ownUid()) return `${folder} belongs to another user; remove it`
    if ((stat.mode & 0o777) !== 0o700) return `${folder} is open to other users; run: chmod 700 ${folder}`
    return undefined
  } catch (error) {
    return `can't make or open ${folder} (${codeOf(error)})`
  }
}

/** Whether the folder had to be made. One by one: Node's recursive mkdir never returns where none can be made, as in /proc. */
function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return false
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    // Another app made it in the meantime, or it is a link to nothing; what it is, is looked at next.
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes what this user's dead providers left behind (D-11). */
function removeStale(folder: string): void {
  if (process.platform !== 'linux') return
  for (const name of namesIn(folder)) {
    const file = join(folder, name)
    if (name.endsWith('.json') && isStale(file)) removeQuietly(file)
  }
}

/** Tidying up is no reason not to start: a folder that can't be listed now is tidied by the next start. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isStale(file: string): boolean {
  try {
    const stat = lstatSync(file)
    if (!stat.isFile() || stat.uid !== ownUid() || stat.size > MAX_DESCRIPTOR_BYTES) return false
    const outcome = parseDescriptor(readFileSync(file, 'utf8'))
    if (outcome.kind !== 'descriptor') return false
    const { pid, pidStart } = outcome.descriptor
    const running = statOf(pid)
    return !isAlive(running) || (pidStart !== undefined && pidStart !== running.start)
  } catch {
    return false
  }
}

function statOf(pid: number) {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return undefined
  }
}

function inodeOf(file: string): string | undefined {
  try {
    const { dev, ino } = lstatSync(file, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // Gone already: that is what was wanted.
  }
}
