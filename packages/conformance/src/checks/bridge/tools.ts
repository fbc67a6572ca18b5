/** Checks of `tools/list` against the windows of the same moment (GB §5, §12.3, §12.4). */
import { APP_HANDLE } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { BridgeTarget, Moment } from '../../bridge-target.js'
import { fault, notRun, together } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { eachMoment } from './each-moment.js'
import { eachSuccess, openedIn, placeOf } from './effects.js'
import { needOf } from './tell.js'
import { isReadOnly, type Tool, toolsOf } from './tool.js'

/** The checks of the list of tools. */
export const TOOLS_CHECKS: readonly Check<BridgeTarget>[] = [
  {
    id: 'GB-12.4-one-win-id',
    level: 'must',
    title: 'window ids are safe in names, and tools and openedWindowIds name one of them',
    run: async target => {
      const listed = await eachMoment(target, judgeIds)
      return listed.kind === 'passed' ? together(listed, await judgeOpened(target)) : listed
    },
  },
  {
    id: 'GB-5.2-names',
    level: 'must',
    title: 'tool names are {winId}__{action} in letters, digits, hyphens and underscores',
    run: target => eachMoment(target, moment => judgeNames(toolsOf(moment))),
  },
  {
    id: 'GB-5.2-titles',
    level: 'should',
    title: 'every tool has a title and a description',
    run: target =>
      eachTool(target, ({ at, entry }) => {
        const missing = ['title', 'description'].find(name => !isText(entry[name]))
        if (missing === undefined) return undefined
        return fault(at, `no ${missing}`, 'a title and a description in plain words', `add the ${missing}`)
      }),
  },
  {
    id: 'GB-5.6-annotations',
    level: 'should',
    title: 'every tool carries all four hints',
    run: target =>
      eachTool(target, ({ at, hints }) => {
        const missing = HINTS.find(name => typeof hints[name] !== 'boolean')
        if (missing === undefined) return undefined
        return fault(
          at,
          `no ${missing}`,
          `all of ${HINTS.join(', ')}`,
          "say it: without it MCP's default stands",
        )
      }),
  },
  {
    id: 'GB-12.3-output-schema',
    level: 'must',
    title: 'every tool declares an output schema',
    run: target =>
      eachTool(target, ({ at, entry }) => {
        if (isRecord(entry.outputSchema)) return undefined
        return fault(
          at,
          'no outputSchema',
          'the schema of what a call returns',
          'declare message, openedWindowIds and result',
        )
      }),
  },
  {
    id: 'GB-5.5-expected-version',
    level: 'should',
    title: 'every write of a window takes an optional expectedVersion',
    run: target => eachTool(target, judgeExpectedVersion),
  },
  {
    id: 'D-34',
    level: 'should',
    title: 'an action of the app takes no expectedVersion',
    run: target =>
      eachTool(target, ({ at, handle, parameters }) => {
        if (handle !== APP_HANDLE || parameters.expectedVersion === undefined) return undefined
        return fault(
          at,
          'an expectedVersion for an action that belongs to no window',
          'expectedVersion only where there is a version to compare it with',
          'leave it out: a caller that sends it believes that the call is guarded',
        )
      }),
  },
]

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

const eachTool = (target: BridgeTarget, judge: (tool: Tool) => Fault | undefined) =>
  eachMoment(target, moment => firstOf(toolsOf(moment), judge))

function firstOf<Item>(items: readonly Item[], judge: (item: Item) => Fault | undefined): Fault | undefined {
  for (const item of items) {
    const wrong = judge(item)
    if (wrong) return wrong
  }
  return undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function judgeIds(moment: Moment): Fault | undefined {
  const { era, snapshot } = moment
  const wrong = (at: string, saw: string, remedy: string) =>
    fault(at, saw, 'one id of a window, in [A-Za-z0-9_-], the same in every place', remedy)
  for (const [index, { id }] of snapshot.windows.entries()) {
    const at = `${era} $.windows[${index}].id`
    if (!/^[A-Za-z0-9_-]+$/.test(id))
      return wrong(at, 'an id with other characters', 'map it to a handle, everywhere')
    if (id === APP_HANDLE) return wrong(at, 'the handle of app-level actions', `call no window ${APP_HANDLE}`)
  }
  return firstOf(toolsOf(moment), ({ at, name, handle }) =>
    handle === undefined && name.includes('__')
      ? wrong(at, 'a name that begins with the id of no window', 'use the id of app://windows, or app')
      : undefined,
  )
}

/** Ids that a call says it opened are those under which app://windows lists them. */
async function judgeOpened(target: BridgeTarget): Promise<CheckOutcome> {
  const openers = (await target.successes()).filter(({ kind }) => kind === 'opener')
  if (openers.length === 0) return notRun(needOf('name-opener'))
  return eachSuccess(target, openers, async one => {
    const missing = (moment: Moment | undefined) => {
      const ids = new Set<unknown>(moment?.snapshot.windows.map(({ id }) => id))
      return openedIn(one).some(id => !ids.has(id))
    }
    if (!missing(one.after)) return undefined
    // One that is there a little later is for GB-5.4-after-effect to tell.
    await target.waits.settle()
    if (!missing(await target.momentOf(one.face))) return undefined
    return fault(
      `${placeOf(one)} $.structuredContent.openedWindowIds`,
      'the id of no window in app://windows',
      'one id of a window, in [A-Za-z0-9_-], the same in every place',
      'return the id under which the window is listed',
    )
  })
}

function judgeNames(tools: readonly Tool[]): Fault | undefined {
  const seen = new Set<string>()
  return firstOf(tools, ({ at, name }) => {
    const wrong = (saw: string) =>
      fault(
        at,
        saw,
        '{winId}__{action} in [A-Za-z0-9_-], each once',
        'rename the tool; map other characters to a handle',
      )
    if (seen.has(name)) return wrong('a name that another tool has')
    seen.add(name)
    if (!/^[A-Za-z0-9_-]+$/.test(name)) return wrong('a name with other characters')
    return /.__./.test(name) ? undefined : wrong('a name that is not {winId}__{action}')
  })
}

/** App-level actions belong to no window, so they have no version to expect. */
function judgeExpectedVersion(tool: Tool): Fault | undefined {
  const { at, handle, parameters, required } = tool
  if (isReadOnly(tool) || handle === APP_HANDLE) return undefined
  const wrong = (saw: string) =>
    fault(
      at,
      saw,
      'an optional expectedVersion of type integer',
      "add it, and refuse a version that is not the window's",
    )
  if (parameters.expectedVersion === undefined) return wrong('a write without expectedVersion')
  if (required.includes('expectedVersion')) return wrong('an expectedVersion that is required')
  const { type } = parameters.expectedVersion
  // Without a type of its own the schema says it elsewhere, as in a $ref or an anyOf.
  const types: unknown[] = Array.isArray(type) ? type : [type ?? 'integer']
  return types.some(one => one === 'integer' || one === 'number')
    ? undefined
    : wrong('an expectedVersion of another type')
}
