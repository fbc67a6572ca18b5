/** Checks of writes that must be refused for what they carry: an old version, a wrong argument (GB §7.1, §7.3). */
import { APP_HANDLE } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import { type BridgeTarget, type Moment, snapshotNeed } from '../../bridge-target.js'
import { fault, notRun, outcomeOf, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { type CallResult, callResultOf, isRace, resultSaw } from './failure.js'
import { isReadOnly, isSafe, misfitOf, sampleArguments, type Tool, toolsOf } from './tool.js'

/** The checks of writes. */
export const WRITE_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-7.1-stale-state',
    level: 'must',
    title: "a write with a version that is not the window's is refused with stale_state",
    needs: ['GB-12.4-one-win-id'],
    async run(target) {
      const moments = await target.moments()
      if (moments.length === 0) return notRun(await snapshotNeed(target))
      const writes = moments.flatMap(toolsOf).filter(isWindowWrite)
      if (writes.length === 0) return vacuous('no write of a window is offered now')
      if (!writes.some(takesVersion)) return notRun('GB-5.5-expected-version')
      return eachCandidate(target, tool => isWindowWrite(tool) && takesVersion(tool), judgeStale)
    },
  },
  {
    id: 'GB-7.3-field-errors',
    level: 'must',
    title: 'an argument of wrong type is refused with validation_failed, which names the parameter',
    needs: ['GB-12.4-one-win-id'],
    async run(target) {
      const moments = await target.moments()
      if (moments.length === 0) return notRun(await snapshotNeed(target))
      if (!moments.flatMap(toolsOf).some(takesTyped))
        return vacuous('no tool takes a parameter of a type now')
      return eachCandidate(target, takesTyped, judgeWrongType)
    },
  },
]

/** How many tools of an era have to show something, and how many are tried for that. */
const ENOUGH = 3
const MAX_TRIED = 12

/** What a try on one tool came to; undefined when it showed nothing, as when the user was at work. */
type Try = 'kept' | Fault | undefined

/** Tries a few tools in each era that may be called without harm; a read before a write. */
async function eachCandidate(
  target: BridgeTarget,
  isCandidate: (tool: Tool) => boolean,
  judge: (target: BridgeTarget, moment: Moment, tool: Tool) => Promise<Try>,
): Promise<CheckOutcome> {
  const found: Exclude<Try, undefined>[] = []
  for (const moment of await target.moments()) {
    const tools = toolsOf(moment).filter(tool => tool.handle !== undefined && isCandidate(tool))
    const safe = tools.filter(tool => isSafe(tool, target.mayChange))
    const ordered = [...safe].sort((a, b) => cost(a) - cost(b)).slice(0, MAX_TRIED)
    let shown = 0
    for (const tool of ordered) {
      const outcome = shown < ENOUGH ? await judge(target, moment, tool) : undefined
      if (outcome === undefined) continue
      found.push(outcome)
      shown++
    }
  }
  return found.length === 0
    ? notRun('a safe action')
    : outcomeOf(found.map(one => (one === 'kept' ? undefined : one)))
}

const cost = (tool: Tool): number => (isReadOnly(tool) ? 0 : 100) + tool.required.length

const isWindowWrite = (tool: Tool): boolean => !isReadOnly(tool) && tool.handle !== APP_HANDLE

const takesVersion = ({ parameters }: Tool): boolean => parameters.expectedVersion !== undefined

const typedParameter = ({ parameters }: Tool): [name: string, misfit: unknown] | undefined => {
  for (const [name, schema] of Object.entries(parameters)) {
    const misfit = name === 'expectedVersion' ? undefined : misfitOf(schema)
    if (misfit !== undefined) return [name, misfit]
  }
  return undefined
}

const takesTyped = (tool: Tool): boolean => typedParameter(tool) !== undefined

async function judgeStale(target: BridgeTarget, moment: Moment, tool: Tool): Promise<Try> {
  for (const step of [1, -1]) {
    const before = await versionOf(target, moment, tool)
    if (before === undefined) return undefined
    // A version that this runtime cannot hold exactly would be sent as another one (D-39).
    if (before + step < 0 || !Number.isSafeInteger(before + step)) continue
    const result = await call(moment, tool, { ...sampleArguments(tool), expectedVersion: before + step })
    const after = await versionOf(target, moment, tool)
    const wrong = staleFault(tool, result, [before, after])
    if (
      result.kind === 'failure' &&
      result.code !== 'stale_state' &&
      (isRace(result) || result.code === 'validation_failed')
    )
      return undefined
    if (wrong) return wrong
  }
  return (await judgeNoVersion(moment, tool)) ?? 'kept'
}

/** What is no version can't be the window's; that it must be refused is only implied. */
async function judgeNoVersion(moment: Moment, tool: Tool): Promise<Fault | undefined> {
  const result = await call(moment, tool, { ...sampleArguments(tool), expectedVersion: 'copane' })
  if (result.kind !== 'success') return undefined
  return {
    ...fault(
      `${tool.at} expectedVersion`,
      'a success with a text for a version',
      'validation_failed or stale_state',
      'refuse what is no version: whoever sent it believes that the call is guarded',
    ),
    level: 'should',
  }
}

function staleFault({ at }: Tool, result: CallResult, versions: readonly unknown[]): Fault | undefined {
  const wrong = (saw: string, remedy: string) =>
    fault(`${at} expectedVersion`, saw, "stale_state with the window's version as currentVersion", remedy)
  if (result.kind !== 'failure' || result.code !== 'stale_state')
    return wrong(
      `${resultSaw(result)} to a version that is not the window's`,
      'compare for equality before anything is changed',
    )
  if (!Number.isInteger(result.facts.currentVersion))
    return wrong('no currentVersion', 'send the version of this moment')
  return versions.includes(result.facts.currentVersion)
    ? undefined
    : wrong("a currentVersion that is not the window's", 'send the version of this moment')
}

async function judgeWrongType(_target: BridgeTarget, moment: Moment, tool: Tool): Promise<Try> {
  const [name, misfit] = typedParameter(tool) ?? ['', undefined]
  const result = await call(moment, tool, { ...sampleArguments(tool), [name]: misfit })
  if (isRace(result)) return undefined
  const wrong = (saw: string, remedy: string) =>
    fault(
      `${tool.at} argument`,
      saw,
      'validation_failed with fields, one of them naming the parameter',
      remedy,
    )
  if (result.kind !== 'failure' || result.code !== 'validation_failed')
    return wrong(
      `${resultSaw(result)} to an argument of wrong type`,
      'judge arguments against inputSchema before the action runs',
    )
  const fields: unknown[] = Array.isArray(result.facts.fields) ? result.facts.fields : []
  if (!fields.every(field => isRecord(field) && isText(field.field) && isText(field.error)))
    return wrong('fields that are not { field, error }', 'send both as strings')
  const named = fields.some(
    field => isRecord(field) && (field.field === name || String(field.field).startsWith(`${name}.`)),
  )
  return named
    ? 'kept'
    : wrong('no entry for the parameter that was wrong', 'name the parameter as the tool does')
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const call = async (
  { face }: Moment,
  { name }: Tool,
  args: { [name: string]: unknown },
): Promise<CallResult> => callResultOf(await face.ask('tools/call', { name, arguments: args }))

async function versionOf(
  target: BridgeTarget,
  { face }: Moment,
  { handle }: Tool,
): Promise<number | undefined> {
  const { read } = await target.readAgain(face)
  if (read?.kind !== 'snapshot') return undefined
  return read.snapshot.windows.find(({ id }) => id === handle)?.version
}
