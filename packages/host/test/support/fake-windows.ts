/** Windows and a connection that serves them from memory, for tests of what a client decides. */
import type { AppWindow, WindowsSnapshot } from '@copane/protocol/bridge'
import type {
  Connection,
  ListedTool,
  Listener,
  NoReply,
  Reply,
  ToolResult,
} from '../../src/wire/connection.ts'

/** A window in one line; what is left out is that of an empty top-level window. */
export const win = (id: string, over: Partial<AppWindow> = {}): AppWindow => ({
  id,
  title: `Window ${id}`,
  modal: false,
  ownerId: null,
  version: 1,
  summary: 'Something',
  blocks: [],
  ...over,
})

/** A tool that takes a version, as a write of a window does. */
export const tool = (
  name: string,
  properties: object = { expectedVersion: { type: 'integer' } },
): ListedTool => ({
  name,
  inputSchema: { type: 'object', properties },
  annotations: {},
})

/** What a served app does and saw. */
export type ServedApp = {
  connection: Connection
  /** What a read gives; replace it to change the app. */
  windows: WindowsSnapshot | NoReply | string
  tools: ListedTool[] | NoReply
  /** Answers of calls, first come first served; the last one stays. */
  answers: Reply<ToolResult>[]
  log: string[]
  listener: Listener | undefined
}

/** Serves windows over a connection without a wire. */
export function serve(snapshot: WindowsSnapshot, over: Partial<ServedApp> = {}): ServedApp {
  const app: ServedApp = {
    windows: snapshot,
    tools: [],
    answers: [{ kind: 'answer', result: { isError: false, structuredContent: { message: 'done' } } }],
    log: [],
    listener: undefined,
    ...over,
    connection: {
      about: { era: 'modern', instructions: undefined, extensions: {} },
      readResource: async uri => {
        app.log.push(`read ${uri}`)
        const { windows } = app
        if (typeof windows === 'string') return { kind: 'answer', result: windows }
        return 'kind' in windows ? windows : { kind: 'answer', result: JSON.stringify(windows) }
      },
      listTemplates: async () => ({ kind: 'answer', result: [] }),
      listTools: async () => {
        app.log.push('list')
        return Array.isArray(app.tools) ? { kind: 'answer', result: app.tools } : app.tools
      },
      callTool: async (name, args) => {
        app.log.push(`call ${name} ${JSON.stringify(args)}`)
        const [answer] = app.answers.length > 1 ? app.answers.splice(0, 1) : app.answers
        return answer ?? { kind: 'gone' }
      },
      subscribe: async (uri, listener) => {
        app.log.push(`subscribe ${uri}`)
        app.listener = listener
        listener.updated()
        return {
          kind: 'answer',
          result: {
            stop: async () => {
              app.log.push('stop')
            },
          },
        }
      },
      close: async () => {
        app.log.push('close')
      },
    },
  }
  return app
}

/** An error result with its structured content. */
export const failure = (structuredContent: object): Reply<ToolResult> => ({
  kind: 'answer',
  result: { isError: true, structuredContent },
})
