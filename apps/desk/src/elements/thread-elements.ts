/** A pane with its thread, the comments in it, and the words selected there, as elements. */
import type { TreeElement } from '@copane/protocol/elements'
import type { Comment } from '../data/index.js'
import type { DeskPassage, Pane, Spot, ThreadsWindow } from '../model/state.js'
import { shortened } from '../model/text.js'
import { threadIn } from '../model/thread-texts.js'
import { childrenOf, type Parts, titleOf } from './parts.js'

/** How many comments of a thread are reported, newest first to stay; those the user points at always are. */
const REPORTED_COMMENTS = 200

/** How much of a comment is reported as its description; selected words are reported whole. */
const DESCRIPTION = 280

/** One pane of a threads window; empty when it shows no thread. */
export function paneElement(parts: Parts, window: ThreadsWindow, pane: Pane): TreeElement {
  const thread = threadIn(parts.state, window, pane)
  const passages = parts.state.passages.filter(
    passage => passage.window === window.id && passage.pane === pane,
  )
  const list = thread && {
    id: parts.id('thread', `${pane}/${thread.id}`),
    role: 'List' as const,
    subrole: 'thread',
    title: titleOf(thread.title),
    ...childrenOf(
      reported(parts, window, pane, thread.comments, passages).map(comment =>
        commentElement(parts, pane, comment, passages),
      ),
    ),
  }
  const element: TreeElement = {
    id: parts.id('panel', pane),
    role: 'Window',
    subrole: 'pane',
    ...childrenOf(list ? [list] : []),
  }
  parts.at({ kind: 'pane', pane }, list ?? element)
  return element
}

function reported(
  parts: Parts,
  window: ThreadsWindow,
  pane: Pane,
  comments: readonly Comment[],
  passages: readonly DeskPassage[],
): readonly Comment[] {
  if (comments.length <= REPORTED_COMMENTS) return comments
  const { focus, hover } = parts.state
  const isHere = (spot: Spot | undefined, id: number): boolean =>
    spot?.kind === 'comment' && spot.pane === pane && spot.comment === id
  const pointed = (id: number): boolean =>
    (focus?.window === window.id && isHere(focus.spot, id)) ||
    (hover?.window === window.id && isHere(hover.spot, id)) ||
    passages.some(passage => passage.comment === id)
  return comments.filter(({ id }, at) => at >= comments.length - REPORTED_COMMENTS || pointed(id))
}

function commentElement(
  parts: Parts,
  pane: Pane,
  comment: Comment,
  passages: readonly DeskPassage[],
): TreeElement {
  const { id, author, text } = comment
  return parts.at(
    { kind: 'comment', pane, comment: id },
    {
      id: parts.id('comment', `${pane}/${id}`),
      role: 'Row',
      subrole: 'comment',
      title: titleOf(`Comment by ${author}`),
      content: [{ type: 'text', text: shortened(text, DESCRIPTION) }],
      attributes: { author, comment: id },
      ...childrenOf(
        passages.filter(passage => passage.comment === id).map(passage => passageElement(passage, text)),
      ),
    },
  )
}

/** Words selected before stay in the tree: their id keeps naming them (EL-9.1-passage). */
const passageElement = ({ id, start, end, selected }: DeskPassage, text: string): TreeElement => ({
  id,
  role: 'Text',
  ...(selected ? { selected: true } : {}),
  content: [{ type: 'text', text: text.slice(start, end) }],
})
