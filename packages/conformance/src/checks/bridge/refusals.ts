/** Checks of calls that no server may let through: they change nothing on one that conforms (GB §7.2, §7.4). */
import { type BridgeTarget, type Moment, snapshotNeed } from '../../bridge-target.js'
import { fault, outcomeOfEach } from '../../outcomes.js'
import type { Check, Fault } from '../../types.js'
import { isRecord } from '@copane/protocol/findings'
import { judgeOutdated } from './outdated-calls.js'
import { callResultOf, isKnownCode, resultSaw } from './failure.js'
import { toolsOf } from './tool.js'

/** The checks of refusals. */
export const REFUSAL_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-7.4-failure',
    level: 'must',
    title: 'a failure is isError with a code and a message',
    run: async target => outcomeOfEach(await target.moments(), await snapshotNeed(target), judgeForm),
  },
  {
    id: 'GB-7.2-runtime',
    level: 'must',
    title: 'a call that is not on the list is refused with the code that says why',
    needs: ['GB-12.4-one-win-id'],
    stage: 'moves',
    async run(target) {
      const atRest = await outcomeOfEach(await target.moments(), await snapshotNeed(target), judgeCodes)
      return atRest.kind === 'passed' ? judgeOutdated(target) : atRest
    },
  },
]

const NO_WINDOW = 'copane-none'
const NO_ACTION = 'copane_none'

async function judgeForm({ era, face }: Moment): Promise<Fault | undefined> {
  const reply = await face.ask('tools/call', { name: `${NO_WINDOW}__${NO_ACTION}`, arguments: {} })
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(`${era} tools/call ${at}`, saw, 'isError true and { code, message } in structuredContent', remedy)
  if (reply.kind !== 'result')
    return wrong('$', resultSaw(callResultOf(reply)), 'answer a result, not a protocol error')
  const { isError, structuredContent } = reply.result
  if (isError !== true)
    return wrong('$.isError', 'not true for a call of a window that is not there', 'set it on every failure')
  if (!isRecord(structuredContent))
    return wrong('$.structuredContent', 'no object', 'put the error object there')
  const missing = ['code', 'message'].find(
    name => typeof structuredContent[name] !== 'string' || structuredContent[name] === '',
  )
  return missing === undefined
    ? undefined
    : wrong(`$.structuredContent.${missing}`, 'no text', 'send both as strings')
}

/** A call that must not go through, and the codes that say the truth about it. */
type Try = { name: string; what: string; codes: readonly string[]; ownCodePasses: boolean }

async function judgeCodes(moment: Moment): Promise<Fault | undefined> {
  const { era, face } = moment
  for (const { name, what, codes, ownCodePasses } of triesOf(moment)) {
    const result = callResultOf(await face.ask('tools/call', { name, arguments: {} }))
    if (
      result.kind === 'failure' &&
      (codes.includes(result.code) || (ownCodePasses && !isKnownCode(result.code)))
    )
      continue
    return fault(
      `${era} tools/call`,
      `${resultSaw(result)} to ${what}`,
      `isError with ${codes.join(' or ')}`,
      'judge every call against the windows of this moment, whatever the list said',
    )
  }
  return undefined
}

/** One fault at a time where it can be had; which of two codes comes first is ours to say (D-47). */
function triesOf(moment: Moment): Try[] {
  const { snapshot } = moment
  const action = toolsOf(moment)[0]?.action || NO_ACTION
  const operable = snapshot.operableWindowIds[0]
  const blocked = snapshot.windows.find(({ id }) => !snapshot.operableWindowIds.includes(id))
  const tries: Try[] = [
    {
      name: `${NO_WINDOW}__${action}`,
      what: 'a window that is not there',
      codes: ['window_not_found'],
      ownCodePasses: false,
    },
  ]
  if (operable !== undefined)
    tries.push({
      name: `${operable}__${NO_ACTION}`,
      what: 'an action that the window does not have',
      codes: ['action_not_available'],
      ownCodePasses: true,
    })
  if (blocked)
    tries.push({
      name: `${blocked.id}__${NO_ACTION}`,
      what: 'a window that is blocked, and an action it does not have',
      codes: ['blocked_by_modal', 'action_not_available'],
      ownCodePasses: true,
    })
  return tries
}
