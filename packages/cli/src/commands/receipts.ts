/** `copane receipts`: what was sent to which agent, and when (D-52). */
import { openReceipts } from '@copane/host/node'
import type { ExitCode, Io } from '../io.js'
import { numberOf, readOptions, wrongUse } from '../options.js'
import { jsonLines } from '../render/lines.js'
import { receiptLines, receiptTable } from '../render/receipts.js'

const EXAMPLE = 'copane receipts --last 5'

/** How many are shown unless more are asked for. */
const SHOWN = 20

/** Lists receipts, newest first; or shows one, or what was sent with it where the user keeps that. */
export async function receipts(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(
    args,
    {
      last: { type: 'string' },
      sent: { type: 'string' },
      json: { type: 'boolean' },
    },
    [],
    true,
  )
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values, words } = given
  const [id, extra] = words
  if (extra !== undefined) return wrongUse(io, `"${extra}" is one word too many`, EXAMPLE)
  const last = numberOf(values.last, 1)
  if (last === 'wrong') return wrongUse(io, `--last takes a number, not "${values.last}"`, EXAMPLE)
  const store = openReceipts()
  if (values.sent !== undefined) return showSent(io, values.sent, await store.sent(values.sent), values.json)
  const { receipts: all, unread } = await store.list()
  if (unread > 0)
    io.tell([
      `copane: ${unread} of the files in ${store.folder} can't be read as receipts; look at them, or remove them`,
    ])
  if (id !== undefined) {
    const fitting = all.filter(receipt => receipt.id === id || receipt.id.endsWith(id))
    const [one] = fitting
    if (!one || fitting.length > 1)
      return wrongUse(
        io,
        `${one ? 'several receipts end' : 'no receipt ends'} with "${id}"`,
        'copane receipts',
      )
    io.out(values.json ? jsonLines(one) : receiptLines(one))
    return 0
  }
  const shown = all.slice(0, last ?? SHOWN)
  if (values.json) io.out(jsonLines({ folder: store.folder, total: all.length, receipts: shown }))
  else io.out(receiptTable(shown))
  if (all.length === 0)
    io.tell([`copane: nothing was sent to an agent so far; receipts will be in ${store.folder}`])
  else if (shown.length < all.length)
    io.tell([`copane: ${shown.length} of ${all.length}; --last ${all.length} shows all`])
  return 0
}

function showSent(io: Io, id: string, text: string | undefined, isJson: boolean | undefined): ExitCode {
  if (text === undefined) {
    io.tell([
      `copane: what was sent with "${id}" is not kept`,
      'by default nothing is; copane settings keep 7 keeps it for seven days from then on',
    ])
    return 1
  }
  io.out(isJson ? jsonLines({ id, text }) : text.replace(/\n$/, '').split('\n'))
  return 0
}
