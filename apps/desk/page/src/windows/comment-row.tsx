/** A comment: who wrote what, and a way to write it anew. */
import { memo, type ReactNode, useRef } from 'react'
import type { Pane } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import type { CommentLine, Edit } from './comment-edits.js'
import { EditForm } from './edit-form.js'
import { SteadyText } from './steady-text.js'

type Props = CommentLine & {
  window: string
  pane: Pane
  thread: number
  change: (comment: number, edit: Edit | undefined) => void
}

/**
 * One comment of a thread.
 *
 * Shape   one that was removed while it was written anew keeps what was written, and the keyboard in it, until its
 *         writer adds it as a new comment or discards it.
 */
export const CommentRow = memo(function CommentRow(props: Props): ReactNode {
  const { window, pane, thread, comment, edit, isGone, change } = props
  const { perform } = useParts()
  const row = useRef<HTMLLIElement>(null)
  const isSaving = useRef(false)
  const end = () => {
    const pane = row.current?.closest('.pane')
    change(comment.id, undefined)
    requestAnimationFrame(() => {
      const next = row.current?.querySelector<HTMLElement>('button')
      const goal = next ?? pane?.querySelector<HTMLElement>('.composer textarea')
      goal?.focus()
    })
  }
  const save = async () => {
    if (!edit || isSaving.current) return
    isSaving.current = true
    const { text, seen } = edit
    const outcome = await perform(
      isGone
        ? { act: 'comment', window, pane, text, thread }
        : { act: 'editComment', window, pane, comment: comment.id, text, revision: seen.revision },
    )
    isSaving.current = false
    if (outcome.kind === 'done') end()
  }
  return (
    <li
      ref={row}
      className="comment"
      aria-label={`Comment by ${comment.author}`}
      {...(isGone ? {} : { 'data-spot': `comment:${pane}:${comment.id}`, 'data-copane-subrole': 'comment' })}
    >
      <div className="comment-head" role="toolbar" aria-label={`Comment by ${comment.author}`}>
        <bdi className="author">{comment.author}</bdi>
        <time dateTime={comment.writtenAt}>{comment.writtenAt.slice(0, 10)}</time>
        <span className="spring" />
        {!edit && (
          <button
            type="button"
            className="bare"
            aria-label={`Edit the comment by ${comment.author}`}
            onClick={() => change(comment.id, { thread, text: comment.text, seen: comment })}
          >
            Edit
          </button>
        )}
      </div>
      {edit ? (
        <EditForm
          comment={comment}
          edit={edit}
          isGone={isGone}
          change={next => change(comment.id, next)}
          save={() => void save()}
          cancel={end}
        />
      ) : (
        <SteadyText className="comment-text" data-comment={comment.id} data-pane={pane} text={comment.text} />
      )}
    </li>
  )
})
