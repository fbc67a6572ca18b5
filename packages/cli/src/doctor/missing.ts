/** What an entry in a client's configuration starts, and whether it is still there. */
import { access } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { isRecord } from '@copane/protocol/findings'

/** The program or script of an entry that is named by its whole path and is not there; undefined when none is missing. */
export async function missingIn(entry: unknown): Promise<string | undefined> {
  if (!isRecord(entry)) return undefined
  const { command, cmd, args } = entry
  const [script]: unknown[] = Array.isArray(args) ? args : []
  for (const word of [command, cmd, script])
    if (typeof word === 'string' && isAbsolute(word)) {
      const isThere = await access(word).then(
        () => true,
        () => false,
      )
      if (!isThere) return word
    }
  return undefined
}
