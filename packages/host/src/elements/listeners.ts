/** Who listens on a port of this machine, from the kernel's tables (EL-8-listener-check). */
import type { IgnoredWhy } from './ignored.js'

/**
 * One listening socket.
 *
 * Shape   `loopback`: 127.0.0.1, v4-mapped included. `any`: every address. Others can't be reached there.
 */
export type ListeningSocket = { port: number; reach: 'loopback' | 'any'; inode: string }

/** The sockets on one port with whether the named process holds them, or that the system does not tell. */
export type ListenerFacts =
  | { kind: 'sockets'; sockets: readonly { reach: ListeningSocket['reach']; isHeld: boolean }[] }
  | { kind: 'unknown' }

/**
 * Why the listener of a port is not the process that a descriptor names; undefined when it is.
 *
 * Shape   a socket on 127.0.0.1 goes before one on every address, as it does in the kernel; where several
 *         processes share the port, a request could reach any of them, so every socket counts.
 */
export function judgeListeners(facts: ListenerFacts): IgnoredWhy | undefined {
  if (facts.kind === 'unknown') return 'unknown-listener'
  const exact = facts.sockets.filter(socket => socket.reach === 'loopback')
  if (exact.length > 0) return exact.every(socket => socket.isHeld) ? undefined : 'other-listener'
  if (facts.sockets.length === 0) return 'no-listener'
  return facts.sockets.every(socket => socket.isHeld) ? 'exposed' : 'other-listener'
}

/**
 * The listening sockets in the text of `/proc/net/tcp` or `/proc/net/tcp6`.
 *
 * Shape   only those that a connection to 127.0.0.1 can reach.
 * Errors  none: a line of another form is passed over.
 * Source  proc_net(5): addresses are the kernel's words in its byte order, ports are not
 */
export function parseListeners(text: string, byteOrder: 'LE' | 'BE'): ListeningSocket[] {
  const sockets: ListeningSocket[] = []
  for (const line of text.split('\n')) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    if (state !== LISTEN || inode === undefined) continue
    const isLoopback = LOOPBACK[byteOrder].includes(address)
    if (isLoopback || /^0+$/.test(address))
      sockets.push({ port: Number.parseInt(port, 16), reach: isLoopback ? 'loopback' : 'any', inode })
  }
  return sockets
}

/** True once the text of a table has got past its listening sockets, which the kernel lists first. */
export function hasAllListeners(text: string): boolean {
  const end = text.lastIndexOf('\n')
  const last = text.slice(text.lastIndexOf('\n', end - 1) + 1, end)
  const state = last.trim().split(/\s+/)[3]
  return state !== undefined && /^[0-9A-F]{2}$/.test(state) && state !== LISTEN
}

const LISTEN = '0A'

/** 127.0.0.1 in both tables; ::1 is another address. */
const LOOPBACK = {
  LE: ['0100007F', '0000000000000000FFFF00000100007F'],
  BE: ['7F000001', '00000000000000000000FFFF7F000001'],
}
