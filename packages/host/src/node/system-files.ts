/** Reads the files and folders in which Linux tells about processes and sockets. */
import { close, closeSync, open, openSync, read, readdirSync, readlinkSync, readSync } from 'node:fs'

/** How far a file is read. Units: bytes. */
export type ReadSteps = { maxBytes?: number; stepBytes?: number; isEnough?: (text: string) => boolean }

/**
 * The text of a file that the kernel writes as it is read, which keeps nobody waiting; undefined where it can't be read.
 *
 * Shape   read in steps until it ends, reaches the limit, or `isEnough` of what was read so far.
 */
export function readKernelFile(
  path: string,
  { maxBytes = 64 * 1024, stepBytes = 4096, isEnough }: ReadSteps = {},
): string | undefined {
  let file
  try {
    file = openSync(path, 'r')
    const step = Buffer.allocUnsafe(stepBytes)
    let text = ''
    while (text.length < maxBytes) {
      const size = readSync(file, step)
      if (size === 0) break
      text += step.toString('latin1', 0, size)
      if (isEnough?.(text)) break
    }
    return text
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The text of a small file that its process or file system may hold up; undefined where it can't be read. */
export const readSlowFile = (path: string): Promise<string | undefined> =>
  new Promise(resolve => {
    open(path, 'r', (failed, file) => {
      if (failed) return resolve(undefined)
      read(file, { buffer: Buffer.allocUnsafe(MAX_SLOW_BYTES) }, (unread, size, buffer) => {
        close(file, () => {})
        resolve(unread ? undefined : buffer.toString('latin1', 0, size))
      })
    })
  })

/** More than these files hold of what is looked for; they are read at once, since each step waits for its turn. */
const MAX_SLOW_BYTES = 128 * 1024

/** Where the links of a folder lead; undefined where it can't be read. */
export function readLinks(folder: string): string[] | undefined {
  try {
    return readdirSync(folder).map(name => linkAt(`${folder}/${name}`))
  } catch {
    return undefined
  }
}

/** Where a link leads; '' where it can't be read. */
export function linkAt(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
