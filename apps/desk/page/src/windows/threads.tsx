/** Two threads side by side: reading, commenting, editing comments. */
import { type ReactNode, useId, useState } from 'react'
import type { Thread } from '../../../src/data/types.js'
import { PANES, type Pane, type ThreadsWindow } from '../../../src/model/state.js'
import { useKnown, useParts, useUnsent } from '../wire/hooks.js'
import { linesOf } from './comment-edits.js'
import { CommentRow } from './comment-row.js'

/** The longest comment. Units: UTF-16 code units. */
const MAX_COMMENT = 4000

/** A window with two panes. */
export const Threads = ({ window }: { window: ThreadsWindow }): ReactNode => (
  <div className="panes">
    {PANES.map(pane => (
      <ThreadPane key={pane} window={window} pane={pane} />
    ))}
  </div>
)

function ThreadPane({ window, pane }: { window: ThreadsWindow; pane: Pane }): ReactNode {
  const { perform, unsent } = useParts()
  const titles = useKnown(({ desk }) => desk.threadTitles)
  const shown = window.panes[pane]
  const thread = useKnown(({ desk }) => (shown === undefined ? undefined : desk.threads[shown]))
  const { edits } = useUnsent()
  const lines = thread ? linesOf(thread, edits) : []
  const id = useId()
  return (
    <div
      className="pane"
      role="group"
      aria-label={`${pane === 'left' ? 'Left' : 'Right'} pane`}
      data-spot={`pane:${pane}`}
      data-copane-role="Window"
      data-copane-subrole="pane"
    >
      <div className="pane-head">
        <label htmlFor={id}>Thread</label>
        <select
          id={id}
          value={shown ?? ''}
          {...(pane === 'left' ? { 'data-autofocus': true } : {})}
          onChange={({ target }) =>
            void perform({ act: 'show', window: window.id, pane, thread: Number(target.value) })
          }
        >
          {shown === undefined && <option value="">Choose a thread</option>}
          {titles.map(({ id: number, title, comments }) => (
            <option key={number} value={number}>
              {title} ({comments})
            </option>
          ))}
        </select>
      </div>
      <div className="scroll" data-scroll>
        {thread && lines.length > 0 ? (
          <ol className="thread" aria-label={thread.title} data-copane-subrole="thread">
            {lines.map(line => (
              <CommentRow
                key={line.comment.id}
                {...line}
                window={window.id}
                pane={pane}
                thread={thread.id}
                change={unsent.writeEdit}
              />
            ))}
          </ol>
        ) : (
          <p className="empty">{thread ? 'Nobody commented yet.' : 'No thread is shown here.'}</p>
        )}
      </div>
      {thread && <Composer window={window.id} pane={pane} thread={thread} />}
    </div>
  )
}

/** What is written belongs to its thread: it is not sent to another one that somebody shows in the pane meanwhile. */
function Composer({ window, pane, thread }: { window: string; pane: Pane; thread: Thread }): ReactNode {
  const { perform, unsent } = useParts()
  const text = useUnsent().comments[thread.id] ?? ''
  const setText = (next: string) => unsent.writeComment(thread.id, next)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (isSending || text.trim() === '') return
    setSending(true)
    const outcome = await perform({ act: 'comment', window, pane, text, thread: thread.id })
    setSending(false)
    if (outcome.kind === 'done') setText('')
  }
  return (
    <form
      className="composer"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        aria-label={`New comment on ${thread.title}`}
        placeholder="Write a comment; Ctrl+Enter sends it"
        rows={2}
        maxLength={MAX_COMMENT}
        value={text}
        readOnly={isSending}
        data-copane-subrole="new-comment"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send()
        }}
      />
      <button type="submit" aria-disabled={text.trim() === ''}>
        Comment
      </button>
    </form>
  )
}
