/** `actions`: what can be called in a window, with arguments. */
import { APP_HANDLE } from '@copane/protocol/bridge'
import { inertInPrompt } from '@copane/host'
import { type Answer, answer, refusal } from '../answer.js'
import { type Arguments, textOf } from '../arguments.js'
import { parameterLines, titlesOf, withoutVersion } from '../words.js'
import { blockedAnswer } from '../undone.js'
import { lookAt, type World } from '../world.js'

/** Describes them; a window that waits behind another has none. */
export async function describeActions(world: World, args: Arguments, signal: AbortSignal): Promise<Answer> {
  const here = await lookAt(world, textOf(args, 'app') ?? '', signal)
  if (here.kind !== 'here') return here.answer
  const { sight } = here
  const window = textOf(args, 'window') ?? ''
  const { windows, operableWindowIds } = sight.snapshot
  if (window !== APP_HANDLE && !windows.some(({ id }) => id === window))
    return refusal('window_not_found', `That window is not open. Open are: ${titlesOf(sight)}.`)
  if (window !== APP_HANDLE && !operableWindowIds.includes(window)) return blockedAnswer(window, [], sight)
  const tools = sight.tools.filter(tool => tool.window === window)
  const actions = tools.map(({ action, title, description, inputSchema, annotations }) => ({
    action,
    does: description ?? title ?? '',
    arguments: withoutVersion(inputSchema),
    ...(annotations.destructiveHint === true ? { destructive: true } : {}),
  }))
  const lines = tools.flatMap(({ action, title, description, inputSchema, annotations }) => [
    `${action}${annotations.destructiveHint === true ? ' (destructive)' : ''}: ${inertInPrompt(description ?? title ?? '')}`,
    ...parameterLines(inputSchema),
  ])
  return answer({ actions }, lines.length > 0 ? lines : ['Nothing can be called there now.'])
}
