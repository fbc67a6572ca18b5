/** The providers folder: where it is, whether it can be trusted, and what lies in it (D-10). */
import { readdirSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { type FolderFacts, providersFolder } from '@copane/protocol/elements'
import { type FolderDoubt, judgeFolder } from '../elements/judge-folder.js'
import { isLocal } from './is-local.js'

/** The names of the descriptor files, and whether reading them keeps nobody waiting; or why there are none. */
export type FolderOutcome =
  | { kind: 'files'; names: string[]; isLocal: boolean }
  | { kind: 'missing' }
  | { kind: 'refused'; why: FolderDoubt; message: string }

/** The user that this process runs for; undefined where the system numbers none. */
export const ownUid = (): number | undefined => process.getuid?.()

/** The folder of the user's running providers, decided from the system and not from the environment of one side. */
export async function findProvidersFolder(): Promise<string> {
  const uid = ownUid() ?? -1
  const runtime = await lstat(`/run/user/${uid}`).catch(() => undefined)
  const facts: FolderFacts = {
    override: process.env.COPANE_PROVIDERS_DIR,
    platform: process.platform,
    uid,
    home: homeOfUser(),
    hasRuntimeFolder: runtime?.isDirectory() === true && runtime.uid === uid,
  }
  const { LOCALAPPDATA } = process.env
  return providersFolder(LOCALAPPDATA === undefined ? facts : { ...facts, localAppData: LOCALAPPDATA })
}

/** The home folder of the user; without an entry in the database (as in some containers) only the environment tells. */
export function homeOfUser(): string {
  try {
    return userInfo().homedir
  } catch {
    return homedir()
  }
}

/**
 * The `*.json` files of the folder, by name.
 *
 * Errors  none: a folder that others could write to is refused, never silently used.
 */
export async function listFolder(folder: string, uid: number | undefined): Promise<FolderOutcome> {
  try {
    const facts = await lstat(folder)
    const doubt = judgeFolder(
      { isLink: facts.isSymbolicLink(), isFolder: facts.isDirectory(), uid: facts.uid, mode: facts.mode },
      uid,
    )
    if (doubt) return { kind: 'refused', ...doubt }
    const isOfThisMachine = await isLocal(folder, facts.dev)
    const names = isOfThisMachine ? readdirSync(folder) : await readdir(folder)
    return {
      kind: 'files',
      names: names.filter(name => name.endsWith('.json')).sort(),
      isLocal: isOfThisMachine,
    }
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return isMissing
      ? { kind: 'missing' }
      : { kind: 'refused', why: 'unreadable', message: 'it cannot be read; make it yours with mode 0700' }
  }
}
