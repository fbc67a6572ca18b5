/** `copane do`: calls one action of a window, based on the window as it is now or on a version you name. */
import type { CallArguments } from '@copane/host'
import { readArguments } from '../call-arguments.js'
import type { ExitCode, Io } from '../io.js'
import { withWindows } from '../open-windows.js'
import { APP_OPTIONS, numberOf, readOptions, wrongUse } from '../options.js'
import { doneLines, undoneLines } from '../render/call.js'
import { jsonLines } from '../render/lines.js'

const EXAMPLE = 'copane do w-1 edit field=recipient value=Ada --app Editor'

/** Calls once; a window that changed is told, not tried again: whoever typed the command decides. */
export async function doAction(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(
    args,
    { ...APP_OPTIONS, args: { type: 'string' }, expect: { type: 'string' } },
    ['the window (or app)', 'the action'],
    true,
  )
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values, words } = given
  const [window = '', action = '', ...pairs] = words
  const read = readArguments(pairs, values.args)
  if (read.kind === 'wrong') return wrongUse(io, read.message, EXAMPLE)
  const expected = numberOf(values.expect, 0)
  if (expected === 'wrong')
    return wrongUse(io, `--expect takes a version, not "${values.expect}"`, `${EXAMPLE} --expect 3`)
  const callArguments: CallArguments =
    expected === undefined ? read.args : { ...read.args, expectedVersion: expected }
  return withWindows(io, values, EXAMPLE, async (session, app) => {
    const outcome = await io.during(`waiting for ${app}`, session.call(window, action, callArguments))
    if (values.json) io.out(jsonLines(outcome))
    if (outcome.kind === 'done') {
      if (!values.json) io.out(doneLines(outcome))
      return 0
    }
    io.tell(undoneLines(outcome, { window, app }))
    return ['late', 'gone', 'denied'].includes(outcome.kind) ? 2 : 1
  })
}
