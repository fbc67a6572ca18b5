/** When styles may have changed: between two such moments an answer about them holds (EL-5.3-visible-drawn). */

/** An eye on what may change a style. */
export type StyleWatch = {
  watch(page: Document): void
  /** Tells that styles may have changed. */
  touch(): void
  /** The number of the present state of the styles; another one when they may have changed. */
  current(): number
}

/** What a page may style by, besides what stands in the document. */
const CAUSES = [
  ...['pointerover', 'pointerdown', 'pointerup', 'focusin', 'focusout', 'keydown', 'input', 'change'],
  ...['load', 'toggle', 'fullscreenchange', 'scrollend'],
]

/** The lists of a page's sheets; a page keeps its two lists for good, and asking for them is slow. */
type Sheets = { own: { readonly length: number }; adopted: { readonly length: number } }

/** Watches pages until a signal. */
export function watchStyles(signal: AbortSignal): StyleWatch {
  const pages = new Set<WeakRef<Document>>()
  const known = new WeakMap<Document, Sheets>()
  let state = 1
  let before = 0
  const touch = (): void => {
    state++
  }
  return {
    watch(page) {
      if (known.has(page)) return
      known.set(page, { own: page.styleSheets, adopted: page.adoptedStyleSheets })
      pages.add(new WeakRef(page))
      for (const cause of CAUSES)
        page.addEventListener(cause, touch, { capture: true, passive: true, signal })
    },
    touch,
    current() {
      let now = 0
      for (const ref of pages) {
        const page = ref.deref()
        if (!page?.defaultView) pages.delete(ref)
        else {
          if (page.getAnimations().length > 0) touch()
          now = 31 * now + factsOf(page.defaultView, known.get(page))
        }
      }
      if (now !== before) touch()
      before = now
      return state
    },
  }
}

/** One number for what sheets there are and how large the window is. */
const factsOf = ({ innerWidth, innerHeight }: Window, sheets: Sheets | undefined): number =>
  innerWidth + 1e4 * innerHeight + 1e8 * (sheets?.own.length ?? 0) + 1e11 * (sheets?.adopted.length ?? 0)
