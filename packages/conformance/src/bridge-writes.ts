/** Finds a call that changes something and makes it: one that a driver names, else one of the peer's own tools. */
import { APP_HANDLE, type WindowsSnapshot } from '@copane/protocol/bridge'
import type { BridgeTarget, Moment } from './bridge-target.js'
import { isReadOnly, isSafe, sampleArguments, type Tool, toolsOf } from './checks/bridge/tool.js'
import { callResultOf } from './checks/bridge/failure.js'
import { type NamedCall, namedCallIn } from './driver.js'
import type { Fields, Reply } from './wire/era.js'
import type { Face } from './wire/line.js'

/** A call that succeeded, with the windows before it and those read as soon as its answer was there. */
export type Write = {
  call: NamedCall
  reply: Reply
  success: Fields
  before: Moment
  after: Moment
  /** Another call of the kind, where it is one of the peer's own tools. */
  again?: NamedCall
}

/** What came of looking for one. */
export type WriteOutcome = { kind: 'done'; write: Write } | { kind: 'none' }

/** What writing needs of a target. */
export type Writing = Pick<BridgeTarget, 'order' | 'momentOf' | 'mayChange'>

const MAX_TRIED = 6

/** Makes a write that changes a window; `turn` makes it another one than before. The peer's own tools are tried where `mayChange` allows it. */
export async function makeWrite(target: Writing, face: Face, turn: number): Promise<WriteOutcome> {
  const named = await namedCall(target, 'name-write')
  if (named) return callNamed(target, face, named)
  for (const tool of await ownWrites(target, face)) {
    const outcome = await callNamed(target, face, callOf(tool, turn))
    if (outcome.kind === 'done' && outcome.write.before.text !== outcome.write.after.text)
      return { kind: 'done', write: { ...outcome.write, again: callOf(tool, -turn) } }
  }
  return { kind: 'none' }
}

/** A call that was not made yet and changes a window; undefined where none is known. */
export async function findWrite(target: BridgeTarget, face: Face): Promise<NamedCall | undefined> {
  const named = await namedCall(target, 'name-write')
  if (named) return named
  const outcome = await target.write(face)
  return outcome.kind === 'done' ? outcome.write.again : undefined
}

/** The call that a driver names for a step. */
export async function namedCall(
  { order }: Pick<BridgeTarget, 'order'>,
  step: 'name-write' | 'name-opener' | 'name-hang',
): Promise<NamedCall | undefined> {
  const outcome = await order(step)
  return outcome.kind === 'done' ? namedCallIn(outcome.facts) : undefined
}

/** Makes one call and reads right after its answer. */
export async function callNamed(target: Writing, face: Face, call: NamedCall): Promise<WriteOutcome> {
  const before = await target.momentOf(face)
  const reply = await face.ask('tools/call', call)
  const after = await target.momentOf(face)
  if (!before || !after || reply.kind !== 'result' || callResultOf(reply).kind !== 'success')
    return { kind: 'none' }
  return { kind: 'done', write: { call, reply, success: reply.result, before, after } }
}

/** The version of the window that a call is about. */
export function versionFor({ name }: NamedCall, { windows }: WindowsSnapshot): number | undefined {
  const ids = windows.filter(({ id }) => name.startsWith(`${id}__`))
  return ids.sort((a, b) => b.id.length - a.id.length)[0]?.version
}

async function ownWrites({ mayChange, momentOf }: Writing, face: Face): Promise<Tool[]> {
  const moment = mayChange ? await momentOf(face) : undefined
  if (!moment) return []
  return toolsOf(moment)
    .filter(tool => tool.handle !== undefined && tool.handle !== APP_HANDLE)
    .filter(tool => !isReadOnly(tool) && isSafe(tool, false) && tool.required.length > 0)
    .slice(0, MAX_TRIED)
}

const callOf = (tool: Tool, turn: number): NamedCall => ({
  name: tool.name,
  arguments: sampleArguments(tool, turn),
})
