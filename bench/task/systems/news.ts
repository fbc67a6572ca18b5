/** What an agent that knows some windows and actions is told of the present ones. */
import { printWindowLine, printWindows, type SeenSnapshot } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'

/** An action of a window. */
type Tool = { name: string; window: string; action: string; title?: string | undefined; inputSchema: unknown }

/** Each window as its one line, which holds its summary. */
export const heads = ({ windows, operableWindowIds }: SeenSnapshot): string =>
  windows.map(window => printWindowLine(window, operableWindowIds.includes(window.id))).join('\n')

/** What is other than before: new windows whole, of the others the lines that are new, then what closed. */
export function newsOf(before: SeenSnapshot, now: SeenSnapshot): string {
  const known = new Map(before.windows.map(window => [window.id, linesOf(before, window.id)]))
  const changed = now.windows.flatMap(({ id }) => {
    const [head = '', ...rest] = linesOf(now, id)
    const old = known.get(id)
    if (!old) return [head, ...rest]
    const told = new Set(old)
    const news = withHeads(rest, line => !told.has(line))
    return told.has(head) && news.length === 0 ? [] : [head, ...news]
  })
  const open = new Set(now.windows.map(({ id }) => id))
  const closed = before.windows.flatMap(({ id }) => (open.has(id) ? [] : [`${id} closed`]))
  return [...changed, ...closed].join('\n')
}

/**
 * The actions that were not heard of, a line each, noted as heard.
 *
 * Shape   `window: action(parameter, other?) title`; actions of a window that are those of an earlier one are named.
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
        `${window}: ${[...told, ...(known.length > 0 ? [`as before: ${known.join(' ')}`] : [])].join('; ')}`,
      ]
    },
  )
  heard.push(...news)
  return lines.join('\n')
}

/** `expectedVersion` is carried by the host, and the title says the window once more. */
function signature({ action, title, inputSchema }: Tool): string {
  const { properties, required }: { [name: string]: unknown } = isRecord(inputSchema) ? inputSchema : {}
  const needed: unknown[] = Array.isArray(required) ? required : []
  const parameters = Object.keys(isRecord(properties) ? properties : {})
    .filter(name => name !== 'expectedVersion')
    .map(name => (needed.includes(name) ? name : `${name}?`))
  return `${action}(${parameters.join(', ')}) ${title?.split(' · ')[0] ?? ''}`.trim()
}

const linesOf = (snapshot: SeenSnapshot, id: string): string[] =>
  printWindows({ ...snapshot, windows: snapshot.windows.filter(window => window.id === id) }).split('\n')

/** The lines that are wanted, each below the head of its block. */
function withHeads(lines: readonly string[], wanted: (line: string) => boolean): string[] {
  const kept: string[] = []
  let head: string | undefined
  for (const line of lines) {
    const isHead = !line.startsWith('    ')
    if (isHead) head = line
    if (!wanted(line)) continue
    if (!isHead && head !== undefined) kept.push(head)
    kept.push(line)
    head = undefined
  }
  return kept
}
