/** Comments that are being written: they outlive the window they were begun in, and a reload of the page. */
import { type Edit, type Edits, withEdit } from '../windows/comment-edits.js'

/** What is written and not sent: new comments by their thread, and edits by their comment. */
export type UnsentTexts = { readonly comments: { readonly [thread: number]: string }; readonly edits: Edits }

/** The texts of this page. */
export type Unsent = {
  read(): UnsentTexts
  subscribe(listener: () => void): () => void
  /** An empty text is none. */
  writeComment(thread: number, text: string): void
  writeEdit(comment: number, edit: Edit | undefined): void
}

/** Where they are kept; a browser keeps it for this tab alone, until that is closed. */
const PLACE = 'desk-unsent'

/** Takes up what was being written before the page was loaded again. */
export function createUnsent(): Unsent {
  let texts = kept() ?? { comments: {}, edits: {} }
  const listeners = new Set<() => void>()
  const become = (next: UnsentTexts) => {
    texts = next
    keep(texts)
    for (const listener of listeners) listener()
  }
  return {
    read: () => texts,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    writeComment(thread, text) {
      const { [thread]: _, ...others } = texts.comments
      become({ ...texts, comments: text === '' ? others : { ...others, [thread]: text } })
    },
    writeEdit: (comment, edit) => become({ ...texts, edits: withEdit(texts.edits, comment, edit) }),
  }
}

/** Our own text, as it was kept; a browser may be told to keep nothing. */
function kept(): UnsentTexts | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
    return isUnsent(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isUnsent = (value: unknown): value is UnsentTexts =>
  typeof value === 'object' && value !== null && 'comments' in value && 'edits' in value

function keep(texts: UnsentTexts): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(texts))
  } catch {}
}
