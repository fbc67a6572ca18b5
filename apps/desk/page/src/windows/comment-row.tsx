/** A comment: who wrote what, and a way to write it anew. */
import { memo, type ReactNode, useRef, useState } from 'react'
import type { Comment } from '../../../src/data/types.js'
import type { Pane } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { SteadyText } from './steady-text.js'

type Props = { window: string; pane: Pane; comment: Comment }

/** What is being written instead of a comment, and which revision of it the writer saw. */
type Edit = { text: string; revision: number }

/** One comment of a thread. */
export const CommentRow = memo(function CommentRow({ window, pane, comment }: Props): ReactNode {
  const { perform } = useParts()
  const [edit, setEdit] = useState<Edit>()
  const begin = useRef<HTMLButtonElement>(null)
  const end = () => {
    setEdit(undefined)
    requestAnimationFrame(() => begin.current?.focus())
  }
  const save = async () => {
    if (!edit) return
    const outcome = await perform({ act: 'editComment', window, pane, comment: comment.id, ...edit })
    if (outcome.kind === 'done') end()
  }
  return (
    <li
      className="comment"
      aria-label={`Comment by ${comment.author}`}
      data-spot={`comment:${pane}:${comment.id}`}
      data-copane-subrole="comment"
    >
      <div className="comment-head" role="toolbar" aria-label={`Comment by ${comment.author}`}>
        <bdi className="author">{comment.author}</bdi>
        <time dateTime={comment.writtenAt}>{comment.writtenAt.slice(0, 10)}</time>
        <span className="spring" />
        {!edit && (
          <button
            ref={begin}
            type="button"
            className="bare"
            aria-label={`Edit the comment by ${comment.author}`}
            onClick={() => setEdit({ text: comment.text, revision: comment.revision })}
          >
            Edit
          </button>
        )}
      </div>
      {edit ? (
        <EditForm comment={comment} edit={edit} change={setEdit} save={() => void save()} cancel={end} />
      ) : (
        <SteadyText className="comment-text" data-comment={comment.id} data-pane={pane} text={comment.text} />
      )}
    </li>
  )
})

type FormProps = {
  comment: Comment
  edit: Edit
  change: (edit: Edit) => void
  save: () => void
  cancel: () => void
}

function EditForm({ comment, edit, change, save, cancel }: FormProps): ReactNode {
  const isBehind = comment.revision !== edit.revision
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
        else cancel()
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
      {isBehind && (
        <div className="conflict" role="alert" data-copane-private>
          <p>Somebody changed this comment while you wrote. It says now:</p>
          <blockquote>{comment.text}</blockquote>
          <button type="button" onClick={() => change({ ...edit, revision: comment.revision })}>
            Keep mine
          </button>
          <button type="button" onClick={cancel}>
            Take theirs
          </button>
        </div>
      )}
      <div className="comment-acts">
        <button type="button" onClick={cancel}>
          Cancel
        </button>
        <button type="submit" className="primary" disabled={isBehind}>
          Save
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
