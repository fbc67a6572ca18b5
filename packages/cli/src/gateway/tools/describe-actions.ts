/** `actions`: what can be called in a window, with arguments. */
import { APP_HANDLE } from '@copane/protocol/bridge'
import { estimateTokens, inertInPrompt } from '@copane/host'
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, textOf } from '../arguments.js'
import { bare, callsIn, few, parameterLines, said, titlesOf, withoutVersion } from '../words.js'
import { blockedAnswer } from '../undone.js'
import { lookAt, type World } from '../world.js'

/** Describes them, or the one that was named; a window that waits behind another has none. */
export async function describeActions(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const here = await lookAt(world, textOf(args, 'app') ?? '', signal)
  if (here.kind !== 'here') return here.answer
  const { sight } = here
  const window = textOf(args, 'window') ?? ''
  const { windows, operableWindowIds } = sight.snapshot
  if (window !== APP_HANDLE && !windows.some(({ id }) => id === window))
    return refusal('window_not_found', `That window is not open. Open are: ${titlesOf(sight)}.`)
  if (window !== APP_HANDLE && !operableWindowIds.includes(window)) return blockedAnswer(window, [], sight)
  const only = textOf(args, 'action')
  const all = sight.tools.filter(tool => tool.window === window)
  const tools = only === undefined ? all : all.filter(({ action }) => action === only)
  if (only !== undefined && tools.length === 0)
    return refusal(
      'action_not_available',
      `${said(only)} can’t be called there now. Now: ${callsIn(window, sight)}.`,
    )
  const actions = tools.map(({ action, title, description, inputSchema, annotations }) => ({
    action,
    does: description ?? title ?? '',
    arguments: withoutVersion(inputSchema),
    ...(annotations.destructiveHint === true ? { destructive: true } : {}),
  }))
  const described = tools.map(({ action, title, description, inputSchema, annotations }) =>
    [
      `${bare(action)}${annotations.destructiveHint === true ? ' (destructive)' : ''}: ${inertInPrompt(description ?? title ?? '')}`,
      ...parameterLines(inputSchema),
    ].join('\n'),
  )
  const count = fittingCount(described, actions)
  const more = tools.slice(count).map(({ action }) => action)
  if (tools.length === 0) return answer({ actions }, ['Nothing can be called there now.'])
  return answer({ actions: actions.slice(0, count), ...(more.length > 0 ? { more } : {}) }, [
    ...described.slice(0, count),
    ...(more.length > 0 ? [`… and, without room to describe them: ${few(more, ' ')}`] : []),
  ])
}

/** Clients refuse answers above 25,000. Units: tokens. */
const MOST_TOKENS = 15_000

/** How many of the actions fit into an answer, in whichever form is longer. */
function fittingCount(described: readonly string[], actions: readonly object[]): number {
  let left = MOST_TOKENS
  const first = described.findIndex((text, at) => {
    left -= Math.max(estimateTokens(text), estimateTokens(JSON.stringify(actions[at])))
    return left < 0
  })
  return first < 0 ? described.length : first
}
