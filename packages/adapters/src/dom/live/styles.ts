/**
 * When styles may have changed (EL-5.3-visible-drawn).
 *
 * Not noticed until something else is: a rule that is changed in place, one for another of the same number, rules
 * inside `@media` and `@layer`, and those in the sheets of shadow trees.
 */

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
  ...['load', 'loadedmetadata', 'beforetoggle', 'toggle', 'fullscreenchange', 'scrollend'],
]

/** The lists of a page's sheets; a page keeps its two lists for good, and asking for them is slow. */
type Sheets = { own: ArrayLike<CSSStyleSheet>; adopted: ArrayLike<CSSStyleSheet> }

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
      page.fonts.addEventListener('loadingdone', touch, { passive: true, signal })
    },
    touch,
    current() {
      let now = 0
      for (const ref of pages) {
        const page = ref.deref()
        if (!page?.defaultView) pages.delete(ref)
        else {
          if (page.getAnimations().length > 0) touch()
          now = factsOf(now, page.defaultView, known.get(page))
        }
      }
      if (now !== before) touch()
      before = now
      return state
    },
  }
}

/** One number for what sheets and rules there are and how large the window is, after another number. */
function factsOf(before: number, { innerWidth, innerHeight }: Window, sheets: Sheets | undefined): number {
  const facts = mix(mix(before, innerWidth), innerHeight)
  return sheets ? mix(mix(facts, rulesOf(sheets.own)), rulesOf(sheets.adopted)) : facts
}

const mix = (a: number, b: number): number => (a * 1_000_003 + b) % 4_294_967_291

/** How many sheets and rules there are: a script puts rules into a sheet without a change of the document. */
function rulesOf(sheets: ArrayLike<CSSStyleSheet>): number {
  const { length } = sheets
  let rules = 0
  for (let at = 0; at < length; at++) rules += rulesIn(sheets[at])
  return 10_007 * length + rules
}

/** Sheets of other origins, which nobody may look into, not even a script that would change them. */
const closed = new WeakSet<CSSStyleSheet>()

function rulesIn(sheet: CSSStyleSheet | undefined): number {
  if (!sheet || closed.has(sheet)) return 0
  try {
    return sheet.cssRules.length
  } catch {
    closed.add(sheet)
    return 0
  }
}
