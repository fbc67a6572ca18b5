/** What the live DOM reader is made with, and what it answers. */
import type { Location, TreeElement } from '@copane/protocol/elements'
import type { FindOrigin } from './find-origin.js'

/** How much of a page one answer holds, and how long it may take. */
export type DomBudget = {
  /** Elements, passages apart. */
  maxElements: number
  /** Levels of elements. */
  maxDepth: number
  /** UTF-16 code units in one block of text. */
  maxTextChars: number
  /** UTF-16 code units in one selected passage. */
  maxPassageChars: number
  /** UTF-16 code units in all. */
  maxChars: number
  /** From the call to the answer. */
  deadlineMs: number
  /** The longest the page waits for its turn while it is read. */
  sliceMs: number
}

/** What is read where nothing else is said: a tenth of what a host takes (D-16), within a host's patience (D-17). */
export const DOM_BUDGET: DomBudget = {
  maxElements: 1000,
  maxDepth: 48,
  maxTextChars: 2000,
  maxPassageChars: 20_000,
  maxChars: 100_000,
  deadlineMs: 200,
  sliceMs: 5,
}

/**
 * What a reader is made with.
 *
 * Shape   `root` a document: it is one Document element of the answer; an element: it stands for what the caller
 *         reports (a window), and only what is inside it is read.
 *         `mark` begins the ids, 1 to 6 lower-case letters and digits, another one for each reader of an app.
 *         `origin` tells where the page is on the display; without it the page's own window and pointer tell, as
 *         X11 counts pixels. `window` is the system's number of that window.
 */
export type DomReaderOptions = {
  root: Document | Element
  mark?: string
  budget?: Partial<DomBudget>
  origin?: FindOrigin
  window?: () => number | undefined
}

/** What one read is held to; `focus: false` leaves the focus path out, for a page that is not the app's last one. */
export type ReadLimits = Partial<Pick<DomBudget, 'deadlineMs' | 'maxElements' | 'maxChars'>> & {
  focus?: boolean
}

/**
 * What a page shows, at one moment.
 *
 * Shape   `missing` counts things that are known to be there and are not in `children`; each is said, too, in the
 *         attributes of the element it is in. What could not be looked into counts as one. What did not change is
 *         the same object in the next reading: whoever gets a reading changes nothing in it.
 */
export type Reading = { children: TreeElement[]; complete: boolean; missing: number }

/** Reads a live page, without changing it. */
export type DomReader = {
  read(limits?: ReadLimits): Promise<Reading>
  /**
   * Where an element is; without an id, where the root is. Undefined for an id that was never issued, and where the
   * page's place on the display can't be known.
   */
  locate(id?: string): Location | undefined
  /** Stops following the page; the reader answers no more. */
  stop(): void
}
