/** What can be done with threads and their comments. */
import type { Author } from '@copane/provider'
import { nameInWords } from './client-names.js'
import { recorded } from './changes.js'
import { PANES, type DeskState, type Pane, type ThreadsWindow } from './state.js'
import { type Change, done, invalid, type Model, NO_WINDOW, type Step, unavailable } from './step.js'
import { clean } from './text.js'
import {
  commentIn,
  threadIn,
  wholeCharacters,
  withCommentText,
  withoutSelection,
  withSelection,
  withThreads,
} from './thread-texts.js'
import { added, focused, replaced, windowOf } from './windows.js'

/** The longest comment. Units: UTF-16 code units. */
export const MAX_COMMENT = 4000

/** The pane a word names; undefined for any other word. */
export const paneNamed = (word: string): Pane | undefined => PANES.find(pane => pane === word)

/** Opens two panes, with the first two threads in them. */
export function openThreads(model: Model, { state, by }: Change): Step {
  const [left, right] = state.threadTitles
  const window: ThreadsWindow = {
    kind: 'threads',
    id: model.ids.windowId(),
    minimised: false,
    panes: { left: left?.id, right: right?.id },
  }
  return done(withThreads(model, added(state, by, window)), 'Opened the threads.', { window: window.id })
}

/** Shows a thread in a pane. */
export function showThread(model: Model, { state }: Change, id: string, pane: Pane, thread: number): Step {
  const window = windowOf(state, id, 'threads')
  if (!window) return NO_WINDOW
  const title = state.threadTitles.find(candidate => candidate.id === thread)
  if (!title) return invalid({ field: 'thread', error: 'There is no thread with this number' })
  const unselected = window.panes[pane] === thread ? state : withoutSelection(state, id, pane)
  const next = withThreads(
    model,
    replaced(unselected, { ...window, panes: { ...window.panes, [pane]: thread } }),
  )
  return done(next, `Shows "${title.title}" in the ${pane} pane.`)
}

/**
 * Adds a comment to the thread that a pane shows.
 *
 * Errors  with `meant`, unavailable when the pane shows another thread by now.
 */
export function addComment(
  model: Model,
  { state, by }: Change,
  id: string,
  { pane, text, thread: meant }: { pane: Pane; text: string; thread?: number },
): Step {
  const window = windowOf(state, id, 'threads')
  if (!window) return NO_WINDOW
  const thread = threadIn(state, window, pane)
  if (!thread) return invalid({ field: 'pane', error: 'Shows no thread' })
  if (meant !== undefined && meant !== thread.id)
    return unavailable('The pane shows another thread by now; nothing was added')
  const wrong = textError(text)
  if (wrong) return invalid({ field: 'text', error: wrong })
  const comment = model.data.threads.addComment(thread.id, writerName(state, by), clean(text).trim())
  const undo = { kind: 'added', id: comment.id, thread: thread.id, to: comment.revision } as const
  const next = recorded(state, by, `a comment on "${thread.title}"`, undo)
  return done(withThreads(model, next, thread.id), `Added a comment to "${thread.title}".`, {
    comment: comment.id,
  })
}

/**
 * Replaces the text of a comment that a pane shows.
 *
 * Errors  with `revision`, unavailable when the comment was edited since that one.
 */
export function editComment(
  model: Model,
  { state, by }: Change,
  id: string,
  { pane, comment, text, revision }: { pane: Pane; comment: number; text: string; revision?: number },
): Step {
  const window = windowOf(state, id, 'threads')
  if (!window) return NO_WINDOW
  const thread = threadIn(state, window, pane)
  const before = commentIn(state, window, pane, comment)
  if (!thread || !before) return invalid({ field: 'comment', error: `Is no comment of the ${pane} pane` })
  const wrong = textError(text)
  if (wrong) return invalid({ field: 'text', error: wrong })
  if (revision !== undefined && revision !== before.revision)
    return unavailable('The comment was edited meanwhile: look at it again')
  const wanted = clean(text).trim()
  if (wanted === before.text) return done(state, 'The comment says that already.')
  const after = model.data.threads.editComment(comment, wanted)
  const undo = {
    kind: 'comment',
    id: comment,
    thread: thread.id,
    text: before.text,
    from: before.revision,
    to: after.revision,
  } as const
  const moved = withCommentText(state, comment, before.text, after.text)
  const next = recorded(moved, by, `an edit of a comment on "${thread.title}"`, undo)
  return done(withThreads(model, next, thread.id), `Changed a comment on "${thread.title}".`)
}

/** Selects words of a comment, where the user then is; an empty range selects nothing. Units: UTF-16 code units. */
export function selectText(
  model: Model,
  { state }: Change,
  id: string,
  { pane, comment, start, end }: { pane: Pane; comment: number; start: number; end: number },
): Step {
  const window = windowOf(state, id, 'threads')
  if (!window) return NO_WINDOW
  const text = commentIn(state, window, pane, comment)?.text
  if (text === undefined) return invalid({ field: 'comment', error: `Is no comment of the ${pane} pane` })
  if (start < 0 || start > end || end > text.length)
    return invalid({ field: 'end', error: `Start and end must lie from 0 to ${text.length}, start first` })
  if (start === end) return done(withoutSelection(state, id), 'Nothing is selected.')
  const range = wholeCharacters(text, start, end)
  const passage = { id: model.ids.mint('passage'), window: id, pane, comment, ...range, selected: true }
  const at = focused(state, id, { kind: 'comment', pane, comment })
  return done(withSelection(at, passage), `Selected ${range.end - range.start} characters.`)
}

function textError(text: string): string | undefined {
  if (clean(text).trim() === '') return 'Cannot be empty'
  return text.length > MAX_COMMENT ? `Must be at most ${MAX_COMMENT} characters` : undefined
}

/** A client can call itself anything, so its name never stands alone where a person's would (D-54). */
function writerName(state: DeskState, by: Author): string {
  switch (by.kind) {
    case 'user':
      return state.user ?? 'Somebody'
    case 'client':
      return `${nameInWords(by.name)} (agent)`
    case 'app':
      return 'Desk'
    default:
      return by satisfies never
  }
}
