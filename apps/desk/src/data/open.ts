/** Opens a desk file, creating and filling it the first time; what can go wrong comes back as data. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMemory, type Memory } from './memory.js'
import { createOrders, type Orders } from './orders.js'
import { createReport } from './report.js'
import { numberIn, textIn } from './rows.js'
import { APPLICATION_ID, SCHEMA_VERSION, TABLES } from './schema.js'
import { SEEDED_ORDERS, seedDesk } from './seed.js'
import { createThreads, type Threads } from './threads.js'
import type { ReportFigures } from './types.js'

/** An open desk file; no other desk can open it until it is closed or its process ends. */
export type DeskData = {
  file: string
  /** Runs work whole or not at all: what it throws undoes its writes and goes on to the caller. */
  transaction<Result>(work: () => Result): Result
  orders: Orders
  threads: Threads
  report(): ReportFigures
  memory: Memory
  close(): void
}

/** Why a file can't be opened. */
export type OpenTrouble = 'in-use' | 'not-writable' | 'no-space' | 'damaged' | 'newer' | 'not-a-desk'

/** An open file, or why there is none and what to do about it. */
export type OpenOutcome =
  | { kind: 'open'; data: DeskData }
  | { kind: 'refused'; reason: OpenTrouble; message: string }

/** Which file to open, `:memory:` for none; how many orders a new one gets; what the time is. */
export type OpenOptions = { file: string; orders?: number; now?: () => Date }

/**
 * Opens a desk file in a folder, which is made when it is not there.
 *
 * Errors  none for trouble with the file: in use by another desk, not writable, full disk, damaged, made by a
 *         newer desk, or something else altogether. A refused file is left as it was.
 */
export function openDeskData({
  file,
  orders = SEEDED_ORDERS,
  now = () => new Date(),
}: OpenOptions): OpenOutcome {
  let db: DatabaseSync | undefined
  try {
    db = connect(file)
    const strange = trouble(db)
    if (strange) {
      db.close()
      return refused(strange, file)
    }
    if (isNew(db)) fill(db, file, orders)
    return { kind: 'open', data: deskData(db, file, now) }
  } catch (error) {
    if (db?.isOpen) db.close()
    const reason = reasonOf(error)
    if (!reason) throw error
    return refused(reason, file)
  }
}

/** True for what SQLite reports, such as a full disk; false for a bug of ours. */
export const isDatabaseError = (error: unknown): boolean => codeOf(error) === 'ERR_SQLITE_ERROR'

/** How long a desk waits for one that is just closing. */
const BUSY_MS = 1000

/**
 * One connection that owns the file. FULL, although WAL survives a killed process without it: a saved order must
 * also survive a power cut, and the flush was measured at a third of a millisecond.
 */
function connect(file: string): DatabaseSync {
  if (file !== ':memory:') makeFolder(dirname(resolve(file)))
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL')
    db.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT')
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** Node's own recursive form never returns where the system says ENOENT for good, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  mkdirSync(folder, { mode: 0o700 })
}

const pragma = (db: DatabaseSync, name: string): number => numberIn(db.prepare(`PRAGMA ${name}`).get(), name)

const tableCount = (db: DatabaseSync): number =>
  numberIn(db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get(), 'tables')

const isNew = (db: DatabaseSync): boolean => pragma(db, 'user_version') === 0 && tableCount(db) === 0

function trouble(db: DatabaseSync): OpenTrouble | undefined {
  if (isNew(db)) return undefined
  if (pragma(db, 'application_id') !== APPLICATION_ID) return 'not-a-desk'
  if (pragma(db, 'user_version') > SCHEMA_VERSION) return 'newer'
  return textIn(db.prepare('PRAGMA quick_check(1)').get(), 'quick_check') === 'ok' ? undefined : 'damaged'
}

function fill(db: DatabaseSync, file: string, orders: number): void {
  if (file !== ':memory:') chmodSync(file, 0o600)
  inTransaction(db, () => {
    db.exec(TABLES)
    seedDesk(db, orders)
  })
}

const deskData = (db: DatabaseSync, file: string, now: () => Date): DeskData => ({
  file,
  transaction: work => inTransaction(db, work),
  orders: createOrders(db, now),
  threads: createThreads(db, now),
  report: createReport(db),
  memory: createMemory(db),
  close: () => db.close(),
})

function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** SQLite's result codes by what they mean to a user; extended codes carry them in their low byte. */
const BY_RESULT_CODE = new Map<number, OpenTrouble>([
  [5, 'in-use'],
  [6, 'in-use'],
  [8, 'not-writable'],
  [10, 'not-writable'],
  [14, 'not-writable'],
  [13, 'no-space'],
  [11, 'damaged'],
  [26, 'not-a-desk'],
])

const FILE_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG']

function reasonOf(error: unknown): OpenTrouble | undefined {
  const code = codeOf(error)
  if (code === 'ENOSPC') return 'no-space'
  if (typeof code === 'string' && FILE_CODES.includes(code)) return 'not-writable'
  if (!isDatabaseError(error) || !(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? BY_RESULT_CODE.get(error.errcode & 0xff) : undefined
}

const ADVICE: { readonly [Reason in OpenTrouble]: string } = {
  'in-use': 'is open in another desk: close that one first, or name another file',
  'not-writable': 'can not be written: check the folder and its permissions, or name another file',
  'no-space': 'does not fit on the disk: free some space and start again',
  damaged: 'is damaged: put back a copy, or move it away to start with a new one',
  newer: 'was written by a newer version of the desk: update the desk, or name another file',
  'not-a-desk': 'is not a desk file: name another file',
}

const refused = (reason: OpenTrouble, file: string): OpenOutcome => ({
  kind: 'refused',
  reason,
  message: `${file} ${ADVICE[reason]}.`,
})
