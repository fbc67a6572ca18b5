/** A folder for the output of other tools, gone when it has been read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Calls `use` with a new empty folder and removes the folder afterwards. */
export function withScratchFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'copane-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
