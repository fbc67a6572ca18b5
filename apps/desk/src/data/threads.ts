/** Reads and writes threads and their comments. */
import type { DatabaseSync } from 'node:sqlite'
import { numberIn, type Row, textIn } from './rows.js'
import type { Comment, Thread, ThreadTitle } from './types.js'

/** The threads of an open desk file. */
export type Threads = {
  titles(): readonly ThreadTitle[]
  get(id: number): Thread | undefined
  /** Adds a comment; its id was never used before. */
  addComment(thread: number, author: string, text: string): Comment
  /** Replaces a comment's text and raises its revision. Errors: throws when there is no such comment. */
  editComment(comment: number, text: string): Comment
  removeComment(comment: number): void
}

/** Gives access to the threads; `now` says when a comment is written. */
export function createThreads(db: DatabaseSync, now: () => Date): Threads {
  const titles = db.prepare(`SELECT threads.id, title, count(comments.id) AS comments FROM threads
    LEFT JOIN comments ON thread_id = threads.id GROUP BY threads.id ORDER BY threads.id`)
  const thread = db.prepare('SELECT id, title FROM threads WHERE id = ?')
  const comments = db.prepare(
    'SELECT id, author, text, written_at, revision FROM comments WHERE thread_id = ? ORDER BY id',
  )
  const insert = db.prepare(
    'INSERT INTO comments (thread_id, author, text, written_at, revision) VALUES (?, ?, ?, ?, 1) RETURNING *',
  )
  const update = db.prepare('UPDATE comments SET text = ?, revision = revision + 1 WHERE id = ? RETURNING *')
  const remove = db.prepare('DELETE FROM comments WHERE id = ?')

  return {
    titles: () =>
      titles.all().map(row => ({
        id: numberIn(row, 'id'),
        title: textIn(row, 'title'),
        comments: numberIn(row, 'comments'),
      })),
    get(id) {
      const row = thread.get(id)
      return row && { id, title: textIn(row, 'title'), comments: comments.all(id).map(comment) }
    },
    addComment: (id, author, text) => comment(insert.get(id, author, text, now().toISOString())),
    editComment: (id, text) => comment(update.get(text, id)),
    removeComment: id => void remove.run(id),
  }
}

const comment = (row: Row | undefined): Comment => ({
  id: numberIn(row, 'id'),
  author: textIn(row, 'author'),
  text: textIn(row, 'text'),
  writtenAt: textIn(row, 'written_at'),
  revision: numberIn(row, 'revision'),
})
