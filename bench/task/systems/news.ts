/** What an agent that knows some windows and actions is told of the present ones. */
import type { CallOutcome } from '@copane/host'
import { type NewsStyle, printNews, printWindowLine, type SeenSnapshot } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'

/** An action of a window. */
type Tool = { name: string; window: string; action: string; inputSchema: unknown }

/**
 * What came of a call, in a line: what is new in the windows stands below it, and is not said twice.
 *
 * Shape   a result only where it holds more than the windows that opened.
 */
export function outcomeLine(outcome: CallOutcome): string {
  if (outcome.kind === 'failed') {
    const { error } = outcome
    if (error.code === 'stale_state') return 'stale_state: nothing was done; it changed meanwhile'
    return error.code === 'validation_failed'
      ? `validation_failed: ${error.fields.map(({ field, error: wrong }) => `${field}: "${wrong}"`).join('; ')}`
      : `${error.code}: ${error.message}`
  }
  if (outcome.kind !== 'done') return JSON.stringify(outcome)
  const { message, result, openedWindowIds } = outcome
  const opened = new Set<unknown>(openedWindowIds)
  const isNew = isRecord(result) && !Object.values(result).every(value => opened.has(value))
  return [`done: ${message}`, ...(isNew ? [JSON.stringify(result)] : [])].join('\n')
}

/** Each window as its one line, which holds its summary. */
export const heads = ({ windows, operableWindowIds }: SeenSnapshot): string =>
  windows
    .map(window => printWindowLine(window, operableWindowIds.includes(window.id), { versions: false }))
    .join('\n')

/**
 * What a call's answer tells of windows: news of those it was about, which are those it named and opened; of others that they changed.
 *
 * Shape   `known` is what the agent knows from now on: of what only changed, the contents as they were told.
 */
export function newsOfCall(
  before: SeenSnapshot,
  now: SeenSnapshot,
  about: ReadonlySet<string>,
  style: NewsStyle,
): { text: string; known: SeenSnapshot } {
  const old = new Map(before.windows.map(window => [window.id, window]))
  const open = new Set(now.windows.map(({ id }) => id))
  const [could, can] = [before, now].map(({ operableWindowIds }) => new Set(operableWindowIds))
  const isTold = (id: string) => about.has(id) || !open.has(id)
  const part = (snapshot: SeenSnapshot) => ({
    ...snapshot,
    windows: snapshot.windows.filter(({ id }) => isTold(id)),
  })
  const others = now.windows.flatMap(({ id, version }) => {
    const isMoved = can?.has(id) !== could?.has(id)
    if (isTold(id) || (old.get(id)?.version === version && !isMoved)) return []
    return [`${id} changed${isMoved ? (can?.has(id) ? ' operable' : ' blocked') : ''}`]
  })
  const windows = now.windows.map(window => {
    const known = old.get(window.id)
    return isTold(window.id) || !known ? window : { ...known, version: window.version }
  })
  const text = [printNews(part(before), part(now), style), ...others].filter(line => line !== '').join('\n')
  return { text, known: { ...now, windows } }
}

/**
 * The actions that were not heard of, a line each, noted as heard.
 *
 * Shape   `window: action(parameter, other?)`; actions of a window that are those of an earlier one are named.
 */
export function newActions<Given extends Tool>(heard: Given[], now: readonly Given[]): string {
  const names = new Set(heard.map(({ name }) => name))
  const news = now.filter(({ name }) => !names.has(name))
  const lines = Object.entries(Object.groupBy(news, ({ window }) => window)).flatMap(
    ([window, tools = []]) => {
      const isKnown = (tool: Given) =>
        heard.some(({ action, window: other }) => action === tool.action && other !== window)
      const known = tools.filter(isKnown).map(({ action }) => action)
      const told = tools.filter(tool => !isKnown(tool)).map(signature)
      return [
        `${window}: ${[...told, ...(known.length > 0 ? [`as before: ${known.join(' ')}`] : [])].join(' ')}`,
      ]
    },
  )
  heard.push(...news)
  return lines.join('\n')
}

/** `expectedVersion` is carried by the host. */
function signature({ action, inputSchema }: Tool): string {
  const { properties, required }: { [name: string]: unknown } = isRecord(inputSchema) ? inputSchema : {}
  const needed: unknown[] = Array.isArray(required) ? required : []
  const parameters = Object.keys(isRecord(properties) ? properties : {})
    .filter(name => name !== 'expectedVersion')
    .map(name => (needed.includes(name) ? name : `${name}?`))
  return parameters.length > 0 ? `${action}(${parameters.join(', ')})` : action
}
