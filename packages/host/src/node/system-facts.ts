/** What Linux says of the processes and ports that descriptors name; elsewhere, what optional helpers say, or nothing. */
import { lstatSync } from 'node:fs'
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
import { helperListeners } from './helpers.js'
import { linkAt, readKernelFile, readLinks, readSlowFile } from './system-files.js'

/** Looks up what the system says of a candidate; never rejects. */
export type SystemFactsOf = (candidate: Candidate) => Promise<SystemFacts>

/**
 * Looks up many candidates at one moment: each of the kernel's tables of sockets is read once, when first needed.
 *
 * Shape   how the process `expected` was launched, which is slow to read, is looked up at once.
 */
export function createSystemFacts(expected?: number): SystemFactsOf {
  const readTable = createTables()
  const launch = expected === undefined ? undefined : bundleFacts(expected)
  return async candidate => {
    const { pid } = candidate.descriptor
    const process = processFacts(pid)
    if (process.kind === 'none') return { process, listeners: () => UNKNOWN, bundleIds: [] }
    const bundleIds = launch !== undefined && pid === expected ? launch : bundleFacts(pid)
    const ports = portsOf(candidate)
    if (globalThis.process.platform !== 'linux') {
      const found = await Promise.all(
        ports.map(async port => [port, await helperListeners(pid, port)] as const),
      )
      const byPort = new Map(found)
      return { process, listeners: port => byPort.get(port) ?? UNKNOWN, bundleIds: await bundleIds }
    }
    const held = new Set(readLinks(`/proc/${pid}/fd`))
    const found = new Map(ports.map(port => [port, listenersOf(readTable, held, port)]))
    return { process, listeners: port => found.get(port) ?? UNKNOWN, bundleIds: await bundleIds }
  }
}

const UNKNOWN = { kind: 'unknown' } as const

/** The listening sockets of one family; undefined where the system does not tell. */
type ReadTable = (name: 'tcp' | 'tcp6') => readonly ListeningSocket[] | undefined

function createTables(): ReadTable {
  const read = new Map<string, ReturnType<ReadTable>>()
  return name => {
    if (!read.has(name))
      read.set(name, process.platform === 'linux' ? tableAt(`/proc/net/${name}`) : undefined)
    return read.get(name)
  }
}

function tableAt(path: string): ReturnType<ReadTable> {
  const text = readKernelFile(path, TABLE)
  return text === undefined ? undefined : parseListeners(text, endianness())
}

/** Small steps: the kernel goes through all connections of the machine to fill a large one. */
const TABLE = { maxBytes: 64 * 1024 * 1024, stepBytes: 1024, isEnough: hasAllListeners }

/**
 * The sockets on one port, and whether the process holds them.
 *
 * Shape   the second table, which is slow to read, counts only where the first has no socket on 127.0.0.1: beside one,
 *         a socket of the other family can only be the same user's, who opened both to be shared.
 */
function listenersOf(readTable: ReadTable, held: ReadonlySet<string>, port: number): ListenerFacts {
  const table = readTable('tcp')
  if (!table) return UNKNOWN
  const first = table.filter(socket => socket.port === port)
  const others = first.some(({ reach }) => reach === 'loopback') ? [] : (readTable('tcp6') ?? [])
  const sockets = [...first, ...others.filter(socket => socket.port === port)]
  if (sockets.length > 0 && held.size === 0) return UNKNOWN
  return {
    kind: 'sockets',
    sockets: sockets.map(({ reach, inode }) => ({ reach, isHeld: held.has(`socket:[${inode}]`) })),
  }
}

/** Whether and since when a process runs. */
export function processFacts(pid: number): ProcessFacts {
  if (process.platform !== 'linux') return canSignal(pid) ? { kind: 'unknown' } : { kind: 'none' }
  const stat = parseProcStat(readKernelFile(`/proc/${pid}/stat`) ?? '')
  return stat ? { kind: 'stat', stat } : { kind: 'none' }
}

/** The ancestors of a process, nearest first, and its user; none where the system does not tell (D-12). */
export function lineageOf(pid: number): Lineage {
  const ancestors: number[] = []
  for (let at = pid; ancestors.length < MAX_DEPTH; ) {
    const facts = processFacts(at)
    if (facts.kind !== 'stat' || facts.stat.parent === 0) break
    at = facts.stat.parent
    ancestors.push(at)
  }
  return { ancestors, uid: uidOf(pid) }
}

const MAX_DEPTH = 64

/** The user that a process runs as; undefined where the system does not tell. */
export function uidOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  return lstatSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid
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
async function bundleFacts(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const isSandboxed = linkAt(`/proc/${pid}/ns/mnt`) !== linkAt('/proc/self/ns/mnt')
  const [flatpakInfo, environ] = await Promise.all([
    isSandboxed ? readSlowFile(`/proc/${pid}/root/.flatpak-info`) : undefined,
    readSlowFile(`/proc/${pid}/environ`),
  ])
  const cgroup = readKernelFile(`/proc/${pid}/cgroup`)
  const facts = processFacts(pid)
  const parentCgroup = facts.kind === 'stat' ? readKernelFile(`/proc/${facts.stat.parent}/cgroup`) : undefined
  return bundleIdsOf({ pid, flatpakInfo, cgroup, parentCgroup, environ })
}
