/** `copane context`: prints what the user points at, for a client's prompt-submit hook, which puts it in the prompt (D-50). */
import { openCollector } from '@copane/host/node'
import { actOf, appToCollect, COLLECT_OPTIONS } from '../collecting.js'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { jsonLines } from '../render/lines.js'

const EXAMPLE = 'copane context --client claude-code'

/** Clients cut what a hook prints; Claude Code gives its model 10,000 characters whole. */
const MOST_BYTES = 9000

/**
 * Reads once, prints, and leaves a receipt.
 *
 * Shape   0 also when there is nothing to print, and 1 for wrong use: a hook that ends with 2 would stop the user's prompt.
 */
export async function context(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { ...COLLECT_OPTIONS, client: { type: 'string' } })
  const values = given.kind === 'given' ? given.values : {}
  const act = given.kind === 'given' ? actOf(given.values, MOST_BYTES) : given.message
  if (typeof act === 'string') {
    wrongUse(io, act, EXAMPLE)
    return 1
  }
  const found = await appToCollect(io, values, { example: EXAMPLE, mayBeOnly: false })
  if (found.kind === 'none') return 0
  const collector = openCollector({ client: values.client ?? 'prompt hook', front: found.front })
  try {
    const collection = collector.collect(act)
    const state = await collection.ready
    if (state.kind !== 'shown') return nothing(io, values.json, state)
    const outcome = await collection.send()
    if (outcome.kind !== 'sent') return nothing(io, values.json, outcome)
    const { text, receipt } = outcome
    io.out(values.json ? jsonLines({ kind: 'sent', text, receipt }) : text.replace(/\n$/, '').split('\n'))
    return 0
  } finally {
    collector.close()
  }
}

function nothing(
  io: Io,
  isJson: boolean | undefined,
  outcome: { kind: string; message?: string; needs?: number },
): ExitCode {
  const why =
    outcome.message ??
    (outcome.needs === undefined ? outcome.kind : `it takes ${outcome.needs} bytes at least`)
  if (isJson) io.out(jsonLines({ kind: 'nothing', why: outcome.kind, message: why }))
  io.tell([`copane: no context: ${why}`])
  return 0
}
