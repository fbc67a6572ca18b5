/** What the page has to say about something that did not go through, by window. */

/** Under this name stands what belongs to no window. */
export const NO_WINDOW = ''

/** What is said at present. */
export type Notices = {
  read(): { readonly [window: string]: string }
  subscribe(listener: () => void): () => void
  say(window: string, text: string): void
  clear(window: string): void
}

/** Keeps what is said, one sentence for a window. */
export function createNotices(): Notices {
  let said: { readonly [window: string]: string } = {}
  const listeners = new Set<() => void>()
  const become = (next: typeof said) => {
    said = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => said,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say: (window, text) => become({ ...said, [window]: text }),
    clear(window) {
      if (said[window] === undefined) return
      const { [window]: _, ...others } = said
      become(others)
    },
  }
}
