/** What Linux says of the processes and ports that descriptors name; elsewhere, that it is unknown. */
import { lstat, readdir, readlink } from 'node:fs/promises'
import { endianness } from 'node:os'
import { parseProcStat } from '@copane/protocol/elements'
import { bundleIdsOf } from '../elements/bundle.js'
import type { Lineage } from '../elements/by-pid.js'
import { type Candidate, portsOf, type ProcessFacts, type SystemFacts } from '../elements/judge-descriptor.js'
import {
  hasAllListeners,
  type ListenerFacts,
  type ListeningSocket,
  parseListeners,
} from '../elements/listeners.js'
import { readSystemFile } from './read-text.js'

/** Looks up what the system says of a candidate; never rejects. */
export type SystemFactsOf = (candidate: Candidate) => Promise<SystemFacts>

/** Looks up many candidates at one moment: the kernel's tables of sockets are read once, when first needed. */
export function createSystemFacts(): SystemFactsOf {
  let table: Promise<SocketTable> | undefined
  return async candidate => {
    const { pid } = candidate.descriptor
    const process = await processFacts(pid)
    if (process.kind === 'none') return { process, listeners: () => UNKNOWN, bundleIds: [] }
    const ports = portsOf(candidate)
    const parent = process.kind === 'stat' ? process.stat.parent : undefined
    const [found, bundleIds] = await Promise.all([
      listenersOf((table ??= readSocketTable()), pid, ports),
      bundleFacts(pid, parent),
    ])
    return { process, listeners: port => found[ports.indexOf(port)] ?? UNKNOWN, bundleIds }
  }
}

const UNKNOWN = { kind: 'unknown' } as const

/** Every listening socket of the machine; undefined where the system does not tell. */
type SocketTable = readonly ListeningSocket[] | undefined

/** Reads the kernel's tables, each once. */
async function readSocketTable(): Promise<SocketTable> {
  if (process.platform !== 'linux') return undefined
  const texts = await Promise.all(TABLES.map(path => readSystemFile(path, TABLE)))
  if (texts[0] === undefined) return undefined
  return texts.flatMap(text => parseListeners(text ?? '', endianness()))
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** Small steps: the kernel goes through all connections of the machine to fill a large one. */
const TABLE = { maxBytes: 64 * 1024 * 1024, stepBytes: 1024, isEnough: hasAllListeners }

/** By port: the sockets on it, and whether the process holds them. */
async function listenersOf(
  reading: Promise<SocketTable>,
  pid: number,
  ports: readonly number[],
): Promise<ListenerFacts[]> {
  const [table, held] = await Promise.all([reading, socketsHeldBy(pid)])
  return ports.map(wanted => {
    if (!table) return UNKNOWN
    const sockets = table.filter(({ port }) => port === wanted)
    if (sockets.length > 0 && !held) return UNKNOWN
    return {
      kind: 'sockets',
      sockets: sockets.map(({ reach, inode }) => ({
        reach,
        isHeld: held?.has(`socket:[${inode}]`) === true,
      })),
    }
  })
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

/** The ancestors of a process, nearest first, and its user; none where the system does not tell (D-12). */
export async function lineageOf(pid: number): Promise<Lineage> {
  const ancestors: number[] = []
  for (let at = pid; ancestors.length < MAX_DEPTH; ) {
    const facts = await processFacts(at)
    if (facts.kind !== 'stat' || facts.stat.parent === 0) break
    at = facts.stat.parent
    ancestors.push(at)
  }
  return { ancestors, uid: await uidOf(pid) }
}

const MAX_DEPTH = 64

/** The user that a process runs as; undefined where the system does not tell. */
export async function uidOf(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const stats = await lstat(`/proc/${pid}`).catch(() => undefined)
  return stats?.uid
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
async function bundleFacts(pid: number, parent: number | undefined): Promise<string[]> {
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
