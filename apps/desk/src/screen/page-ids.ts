/** The ids that pages gave to what they show, kept after a page is gone (EL-9.1-id-stable). */
import { type TreeElement, walk } from '@copane/protocol/elements'

/** What is remembered of the ids of pages. */
export type PageIds = {
  /** Remembers the ids of a tree that a page answered with. */
  note(mark: string, root: TreeElement): void
  /** The mark of the page that gave an id; undefined for an id that no page gave. */
  markOf(id: string): string | undefined
}

/** Pages whose ids are known to the last one; of older ones every number counts as given. */
const MOST_PAGES = 1000

/**
 * Makes an empty memory; a page numbers its ids upwards, so one number a page is enough.
 *
 * Shape   `isMark` is true for the mark of every page there was, also of those that are forgotten here.
 */
export function createPageIds(isMark: (mark: string) => boolean): PageIds {
  const last = new Map<string, number>()
  let forgot = false
  return {
    note(mark, root) {
      let highest = last.get(mark) ?? 0
      for (const { element } of walk(root)) {
        const minted = parse(element.id)
        if (minted?.mark === mark && minted.number > highest) highest = minted.number
      }
      last.delete(mark)
      last.set(mark, highest)
      const [oldest] = last.keys()
      if (oldest === undefined || last.size <= MOST_PAGES) return
      last.delete(oldest)
      forgot = true
    },
    markOf(id) {
      const minted = parse(id)
      if (!minted || !isMark(minted.mark)) return undefined
      const highest = last.get(minted.mark) ?? (forgot ? Infinity : 0)
      return minted.number <= highest ? minted.mark : undefined
    },
  }
}

function parse(id: string): { mark: string; number: number } | undefined {
  const [, mark, number] = /^([a-z0-9]{1,6})-([1-9]\d{0,8})$/.exec(id) ?? []
  return mark === undefined || number === undefined ? undefined : { mark, number: Number(number) }
}
