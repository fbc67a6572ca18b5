/** Reads what can be seen of a descriptor file. */
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { MAX_DESCRIPTOR_BYTES } from '@copane/protocol/elements'
import type { DescriptorFacts, EntryFacts } from '../descriptor-facts.js'

/** The facts of the descriptor at a path; what is not there is undefined. */
export function descriptorFacts(path: string): DescriptorFacts {
  const stats = statsOf(path)
  const isReadable = stats?.isFile() === true && stats.size <= MAX_DESCRIPTOR_BYTES
  return {
    name: basename(path),
    text: isReadable ? textOf(path) : undefined,
    file: stats && factsOf(stats),
    folder: factsOf(statsOf(dirname(path))),
    hasModes: process.platform !== 'win32',
    listens,
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function factsOf(stats: Stats): EntryFacts
function factsOf(stats: Stats | undefined): EntryFacts | undefined
function factsOf(stats: Stats | undefined): EntryFacts | undefined {
  if (!stats) return undefined
  const kind = stats.isFile()
    ? 'file'
    : stats.isDirectory()
      ? 'folder'
      : stats.isSymbolicLink()
        ? 'link'
        : 'other'
  return { kind, mode: stats.mode & 0o777, isOurs: stats.uid === (process.getuid?.() ?? stats.uid) }
}

/** The second table, which has a listener of both families, is read only where the first has none. */
function listens(pid: number, port: number): boolean | undefined {
  if (process.platform !== 'linux') return undefined
  const links = linksOf(pid)
  return ['/proc/net/tcp', '/proc/net/tcp6'].some(table =>
    listenersIn(textOf(table) ?? '', port).some(socket => links.has(socket)),
  )
}

/** What a process has open; empty for one that is gone or another user's. */
function linksOf(pid: number): ReadonlySet<string> {
  const folder = `/proc/${pid}/fd`
  try {
    return new Set(readdirSync(folder).map(fd => linkOf(`${folder}/${fd}`)))
  } catch {
    return new Set()
  }
}

/** State 0A listens; the local address ends in the port, in hex. */
function listenersIn(table: string, port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').flatMap(line => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    return state === '0A' && local.endsWith(ending) ? [`socket:[${inode}]`] : []
  })
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
