/** The least that finding, checking and reading can be: every file, the kernel's table, the process's handles, one request. */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '@copane/protocol/elements'
import { floorReader, type FloorServer } from '../floor/floor-server.ts'

/** A floor server, its process and the folder whose files are read. */
export type FloorHost = FloorServer & { pid: number; folder: string }

/** Reads like a host that trusts everything and keeps nothing: the title that differs at every read. */
export function floorHost({ pid, port, folder, ...server }: FloorHost): () => Promise<string | undefined> {
  const read = floorReader<Answer>({ port, ...server })
  return async () => {
    for (const name of readdirSync(folder)) JSON.parse(readFileSync(join(folder, name), 'utf8'))
    if (!holds(pid, inodeOf(port))) throw new Error('the floor does not listen')
    return (await read()).root.children?.[0]?.title
  }
}

/** Reads no further than the line it wants: the kernel takes long to come to the end of the table. */
function inodeOf(port: number): string | undefined {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const file = openSync('/proc/net/tcp', 'r')
  const step = Buffer.allocUnsafe(1024)
  try {
    for (let text = '', size = readSync(file, step); size > 0; size = readSync(file, step)) {
      text += step.toString('latin1', 0, size)
      const found = text.split('\n').map(line => line.trim().split(/\s+/))
      const inode = found.find(words => words[1] === local && words[3] === '0A')?.[9]
      if (inode !== undefined) return inode
    }
    return undefined
  } finally {
    closeSync(file)
  }
}

function holds(pid: number, inode: string | undefined): boolean {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).some(name => readlinkSync(join(folder, name)) === `socket:[${inode}]`)
}
