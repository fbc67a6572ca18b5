/** What Linux says of the processes and ports that descriptors name; elsewhere, that it is unknown. */
import { readdir, readlink } from 'node:fs/promises'
import { endianness } from 'node:os'
import { parseProcStat } from '@copane/protocol/elements'
import { bundleIdsOf } from '../elements/bundle.js'
import type { ProcessFacts } from '../elements/judge-descriptor.js'
import { type ListenerFacts, type ListeningSocket, parseListeners } from '../elements/listeners.js'
import { readSystemFile } from './read-text.js'

/** Every listening socket of the machine; undefined where the system does not tell. */
export type SocketTable = readonly ListeningSocket[] | undefined

/** Reads the kernel's tables, each once. */
export async function readSocketTable(): Promise<SocketTable> {
  if (process.platform !== 'linux') return undefined
  const texts = await Promise.all(TABLES.map(path => readSystemFile(path, MAX_TABLE_BYTES)))
  if (texts[0] === undefined) return undefined
  return texts.flatMap(text => parseListeners(text ?? '', endianness()))
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const MAX_TABLE_BYTES = 64 * 1024 * 1024

/** The sockets on one port, and whether the process holds them. */
export async function listenersOf(table: SocketTable, pid: number, port: number): Promise<ListenerFacts> {
  if (!table) return { kind: 'unknown' }
  const sockets = table.filter(socket => socket.port === port)
  if (sockets.length === 0) return { kind: 'sockets', sockets: [] }
  const held = await socketsHeldBy(pid)
  if (!held) return { kind: 'unknown' }
  return {
    kind: 'sockets',
    sockets: sockets.map(({ reach, inode }) => ({ reach, isHeld: held.has(`socket:[${inode}]`) })),
  }
}

async function socketsHeldBy(pid: number): Promise<Set<string> | undefined> {
  const folder = `/proc/${pid}/fd`
  try {
    const names = await readdir(folder)
    return new Set(await Promise.all(names.map(name => readlink(`${folder}/${name}`).catch(() => ''))))
  } catch {
    return undefined
  }
}

/** Whether and since when a process runs. */
export async function processFacts(pid: number): Promise<ProcessFacts> {
  if (process.platform !== 'linux') return canSignal(pid) ? { kind: 'unknown' } : { kind: 'none' }
  const stat = parseProcStat((await readSystemFile(`/proc/${pid}/stat`)) ?? '')
  return stat ? { kind: 'stat', stat } : { kind: 'none' }
}

/** A process of another user can't be signalled, and runs. */
function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The bundle identifiers under which the system knows a process; [] where it knows none (D-13). */
export async function bundleFacts(pid: number, parent: number | undefined): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const read = (of: number, name: string) => readSystemFile(`/proc/${of}/${name}`)
  const [flatpakInfo, cgroup, parentCgroup, environ] = await Promise.all([
    read(pid, 'root/.flatpak-info'),
    read(pid, 'cgroup'),
    parent === undefined ? undefined : read(parent, 'cgroup'),
    read(pid, 'environ'),
  ])
  return bundleIdsOf({ pid, flatpakInfo, cgroup, parentCgroup, environ })
}
