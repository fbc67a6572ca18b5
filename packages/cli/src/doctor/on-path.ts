/** Finding a program as a shell does. */
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The first of some programs that the PATH leads to. */
export async function findOnPath(names: readonly string[]): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const name of names)
    for (const folder of folders) {
      const path = join(folder, name)
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (isThere) return path
    }
  return undefined
}
