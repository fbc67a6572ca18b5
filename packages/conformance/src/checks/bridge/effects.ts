/** Checks of calls that succeed, and of one that runs out of time (GB §5.4, §7.4, §12.4). */
import { isRecord } from '@copane/protocol/findings'
import { type BridgeTarget, snapshotNeed } from '../../bridge-target.js'
import type { Success } from '../../bridge-successes.js'
import { namedCall } from '../../bridge-writes.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { callResultOf, resultSaw } from './failure.js'

/** The checks of successes. */
export const EFFECT_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-5.4-after-effect',
    level: 'must',
    title: 'a call answers when its effect can be read',
    stage: 'moves',
    run: async target => eachSuccess(target, await target.successes(), one => judgeEffect(target, one)),
  },
  {
    id: 'GB-5.4-success',
    level: 'must',
    title: 'a success is { message?, openedWindowIds?, result? }, and names each window it opened',
    stage: 'moves',
    run: async target => eachSuccess(target, await target.successes(), judgeForm),
  },
  {
    id: 'GB-5.4-final-result',
    level: 'should',
    title: 'a success says in words what was done',
    stage: 'moves',
    run: async target =>
      eachSuccess(target, await target.successes(), one => {
        const { message } = contentOf(one)
        return typeof message === 'string' && message.trim() !== ''
          ? undefined
          : fault(
              placeOf(one),
              'no message',
              'the final result in plain words',
              'say in message what was done',
            )
      }),
  },
  {
    id: 'GB-5.4-direct-results',
    level: 'must',
    title: 'a result holds no windows: what changed in them is read from app://windows',
    stage: 'moves',
    run: async target =>
      eachSuccess(target, await target.successes(), one =>
        holdsWindows(one.success.structuredContent, 0)
          ? fault(
              `${placeOf(one)} $.structuredContent`,
              'windows in the answer of a call',
              'direct results only',
              'leave windows to app://windows, and notify of their change',
            )
          : undefined,
      ),
  },
  {
    id: 'GB-7.4-timeout',
    level: 'must',
    title: 'a call that runs out of time says action_timeout, and never takes effect',
    stage: 'moves',
    run: judgeTimeout,
  },
]

/** Judges each success; without one it says what would give one. */
export async function eachSuccess(
  target: BridgeTarget,
  successes: readonly Success[],
  judge: (one: Success) => Fault | undefined | Promise<Fault | undefined>,
): Promise<CheckOutcome> {
  if ((await target.moments()).length === 0) return notRun(await snapshotNeed(target))
  if (successes.length === 0) return notRun(target.mayChange ? 'driver step name-write' : 'mayChange')
  const faults: (Fault | undefined)[] = []
  for (const one of successes) faults.push(await judge(one))
  return outcomeOf(faults)
}

/** Where a success was seen. */
export const placeOf = ({ era, kind }: Success): string =>
  `${era} tools/call of ${kind === 'write' ? 'a write' : 'an opener'}`

const contentOf = ({ success }: Success): { [name: string]: unknown } =>
  isRecord(success.structuredContent) ? success.structuredContent : {}

/** The windows that a success says it opened. */
export const openedIn = (one: Success): unknown[] => {
  const { openedWindowIds } = contentOf(one)
  return Array.isArray(openedWindowIds) ? openedWindowIds : []
}

/** The windows that came while a call was made. */
function cameWith({ before, after }: Success): string[] {
  const known = new Set(before.snapshot.windows.map(({ id }) => id))
  return after.snapshot.windows.map(({ id }) => id).filter(id => !known.has(id))
}

async function judgeEffect(target: BridgeTarget, one: Success): Promise<Fault | undefined> {
  const missing = (text: string): boolean =>
    one.kind === 'write'
      ? text === one.before.text
      : openedIn(one).some(id => !text.includes(`"${String(id)}"`))
  if (!missing(one.after.text)) return undefined
  await target.waits.settle()
  const later = await target.momentOf(one.face)
  return later && !missing(later.text)
    ? fault(
        placeOf(one),
        'an answer before the effect could be read',
        'an answer when the operation has taken effect',
        'answer after the change, not before it',
      )
    : undefined
}

const FLAGS = ['ok', 'success']

function judgeForm(one: Success): Fault | undefined {
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(
      `${placeOf(one)} ${at}`,
      saw,
      'structuredContent of { message?, openedWindowIds?, result? }, naming each window it opened',
      remedy,
    )
  const { structuredContent } = one.success
  if (!isRecord(structuredContent))
    return wrong('$.structuredContent', 'no object', 'put the result object there')
  const { message, openedWindowIds, result } = structuredContent
  if (FLAGS.some(name => typeof structuredContent[name] === 'boolean'))
    return wrong('$.structuredContent', 'a flag that says ok', 'leave it out: isError says it')
  if (message !== undefined && typeof message !== 'string')
    return wrong('$.structuredContent.message', 'no text', 'send a string, or nothing')
  if (result !== undefined && !isRecord(result))
    return wrong('$.structuredContent.result', 'no object', 'send an object, or nothing')
  const isList = Array.isArray(openedWindowIds) && openedWindowIds.every(id => typeof id === 'string')
  if (openedWindowIds !== undefined && !isList)
    return wrong(
      '$.structuredContent.openedWindowIds',
      'no list of ids',
      'send a list of strings, or nothing',
    )
  // Of several windows some may be the user's.
  if (one.kind === 'opener' && cameWith(one).length > 0 && openedIn(one).length === 0)
    return wrong(
      '$.structuredContent.openedWindowIds',
      'no window, although one came',
      'name each that it opened',
    )
  const { content } = one.success
  const [block]: unknown[] = Array.isArray(content) && content.length === 1 ? content : []
  return isRecord(block) && block.type === 'text'
    ? undefined
    : { ...wrong('$.content', 'not one text', 'repeat the message there'), level: 'should' }
}

const MAX_DEPTH = 8

function holdsWindows(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false
  if (isRecord(value) && ('operableWindowIds' in value || ('ownerId' in value && 'blocks' in value)))
    return true
  return Object.values(value).some(item => holdsWindows(item, depth + 1))
}

/** An app may take its time until it gives up. */
const HANG_MS = 30_000

async function judgeTimeout(target: BridgeTarget): Promise<CheckOutcome> {
  const moments = await target.moments()
  if (moments.length === 0) return notRun(await snapshotNeed(target))
  const faults: (Fault | undefined)[] = []
  for (const { era, face } of moments) {
    const { kind } = await target.order('name-hang')
    if (kind === 'never') return vacuous('no action of the app can run out of time')
    const call = await namedCall(target, 'name-hang')
    const before = call && (await target.momentOf(face))
    if (!call || !before) return notRun('driver step name-hang')
    const result = callResultOf(await face.ask('tools/call', call, HANG_MS))
    const wrong = (saw: string, remedy: string) =>
      fault(
        `${era} tools/call of a call that hangs`,
        saw,
        'action_timeout, and no effect then or later',
        remedy,
      )
    if (result.kind !== 'failure' || result.code !== 'action_timeout') {
      faults.push(wrong(resultSaw(result), 'end a call that takes too long with action_timeout'))
      continue
    }
    await target.waits.settle()
    const after = await target.momentOf(face)
    faults.push(
      after?.text === before.text
        ? undefined
        : wrong('a change although the call timed out', 'drop the change of a call that was given up'),
    )
  }
  return outcomeOf(faults)
}
