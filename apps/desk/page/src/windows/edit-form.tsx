/** Where a comment is written anew, and what became of it meanwhile. */
import type { ReactNode } from 'react'
import type { Comment } from '../../../src/data/types.js'
import type { Edit } from './comment-edits.js'

type Props = {
  comment: Comment
  edit: Edit
  isGone: boolean
  change: (edit: Edit) => void
  save: () => void
  cancel: () => void
}

/** The form; Ctrl+Enter saves, Escape leaves the comment as it is. */
export function EditForm({ comment, edit, isGone, change, save, cancel }: Props): ReactNode {
  const isBehind = comment.revision !== edit.seen.revision
  return (
    <form
      className="comment-edit"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      onKeyDown={event => {
        const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (!isSave && event.key !== 'Escape') return
        event.preventDefault()
        if (isSave) save()
        else if (!isGone) cancel()
      }}
    >
      <textarea
        aria-label={`Comment by ${comment.author}`}
        rows={3}
        maxLength={4000}
        value={edit.text}
        ref={beginAtEnd}
        onChange={({ target }) => change({ ...edit, text: target.value })}
      />
      {isGone && (
        <div className="conflict" role="alert" data-copane-private>
          <p>This comment was removed while you wrote. What you wrote is still here.</p>
        </div>
      )}
      {isBehind && (
        <div className="conflict" role="alert" data-copane-private>
          <p>Somebody changed this comment while you wrote. It says now:</p>
          <blockquote>{comment.text}</blockquote>
          <button type="button" onClick={() => change({ ...edit, seen: comment })}>
            Keep mine
          </button>
          <button type="button" onClick={cancel}>
            Take theirs
          </button>
        </div>
      )}
      <div className="comment-acts">
        <button type="button" onClick={cancel}>
          {isGone ? 'Discard' : 'Cancel'}
        </button>
        <button type="submit" className="primary" disabled={isBehind}>
          {isGone ? 'Add as a new comment' : 'Save'}
        </button>
      </div>
    </form>
  )
}

/** The keyboard goes to the end of what is written already. */
function beginAtEnd(text: HTMLTextAreaElement | null): void {
  text?.focus()
  text?.setSelectionRange(text.value.length, text.value.length)
}
