/** Opens the windows of an app that is reached by address or by command, without a descriptor (D-05, D-10). */
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../mcp/connect.js'
import { type Command, connectCommand } from '../../mcp/connect-command.js'
import { deadlineIn } from '../../node/deadline-in.js'
import type { Era, NoReply } from '../../wire/connection.js'
import { firstDeadline } from '../../wire/deadline.js'
import { openSession, type Session, type SessionOptions } from '../session.js'

/** Where the windows are: an address of this machine with its token, if it has one, or a program to start. */
export type WindowsPlace = { endpoint: string; token?: string } | Command

/** How to open them. Units: milliseconds until connected; `name` is what the app shows of us (D-54); `signal` gives up. */
export type OpenWindowsOptions = Omit<SessionOptions, 'pause' | 'deadline'> & {
  era?: 'auto' | Era
  name?: string
  timeoutMs?: number
  signal?: AbortSignal
}

/** What came of opening them. */
export type OpenWindowsOutcome = { kind: 'session'; session: Session } | NoReply

/** Opens them; never rejects, and takes no longer than the limit (2 s; 10 s for a program, which has to start). */
export async function openWindows(
  place: WindowsPlace,
  options: OpenWindowsOptions = {},
): Promise<OpenWindowsOutcome> {
  const { era, name, timeoutMs, signal: given, ...session } = options
  const limit = deadlineIn(timeoutMs ?? ('endpoint' in place ? CONNECT_MS : START_MS))
  const signal = firstDeadline(limit, given) ?? limit
  const how = {
    signal,
    ...(era === undefined ? {} : { era }),
    ...(name === undefined ? {} : { name }),
    ...(session.maxBytes === undefined ? {} : { maxBytes: session.maxBytes }),
  }
  const reply =
    'endpoint' in place
      ? await connect(place.endpoint, place.token ?? '', how)
      : await connectCommand(place, how)
  if (reply.kind !== 'answer') return reply
  return { kind: 'session', session: openSession(reply.result, { ...EFFECTS, ...session }) }
}

const CONNECT_MS = 2000
const START_MS = 10_000

const EFFECTS = {
  pause: (ms: number, signal?: AbortSignal): Promise<void> =>
    pause(ms, undefined, { signal }).catch(() => {}),
  deadline: deadlineIn,
}
