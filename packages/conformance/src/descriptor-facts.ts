/** What can be seen of a descriptor file from outside (D-10). */

/** A file and its folder as the file system has them. */
export type DescriptorFacts = {
  /** The name of the file, without its folder. */
  name: string
  /** Undefined when the file is not there, is no regular file, or is over the limit of D-10. */
  text: string | undefined
  file: EntryFacts | undefined
  folder: EntryFacts | undefined
  /** False where the system has no Unix permissions. */
  hasModes: boolean
  /** Whether a process holds the listening socket of a port; undefined where the system does not tell. */
  listens(pid: number, port: number): boolean | undefined
}

/** A file or folder; `mode` holds the permission bits alone. */
export type EntryFacts = { kind: 'file' | 'folder' | 'link' | 'other'; mode: number; isOurs: boolean }
