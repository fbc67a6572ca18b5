/** What a desk remembers of its screen from one run to the next: open windows with their drafts, and who is signed in. */
import type { DatabaseSync } from 'node:sqlite'
import { textIn } from './rows.js'

/** One open window: its id in this run, and what it is made of, as JSON. */
export type KeptWindow = { key: string; body: string }

/** The memory of an open desk file. */
export type Memory = {
  /** The windows of the run before, in the order in which they opened. */
  windows(): readonly KeptWindow[]
  /** Adds a window, or changes one that is there; its place in the order stays. */
  keepWindow(window: KeptWindow): void
  forgetWindow(key: string): void
  /** A setting's value; undefined when it was never set. */
  setting(name: string): string | undefined
  set(name: string, value: string): void
}

/** Gives access to the memory. */
export function createMemory(db: DatabaseSync): Memory {
  const windows = db.prepare('SELECT key, body FROM open_windows ORDER BY rowid')
  const keep = db.prepare(
    'INSERT INTO open_windows (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body',
  )
  const forget = db.prepare('DELETE FROM open_windows WHERE key = ?')
  const setting = db.prepare('SELECT value FROM settings WHERE name = ?')
  const set = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    windows: () => windows.all().map(row => ({ key: textIn(row, 'key'), body: textIn(row, 'body') })),
    keepWindow: ({ key, body }) => void keep.run(key, body),
    forgetWindow: key => void forget.run(key),
    setting(name) {
      const row = setting.get(name)
      return row && textIn(row, 'value')
    },
    set: (name, value) => void set.run(name, value),
  }
}
