/** The tables of a desk file, and the two numbers that tell what a file is. */

/** SQLite's `application_id` of a desk file: the letters `desk`. */
export const APPLICATION_ID = 0x6465736b

/** SQLite's `user_version`: rises when the tables change. */
export const SCHEMA_VERSION = 1

/** Creates every table in an empty file. `search` is the lower-cased text that a filter looks into. */
export const TABLES = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE orders (
    number INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    recipient TEXT NOT NULL,
    address TEXT NOT NULL,
    amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('draft', 'submitted', 'shipped')),
    placed_on TEXT NOT NULL,
    note TEXT NOT NULL,
    revision INTEGER NOT NULL CHECK (revision > 0),
    updated_at TEXT NOT NULL,
    search TEXT NOT NULL
  ) STRICT;
  CREATE INDEX orders_by_status ON orders (status, number);
  CREATE INDEX orders_by_amount ON orders (currency, amount_cents);
  CREATE TABLE order_lines (
    order_number INTEGER NOT NULL REFERENCES orders (number),
    position INTEGER NOT NULL,
    item TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    unit_cents INTEGER NOT NULL,
    PRIMARY KEY (order_number, position)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE threads (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
  CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id INTEGER NOT NULL REFERENCES threads (id),
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    written_at TEXT NOT NULL,
    revision INTEGER NOT NULL CHECK (revision > 0)
  ) STRICT;
  CREATE INDEX comments_by_thread ON comments (thread_id, id);
  CREATE TABLE open_windows (key TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`
