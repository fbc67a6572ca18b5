/** What an app hands over: elements with two marks that never reach the wire (D-45, EL-sec-no-surprise). */
import type { Finding } from '@copane/protocol/findings'
import type { TreeElement } from '@copane/protocol/elements'

/**
 * One thing the app shows, as the app tells it.
 *
 * Shape   `private`: left out with all that is inside it, its ids unknown (D-45). `sensitive`: told, but every word of
 *         it and of what is inside it is six bullets, or empty where it is empty (D-41). Fields that the protocol does
 *         not have are left out, and so is a state that is false.
 */
export type AppElement = Omit<TreeElement, 'children' | 'selected' | 'focused' | 'hovered'> & {
  selected?: boolean
  focused?: boolean
  hovered?: boolean
  children?: readonly AppElement[]
  private?: boolean
  sensitive?: boolean
}

/** The part of an element that is its own: all but what is inside it. */
export type OwnElement = Omit<AppElement, 'children'>

/**
 * A finding for the developer of the app.
 *
 * Shape   `at` is a place in the answer, or `$` for what stands in none; `id` names the app's element where it has one.
 * Errors  holds no text or title of the app, and nothing of what is private (D-08).
 */
export type AppFinding = Finding & { id?: string }

/** Takes what is wrong with one element. */
export type Tell = (finding: Omit<AppFinding, 'at' | 'id'>) => void
