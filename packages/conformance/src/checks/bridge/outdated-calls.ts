/** Calls of what was listed a moment ago and is not any more: the last line of defence (GB §7.2). */
import type { BridgeTarget, Moment } from '../../bridge-target.js'
import type { Step } from '../../driver.js'
import { fault, outcomeOf } from '../../outcomes.js'
import type { CheckOutcome, Fault } from '../../types.js'
import { callResultOf, isKnownCode, resultSaw } from './failure.js'
import { isReadOnly, isSafe, sampleArguments, type Tool, toolsOf } from './tool.js'

/** Blocks a window, then makes an action unavailable, and calls as if nothing had happened; undoes both. */
export async function judgeOutdated(target: BridgeTarget): Promise<CheckOutcome> {
  const faults: (Fault | undefined)[] = []
  for (const { face } of await target.moments())
    faults.push(await judgeBlocked(target, face), await judgeUnavailable(target, face))
  return outcomeOf(faults)
}

async function judgeBlocked(target: BridgeTarget, face: Moment['face']): Promise<Fault | undefined> {
  const change = await changeBy(target, face, 'open-modal')
  if (!change) return undefined
  const operable = new Set(change.after.snapshot.operableWindowIds)
  const there = new Set(change.after.snapshot.windows.map(({ id }) => id))
  const tool = harmless(change.before, ({ handle = '' }) => there.has(handle) && !operable.has(handle))
  const wrong = tool && (await judgeCall(face, tool, 'blocked_by_modal', 'a window that a dialog blocks'))
  await target.order('close-modal')
  return wrong
}

async function judgeUnavailable(target: BridgeTarget, face: Moment['face']): Promise<Fault | undefined> {
  // One of two changes takes an action away; an even number of them leaves the app as it was.
  let wrong: Fault | undefined
  for (let turn = 0; turn < 2; turn++) {
    const change = await changeBy(target, face, 'change-availability')
    if (!change) return wrong
    const operable = new Set(change.after.snapshot.operableWindowIds)
    const listed = new Set(toolsOf(change.after).map(({ name }) => name))
    const tool = harmless(change.before, ({ name, handle = '' }) => operable.has(handle) && !listed.has(name))
    const what = 'an action that is not available now'
    wrong ??= tool && (await judgeCall(face, tool, 'action_not_available', what))
  }
  return wrong
}

/** The moments around a step; undefined where it was not done. */
async function changeBy(target: BridgeTarget, face: Moment['face'], step: Step) {
  const before = await target.momentOf(face)
  if (!before || (await target.order(step)).kind !== 'done') return undefined
  const after = await target.momentOf(face)
  return after && { before, after }
}

/** One that reads, else one that does no harm on a server that fails to refuse it. */
function harmless(moment: Moment, fits: (tool: Tool) => boolean): Tool | undefined {
  const tools = toolsOf(moment).filter(fits)
  return tools.find(isReadOnly) ?? tools.find(tool => isSafe(tool, false))
}

async function judgeCall(
  face: Moment['face'],
  tool: Tool,
  code: string,
  what: string,
): Promise<Fault | undefined> {
  const call = { name: tool.name, arguments: sampleArguments(tool) }
  const result = callResultOf(await face.ask('tools/call', call))
  if (result.kind === 'failure' && (result.code === code || !isKnownCode(result.code))) return undefined
  return fault(
    `${face.era} tools/call`,
    `${resultSaw(result)} to ${what}, and was listed before`,
    `isError with ${code}`,
    'judge every call against the windows of this moment, whatever the list said',
  )
}
