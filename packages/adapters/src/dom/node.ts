/** What the converter reads of a page: plain records, so that it needs no page. */

/**
 * A node of a page as it stands now.
 *
 * Shape   without a tag: a run of text, or, when `selected`, the words that the user selected, given as a further
 *         child of the node they were selected in.
 */
export type DomNode = {
  /** In lower-case letters. */
  tag?: string
  /** Attributes as written; of use are role, type, autocomplete, name, id, href, src, and `data-copane-…`. */
  attributes?: { readonly [name: string]: string }
  /** The accessible name. */
  label?: string
  /** The words of a run of text; of a text field, what is filled in. */
  text?: string
  /** True for a field whose signs the page shows as dots. */
  masked?: true
  selected?: true
  /** The keyboard or the cursor is in this very node. */
  focused?: true
  /** The pointer is over this very node. */
  hovered?: true
  /** Drawn on screen now; absent means the parent's value. */
  visible?: boolean
  children?: readonly DomNode[]
}

/** The hints that an app may write on its tags. */
export const HINTS = {
  private: 'data-copane-private',
  role: 'data-copane-role',
  subrole: 'data-copane-subrole',
  id: 'data-copane-id',
} as const

/** An attribute that is there; names that every object has are none. */
export const attribute = (node: DomNode, name: string): string | undefined =>
  node.attributes && Object.hasOwn(node.attributes, name) ? node.attributes[name] : undefined
