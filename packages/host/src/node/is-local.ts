/** Whether a folder lies on this machine, so that what is in it can be read without ever waiting for another one. */
import { statfs } from 'node:fs/promises'

/**
 * True for the file systems of Linux that keep their files in this machine's memory or on its disks.
 *
 * Shape   `dev` numbers the file system; what was found of one is not asked again.
 */
export async function isLocal(folder: string, dev: number): Promise<boolean> {
  if (known.has(dev)) return true
  try {
    const { type } = await statfs(folder)
    if (!LOCAL.has(type)) return false
    if (known.size < MAX_KNOWN) known.add(dev)
    return true
  } catch {
    return false
  }
}

const known = new Set<number>()
const MAX_KNOWN = 16

/** By the number that statfs(2) gives: tmpfs, ext2 to ext4, xfs, btrfs, f2fs, overlayfs, zfs, ramfs. */
const LOCAL = new Set([
  0x0102_1994, 0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x794c_7630, 0x2fc1_2fc1, 0x8584_58f6,
])
