/** Which agents are about, and what each did last. */
import type { ActivityEvent } from '../../../src/page/activity.js'
import type { PageState } from '../../../src/page/protocol.js'

/** An agent; `name` is what it calls itself, undefined for one that does not say. */
export type Agent = { name: string | undefined; last: ActivityEvent | undefined; isStopped: boolean }

/** How long an agent counts as being at work, in milliseconds. */
export const AT_WORK_MS = 4000

/** All agents that did something or were stopped, the one with the newest event first. */
export function agentsOf(activity: readonly ActivityEvent[], { stopped, changes }: PageState): Agent[] {
  const last = new Map<string | undefined, ActivityEvent | undefined>()
  for (const name of stopped) last.set(name, undefined)
  for (const { by } of changes) if (by.kind === 'client') last.set(by.name, undefined)
  for (const event of activity) last.set(event.client, event)
  return [...last]
    .map(([name, event]) => ({ name, last: event, isStopped: name !== undefined && stopped.includes(name) }))
    .sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
}

/** What an event was, after the agent's name. */
export function deedOf({ kind, action }: ActivityEvent): string {
  switch (kind) {
    case 'read':
      return 'read what you point at'
    case 'locate':
      return 'asked where something is'
    case 'windows':
      return 'read the windows'
    case 'call':
      return action === undefined ? 'acted' : `called ${actionWords(action)}`
    default:
      return kind satisfies never
  }
}

/** The action of a tool's name, without its window; anything may stand there, so it is cut. */
function actionWords(tool: string): string {
  const action = tool.includes('__') ? tool.slice(tool.indexOf('__') + 2) : tool
  const plain = action
    .replace(/[^\w -]/g, '')
    .replaceAll('_', ' ')
    .slice(0, 40)
  return plain === '' ? 'something' : plain
}
