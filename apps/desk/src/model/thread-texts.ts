/** Threads as panes show them, and passages that follow the words they were put on (EL-9.1-passage). */
import { movePassage, spliceBetween } from '@copane/provider'
import type { Comment, Thread } from '../data/index.js'
import type { DeskPassage, DeskState, Pane, ThreadsWindow } from './state.js'
import type { Model } from './step.js'

/** How many passages are remembered; the oldest that is not selected goes first. */
export const MAX_PASSAGES = 100

/** The thread a pane shows; undefined for an empty pane. */
export function threadIn(state: DeskState, window: ThreadsWindow, pane: Pane): Thread | undefined {
  const id = window.panes[pane]
  return id === undefined ? undefined : state.threads[id]
}

/** The comment with an id among those of a pane. */
export const commentIn = (
  state: DeskState,
  window: ThreadsWindow,
  pane: Pane,
  id: number,
): Comment | undefined => threadIn(state, window, pane)?.comments.find(comment => comment.id === id)

/** The state holding exactly the threads that its panes show; those in `changed` are read afresh. */
export function withThreads(model: Model, state: DeskState, ...changed: number[]): DeskState {
  const wanted = new Set(state.windows.flatMap(window => (window.kind === 'threads' ? shownIn(window) : [])))
  const threads: { [id: number]: Thread } = {}
  for (const id of wanted) {
    const thread = (changed.includes(id) ? undefined : state.threads[id]) ?? model.data.threads.get(id)
    if (thread) threads[id] = thread
  }
  const threadTitles = changed.length > 0 ? model.data.threads.titles() : state.threadTitles
  return { ...state, threads, threadTitles }
}

/** The state after a comment's text changed: its passages move with their words, or are gone with them. */
export function withCommentText(state: DeskState, comment: number, before: string, after: string): DeskState {
  const splice = spliceBetween(before, after)
  const passages = state.passages.flatMap(passage => {
    if (passage.comment !== comment) return [passage]
    const moved = movePassage(passage, splice)
    return moved ? [{ ...passage, ...moved }] : []
  })
  return { ...state, passages }
}

/** The state in which the given words, and no others of that window, are selected; the same words keep their id. */
export function withSelection(state: DeskState, passage: DeskPassage): DeskState {
  const isSame = (other: DeskPassage): boolean =>
    other.window === passage.window &&
    other.pane === passage.pane &&
    other.comment === passage.comment &&
    other.start === passage.start &&
    other.end === passage.end
  const others = withoutSelection(state, passage.window).passages
  const known = others.find(isSame)
  const next = [...others.filter(other => other !== known), { ...(known ?? passage), selected: true }]
  const oldest = next.length > MAX_PASSAGES ? next.find(other => !other.selected) : undefined
  return { ...state, passages: next.filter(other => other !== oldest) }
}

/** The state in which nothing is selected in a threads window, or in one of its panes. */
export const withoutSelection = (state: DeskState, window: string, pane?: Pane): DeskState => ({
  ...state,
  passages: state.passages.map(passage =>
    passage.selected && passage.window === window && (pane ?? passage.pane) === passage.pane
      ? { ...passage, selected: false }
      : passage,
  ),
})

/** A range widened so that it cuts no character in two. */
export const wholeCharacters = (
  text: string,
  start: number,
  end: number,
): { start: number; end: number } => ({
  start: cutsPair(text, start) ? start - 1 : start,
  end: cutsPair(text, end) ? end + 1 : end,
})

/** True between the two halves of a character beyond U+FFFF. */
const cutsPair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff

const shownIn = ({ panes }: ThreadsWindow): number[] =>
  [panes.left, panes.right].filter(id => id !== undefined)
