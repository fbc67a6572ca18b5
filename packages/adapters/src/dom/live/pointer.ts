/** Where the pointer is: the last real event says, until it leaves (EL-5.3-one-hover). */

/** A point of one page. Units: CSS pixels, client coordinates of that page. */
export type Pointer = { page: Document; x: number; y: number }

/** What a real event says of where a page is on the display. Units: as the events have them. */
export type PointerFix = { clientX: number; clientY: number; screenX: number; screenY: number }

/** An eye on the pointer. */
export type PointerWatch = {
  watch(page: Document): void
  /** Undefined when it is outside; before the first event only the page itself knows. */
  at(): Pointer | 'unheard' | undefined
}

/**
 * Follows the pointer over the pages it is told of; `onFix` hears of every real event of the first one.
 *
 * Shape   a finger points while it is down; what a page's own script sends is not heard.
 */
export function watchPointer(signal: AbortSignal, onFix: (fix: PointerFix) => void): PointerWatch {
  const watched = new WeakSet<Document>()
  let first: WeakRef<Document> | undefined
  let last: { page: WeakRef<Document>; x: number; y: number } | undefined
  let heard = false

  function watch(page: Document): void {
    if (watched.has(page)) return
    watched.add(page)
    first ??= new WeakRef(page)
    const ref = new WeakRef(page)
    const follow = (event: PointerEvent): void => {
      if (!event.isTrusted) return
      heard = true
      const lifted = event.pointerType !== 'mouse' && event.type === 'pointerup'
      last = lifted ? undefined : { page: ref, x: event.clientX, y: event.clientY }
      if (first?.deref() === page && event.pointerType === 'mouse') onFix(event)
    }
    const leave = (event: PointerEvent): void => {
      if (event.isTrusted && event.relatedTarget === null && last?.page === ref) last = undefined
    }
    const options = { capture: true, passive: true, signal }
    for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const)
      page.addEventListener(type, follow, options)
    page.addEventListener('pointerout', leave, options)
  }

  return {
    watch,
    at() {
      const page = last?.page.deref()
      if (last && page) return { page, x: last.x, y: last.y }
      return heard ? undefined : 'unheard'
    },
  }
}
