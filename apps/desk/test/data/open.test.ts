import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifies } from '../../../../test/support/verifies.js'
import { openDeskData, type OpenTrouble } from '../../src/data/index.js'
import { inFolder, openData } from '../support/desks.js'

const withDatabase = (file: string, sql: string): void => {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

const refusedFiles: readonly (readonly [
  reason: OpenTrouble,
  what: string,
  prepare: (file: string) => string,
])[] = [
  ['not-writable', 'a folder where the file should be', file => (mkdirSync(file), file)],
  [
    'not-writable',
    'a file where the folder should be',
    file => (writeFileSync(file, ''), join(file, 'desk.db')),
  ],
  ['not-writable', 'a folder that can not be made', () => '/proc/no-such-folder/desk.db'],
  ['not-a-desk', 'a text file', file => (writeFileSync(file, 'dear diary '.repeat(500)), file)],
  ['not-a-desk', 'a database of another program', file => (withDatabase(file, 'CREATE TABLE t (a)'), file)],
  [
    'newer',
    'a desk file of a later version',
    file => (openData(file).close(), withDatabase(file, 'PRAGMA user_version = 99'), file),
  ],
  [
    'damaged',
    'a desk file with a page overwritten',
    file => (openData(file, 2000).close(), scribble(file), file),
  ],
]

function scribble(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096 * 20, 4096 * 40)
  writeFileSync(file, bytes)
}

for (const [reason, what, prepare] of refusedFiles)
  verifies('FR-25', `${what} is refused as ${reason}, in words that say what to do`, () =>
    inFolder(folder => {
      const file = prepare(join(folder, 'desk.db'))
      const outcome = openDeskData({ file, orders: 10 })
      equal(outcome.kind === 'refused' && outcome.reason, reason)
      ok(outcome.kind === 'refused' && outcome.message.startsWith(file))
    }),
  )

verifies('FR-25', 'a refused file is left as it was', () =>
  inFolder(folder => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'dear diary')
    openDeskData({ file })
    equal(readFileSync(file, 'utf8'), 'dear diary')
  }),
)

verifies('FR-25', 'a missing folder is made for its user alone, and so is the file', () =>
  inFolder(folder => {
    const file = join(folder, 'a', 'b', 'desk.db')
    openData(file).close()
    deepEqual([statSync(join(folder, 'a', 'b')).mode & 0o777, statSync(file).mode & 0o777], [0o700, 0o600])
  }),
)

verifies('FR-27', 'a second desk on a file that is in use is refused, and the first goes on', () =>
  inFolder(folder => {
    const file = join(folder, 'desk.db')
    const first = openData(file)
    const outcome = openDeskData({ file })
    equal(outcome.kind === 'refused' && outcome.reason, 'in-use')
    equal(first.orders.page({ text: '' }, 0, 1).total, 60)
    first.close()
    openData(file).close()
  }),
)

verifies('D-36', 'a file left empty by a start that was cut short is filled', () =>
  inFolder(folder => {
    const file = join(folder, 'desk.db')
    writeFileSync(file, '')
    const data = openData(file)
    equal(data.orders.page({ text: '' }, 0, 1).total, 60)
    data.close()
  }),
)
