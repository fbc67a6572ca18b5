/** Calls that succeed, made once and judged by every check that wants to see one. */
import { callNamed, namedCall, type Write, type Writing } from './bridge-writes.js'
import type { BridgeTarget } from './bridge-target.js'
import type { Era } from './wire/era.js'
import type { Face } from './wire/line.js'

/** A success, and where it was seen. */
export type Success = Write & { era: Era; face: Face; kind: 'write' | 'opener' }

/** Makes one write and one opening at a conversation. */
export async function successesIn(
  target: Writing & Pick<BridgeTarget, 'write'>,
  face: Face,
): Promise<Success[]> {
  const { era } = face
  const found: Success[] = []
  const write = await target.write(face)
  if (write.kind === 'done') found.push({ ...write.write, era, face, kind: 'write' })
  const opener = await namedCall(target, 'name-opener')
  const opened = opener ? await callNamed(target, face, opener) : undefined
  if (opened?.kind === 'done') found.push({ ...opened.write, era, face, kind: 'opener' })
  return found
}
