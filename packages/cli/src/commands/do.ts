/** `copane do`: calls one action of a window, based on the window as it is now or on a version you name. */
import type { CallArguments, Session } from '@copane/host'
import { readArguments, textParameters } from '../call-arguments.js'
import type { ExitCode, Io } from '../io.js'
import { withWindows } from '../open-windows.js'
import { APP_OPTIONS, numberOf, readOptions, wrongUse } from '../options.js'
import { doneLines, undoneLines } from '../render/call.js'
import { jsonLines } from '../render/lines.js'

/** Another window or action was meant: what there is says which. */
const MISNAMED: ReadonlySet<string> = new Set(['window_not_found', 'action_not_available'])
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
  return withWindows(io, values, EXAMPLE, async (session, app) => {
    const texts = await textsOf(session, pairs, { window, action })
    const typed = readArguments(pairs, values.args, texts)
    const { args: meant } = typed.kind === 'arguments' ? typed : read
    const callArguments: CallArguments =
      expected === undefined ? meant : { ...meant, expectedVersion: expected }
    const outcome = await io.during(`waiting for ${app}`, session.call(window, action, callArguments))
    if (values.json) io.out(jsonLines(outcome))
    if (outcome.kind === 'done') {
      if (!values.json) io.out(doneLines(outcome))
      return 0
    }
    io.tell(undoneLines(outcome, { window, app }))
    if (outcome.kind === 'failed' && MISNAMED.has(outcome.error.code))
      io.tell(['see: copane windows --actions'])
    return ['late', 'gone', 'denied'].includes(outcome.kind) ? 2 : 1
  })
}

/** Which parameters are text, so that a number typed for one stays what was typed; none where nobody tells. */
async function textsOf(
  session: Session,
  pairs: readonly string[],
  meant: { window: string; action: string },
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set()
  const listed = await session.tools()
  const tool =
    listed.kind === 'tools'
      ? listed.tools.find(({ window, action }) => window === meant.window && action === meant.action)
      : undefined
  return textParameters(tool?.inputSchema)
}
