/** Whether the providers folder is one that only its user can write to (D-10). */

/** Why a folder is refused. */
export type FolderDoubt = 'link' | 'not-a-folder' | 'foreign' | 'open' | 'unreadable'

/** What the system says of a folder. `mode` holds the permission bits. */
export type FolderLook = { isLink: boolean; isFolder: boolean; uid: number; mode: number }

/**
 * What is wrong with a folder; undefined when it can be used.
 *
 * Shape   without a uid (Windows), ownership and permissions are not judged.
 */
export function judgeFolder(
  look: FolderLook,
  uid: number | undefined,
): { why: FolderDoubt; message: string } | undefined {
  if (look.isLink) return { why: 'link', message: 'it is a symbolic link; put a folder of yours there' }
  if (!look.isFolder) return { why: 'not-a-folder', message: 'it is no folder; move that file away' }
  if (uid === undefined) return undefined
  if (look.uid !== uid)
    return { why: 'foreign', message: 'it belongs to another user; remove it or name another folder' }
  if ((look.mode & 0o777) === 0o700) return undefined
  return { why: 'open', message: `its mode is 0${(look.mode & 0o777).toString(8)}; run chmod 700 on it` }
}
