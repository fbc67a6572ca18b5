/** The user that this process runs for (D-10, D-52). */
import { homedir, userInfo } from 'node:os'

/** The number that the files of this process belong to; -1 where the system numbers no users. Reads no file. */
export const ownUid = (): number => process.geteuid?.() ?? -1

/**
 * The user's home in the user database.
 *
 * Shape   a user without an entry there (as in some containers) has only the environment to go by; hosts do the same.
 */
export function ownHome(read: () => { homedir: string } = userInfo): string {
  try {
    return read().homedir
  } catch {
    return homedir()
  }
}
