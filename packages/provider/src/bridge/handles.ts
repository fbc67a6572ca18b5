/** Window ids for an app that has keys of its own: a path, a number, anything (GB §5.2, §12.4 · D-30). */

/** Handles of what is open, by the app's keys. */
export type Handles = {
  /** The window id of a key, minted when the key is opened. */
  of(key: string): string
  /** The key that has a window id; undefined for any other. */
  keyOf(id: string): string | undefined
  /** Forgets a key that closed: opened again, it is another window with another id (GB-10.3-never-reused). */
  close(key: string): void
}

/** Makes handles; `mint` is the run's `ids.windowId`. */
export function createHandles(mint: () => string): Handles {
  const ids = new Map<string, string>()
  const keys = new Map<string, string>()
  return {
    of(key) {
      let id = ids.get(key)
      if (id === undefined) {
        ids.set(key, (id = mint()))
        keys.set(id, key)
      }
      return id
    },
    keyOf: id => keys.get(id),
    close(key) {
      const id = ids.get(key)
      ids.delete(key)
      if (id !== undefined) keys.delete(id)
    },
  }
}
