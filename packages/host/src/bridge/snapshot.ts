/** Reading the windows of an app, once (GB §4.2, §12.2). */
import { parseWindows, WINDOWS_URI, type SeenSnapshot } from '@copane/protocol/bridge'
import type { Finding } from '@copane/protocol/findings'
import type { Ask, NoReply } from '../wire/connection.js'

/** What came of reading the windows. */
export type SnapshotOutcome =
  | { kind: 'snapshot'; snapshot: SeenSnapshot; findings: Finding[] }
  | { kind: 'refused'; findings: Finding[] }
  | NoReply

/** Reads `app://windows`. Errors: none where the connection has none; units: bytes. */
export async function readSnapshot(
  ask: Ask,
  deadline: AbortSignal | undefined,
  maxBytes?: number,
): Promise<SnapshotOutcome> {
  const reply = await ask(WINDOWS_URI, deadline)
  return reply.kind === 'answer' ? parseWindows(reply.result, maxBytes) : reply
}
