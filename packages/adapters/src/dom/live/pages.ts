/** The pages that were found: the outermost one, and those in frames of the same origin. */
import type { Changes } from './changes.js'
import type { PointerWatch } from './pointer.js'
import type { StyleWatch } from './styles.js'

/** An eye on every page. */
export type Pages = {
  watch(root: Document | ShadowRoot): void
  /** The pages that are shown in a window or a frame. */
  shown(): Document[]
}

/** Keeps the pages that are told; a page whose frame is gone is forgotten. */
export function createPages(
  outermost: Document,
  changes: Changes,
  pointer: PointerWatch,
  styles: StyleWatch,
): Pages {
  const frames = new Set<WeakRef<Document>>()
  const known = new WeakSet<Document>()
  return {
    watch(root) {
      changes.watch(root)
      if (!isPage(root) || known.has(root)) return
      pointer.watch(root)
      styles.watch(root)
      known.add(root)
      if (root !== outermost) frames.add(new WeakRef(root))
    },
    shown() {
      const pages = [outermost]
      for (const ref of frames) {
        const page = ref.deref()
        if (!page) frames.delete(ref)
        else if (page.defaultView) pages.push(page)
      }
      return pages
    },
  }
}

const isPage = (root: Document | ShadowRoot): root is Document => 'defaultView' in root
