/** What is being written instead of the comments of a pane; it outlives a comment that somebody removes meanwhile. */
import type { Comment, Thread } from '../../../src/data/types.js'

/** What is written, and the comment as its writer saw it last. */
export type Edit = { thread: number; text: string; seen: Comment }

/** What is written, by the comment that it is to replace. */
export type Edits = { readonly [comment: number]: Edit }

/** A comment as a pane shows it; one that `isGone` was removed, and what was written instead of it is still there. */
export type CommentLine = { comment: Comment; edit: Edit | undefined; isGone: boolean }

/** The comments of a thread, and between them those that are gone and were being written anew. */
export function linesOf({ id, comments }: Thread, edits: Edits): CommentLine[] {
  const there = new Set(comments.map(comment => comment.id))
  const gone = Object.values(edits).filter(({ thread, seen }) => thread === id && !there.has(seen.id))
  const lines = [
    ...comments.map(comment => ({ comment, edit: edits[comment.id], isGone: false })),
    ...gone.map(edit => ({ comment: edit.seen, edit, isGone: true })),
  ]
  return gone.length === 0 ? lines : lines.sort((a, b) => a.comment.id - b.comment.id)
}

/** The edits with one more, or one less. */
export function withEdit(edits: Edits, comment: number, edit: Edit | undefined): Edits {
  const { [comment]: _, ...others } = edits
  return edit ? { ...others, [comment]: edit } : others
}
