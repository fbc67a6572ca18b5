/** Writing a client's configuration: whole, with what was there kept beside it. */
import { copyFile, constants, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { type Plan, readConfig } from './plan.js'

/** What came of it; `backup` is where the old text lies, undefined where there was none. */
export type Written = { kind: 'written'; backup: string | undefined } | { kind: 'refused'; why: string }

/**
 * Carries a plan out.
 *
 * Shape   a link is followed, the mode stays, a new file is the user's alone. A file that changed since it was planned for is
 *         left alone. A backup never takes the place of an earlier one.
 * Errors  none: never rejects.
 */
export async function writeConfig({
  file,
  before,
  after,
}: Extract<Plan, { kind: 'write' }>): Promise<Written> {
  const read = await readConfig(file)
  if (read.kind === 'refused') return read
  if (read.text !== before) return { kind: 'refused', why: 'it changed meanwhile; run this again' }
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const target = before === undefined ? file : await realpath(file)
    const mode = before === undefined ? 0o600 : (await stat(target)).mode & 0o777
    const backup = before === undefined ? undefined : await backUp(target)
    await replace(target, after, mode)
    return { kind: 'written', backup }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return { kind: 'refused', why: `it can't be written (${code})` }
  }
}

async function replace(target: string, text: string, mode: number): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString('hex')}.new`
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.chmod(mode)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw error
  }
}

const MOST_BACKUPS = 1000

async function backUp(target: string): Promise<string> {
  for (let number = 1; ; number++) {
    const backup = `${target}.before-copane${number === 1 ? '' : `-${number}`}`
    try {
      await copyFile(target, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || number >= MOST_BACKUPS)
        throw error
    }
  }
}
