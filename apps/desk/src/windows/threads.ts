/** Two threads as a window: what both panes show, and ways to read on and to comment. */
import type { Block, JsonSchema } from '@copane/protocol/bridge'
import type { Action, Refusal, Reply, WindowView } from '@copane/provider'
import type { Comment, Thread } from '../data/index.js'
import { PANES, type DeskState, type Pane, type ThreadsWindow } from '../model/state.js'
import { invalid, type Model } from '../model/step.js'
import { threadIn } from '../model/thread-texts.js'
import { addComment, editComment, MAX_COMMENT, paneNamed, showThread } from '../model/threads.js'
import { numberOf, reading, TABLE_RESULT, textOf, writing } from './actions.js'
import { closeAction, focusAction } from './common-actions.js'

/** The title of every threads window. */
export const THREADS_TITLE = 'Threads'

const SHOWN_COMMENTS = 20
const SHOWN_TITLES = 100

/** A threads window, described. */
export function threadsView(
  window: ThreadsWindow,
  state: DeskState,
  actions: readonly Action<DeskState>[],
): WindowView<DeskState> {
  const shown = PANES.map(pane => ({ pane, thread: threadIn(state, window, pane) }))
  const blocks: Block[] = [
    {
      type: 'list',
      id: 'threads',
      items: state.threadTitles
        .slice(0, SHOWN_TITLES)
        .map(({ id, title, comments }) => `Thread ${id}: ${title} (${counted(comments)})`),
      total: state.threadTitles.length,
    },
    {
      type: 'fields',
      id: 'panes',
      items: shown.map(({ pane, thread }) => ({
        label: pane === 'left' ? 'Left pane' : 'Right pane',
        value: thread ? `Thread ${thread.id}: ${thread.title}` : '',
      })),
    },
    ...shown.flatMap(({ pane, thread }) => (thread ? [commentsBlock(pane, thread)] : [])),
  ]
  const summary = `${shown.map(({ pane, thread }) => paneSentence(pane, thread)).join(', ')}.`
  return {
    id: window.id,
    title: THREADS_TITLE,
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    blocks,
    actions,
    unavailable: shown.some(({ thread }) => thread) ? {} : NO_THREAD,
  }
}

/** What can be done in a threads window. */
export const threadsActions = (model: Model): readonly Action<DeskState>[] => [
  writing(
    model,
    {
      name: 'show',
      title: 'Show thread',
      description: 'Shows a thread in one of the two panes.',
      parameters: { pane: PANE, thread: THREAD },
      required: ['pane', 'thread'],
      idempotent: true,
    },
    call => showThread(model, call, call.id, paneOf(call.args), numberOf(call.args, 'thread') ?? 0),
  ),
  writing(
    model,
    {
      name: 'comment',
      title: 'Add comment',
      description: 'Adds a comment to the thread that a pane shows. Your name stands at the comment.',
      parameters: { pane: PANE, text: TEXT },
      required: ['pane', 'text'],
      output: { type: 'object', properties: { comment: { type: 'integer' } } },
    },
    call =>
      addComment(model, call, call.id, {
        pane: paneOf(call.args),
        text: textOf(call.args, 'text') ?? '',
      }),
  ),
  writing(
    model,
    {
      name: 'edit_comment',
      title: 'Edit comment',
      description: 'Replaces the whole text of a comment that a pane shows. The user can take it back.',
      parameters: {
        pane: PANE,
        comment: { type: 'integer', description: 'The number of the comment.' },
        text: TEXT,
      },
      required: ['pane', 'comment', 'text'],
      idempotent: true,
    },
    call =>
      editComment(model, call, call.id, {
        pane: paneOf(call.args),
        comment: numberOf(call.args, 'comment') ?? 0,
        text: textOf(call.args, 'text') ?? '',
      }),
  ),
  loadThread(model),
  focusAction(model),
  closeAction(model, 'Threads and comments are not touched.'),
]

const PANE: JsonSchema = { type: 'string', enum: [...PANES], description: 'Which of the two panes.' }
const THREAD: JsonSchema = { type: 'integer', description: 'The number of the thread.' }
const TEXT: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_COMMENT,
  description: 'The text of the comment.',
}

const NO_THREAD = { comment: 'No pane shows a thread', edit_comment: 'No pane shows a thread' }

const MAX_LOADED = 500

const loadThread = (model: Model): Action<DeskState> =>
  reading(
    {
      name: 'load_thread',
      title: 'Load thread',
      description: 'Gives the comments of any thread, oldest first. Changes nothing.',
      parameters: {
        thread: THREAD,
        offset: { type: 'integer', minimum: 0, description: 'How many comments to skip; 0 when left out.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_LOADED,
          description: 'How many comments to give; 100 when left out.',
        },
      },
      required: ['thread'],
      output: TABLE_RESULT,
    },
    ({ args }): Reply | Refusal => {
      const thread = model.data.threads.get(numberOf(args, 'thread') ?? 0)
      if (!thread) return invalid({ field: 'thread', error: 'There is no thread with this number' })
      const offset = Math.max(0, numberOf(args, 'offset') ?? 0)
      const limit = Math.min(MAX_LOADED, Math.max(1, numberOf(args, 'limit') ?? 100))
      const rows = thread.comments.slice(offset, offset + limit).map(cells)
      const total = thread.comments.length
      const message = `${rows.length} of ${counted(total)} of "${thread.title}".`
      return { kind: 'done', message, result: { columns: COLUMNS, rows, offset, total } }
    },
  )

const COLUMNS = ['Comment', 'Author', 'Text', 'Written at']

const cells = ({ id, author, text, writtenAt }: Comment): (string | number)[] => [id, author, text, writtenAt]

/** The newest comments: the older ones come from load_thread. */
function commentsBlock(pane: Pane, { comments }: Thread): Block {
  const offset = Math.max(0, comments.length - SHOWN_COMMENTS)
  return {
    type: 'table',
    id: pane,
    columns: COLUMNS,
    rows: comments.slice(offset).map(cells),
    offset,
    total: comments.length,
  }
}

const paneSentence = (pane: Pane, thread: Thread | undefined): string =>
  thread
    ? `${pane} pane shows "${thread.title}" with ${counted(thread.comments.length)}`
    : `${pane} pane is empty`

const counted = (comments: number): string => (comments === 1 ? '1 comment' : `${comments} comments`)

const paneOf = (args: Parameters<typeof textOf>[0]): Pane => paneNamed(textOf(args, 'pane') ?? '') ?? 'left'
