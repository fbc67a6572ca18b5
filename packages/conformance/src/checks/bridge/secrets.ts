/** The check that what is sensitive never leaves the app, by any road (GB §4.5). */
import { type BridgeTarget, type Moment, snapshotNeed, type WindowsReading } from '../../bridge-target.js'
import { fault, notRun, outcomeOf, outcomeOfEach, together, vacuous } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { faultOf } from '../finding-check.js'
import { needOf } from './tell.js'
import { isReadOnly, isSafe, misfitOf, sampleArguments, toolsOf } from './tool.js'

/** The check of secrets. */
export const SECRET_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-4.5-sensitive',
    level: 'must',
    title: 'sensitive values are masked, and what is typed there comes out by no road',
    stage: 'moves',
    async run(target) {
      const readings = (await target.readings()).filter(({ text }) => text !== undefined)
      const masked = await outcomeOfEach(readings, 'GB-12.2-wrapping', judgeMasks)
      return together(masked, await judgeRoads(target))
    },
  },
]

/** A mask that is not ours can't be told from a value for certain (D-41). */
function judgeMasks({ era, read }: WindowsReading): Fault | undefined {
  const found = faultOf(read?.findings ?? [], era, ({ requirement }) => requirement === 'GB-4.5-sensitive')
  return found && { ...found, level: 'should' }
}

/** Words that no app shows of its own accord. */
const SECRET = 'copane7secret7canary'
const MAX_CALLED = 12

async function judgeRoads(target: BridgeTarget): Promise<CheckOutcome> {
  const moments = await target.moments()
  if (moments.length === 0) return notRun(await snapshotNeed(target))
  const came = target.bridge.watch(SECRET)
  const { kind } = await target.order('type-secret', SECRET)
  if (kind === 'never') return vacuous('the app has nothing sensitive')
  if (kind === 'cannot') return notRun(needOf('type-secret'))
  for (const { face } of moments) {
    const now = await target.momentOf(face)
    if (now) await callAround(target, now)
  }
  const leaked = came()
  // What was typed does not stay in the app.
  await target.order('type-secret', '')
  return outcomeOf([
    leaked
      ? fault(
          'any answer',
          'what was typed where a value is sensitive, in plain',
          'a mask in windows, in results and in errors',
          'mask a sensitive value before it enters what is served',
        )
      : undefined,
  ])
}

/** Reads, and calls that are refused for their version or an argument, to see what their answers say. */
async function callAround(target: BridgeTarget, moment: Moment): Promise<void> {
  const tools = toolsOf(moment).filter(({ handle }) => handle !== undefined)
  const reads = tools.filter(isReadOnly).slice(0, MAX_CALLED)
  const writes = tools
    .filter(tool => !isReadOnly(tool) && isSafe(tool, target.mayChange))
    .slice(0, MAX_CALLED)
  for (const tool of reads)
    await moment.face.ask('tools/call', { name: tool.name, arguments: sampleArguments(tool) })
  for (const tool of writes) {
    const [misfit] = Object.entries(tool.parameters).filter(([, schema]) => misfitOf(schema) !== undefined)
    if (misfit)
      await moment.face.ask('tools/call', {
        name: tool.name,
        arguments: { ...sampleArguments(tool), [misfit[0]]: misfitOf(misfit[1]) },
      })
    if (tool.parameters.expectedVersion)
      await moment.face.ask('tools/call', {
        name: tool.name,
        arguments: { ...sampleArguments(tool), expectedVersion: Number.MAX_SAFE_INTEGER },
      })
  }
}
