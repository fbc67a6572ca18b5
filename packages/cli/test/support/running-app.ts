/** A foreign app that runs and is found through a folder of its own, and a copane that looks there. */
import {
  type ForeignEndpoint,
  jsonText,
  notFound,
  startForeignApp,
} from '../../../host/test/support/foreign-app.ts'
import { descriptorOf, makeFolder } from '../../../host/test/support/providers-folder.ts'
import { createIo, type ExitCode } from '../../src/io.ts'
import { run } from '../../src/run.ts'

export const ROOT = {
  id: 'app',
  role: 'Application',
  title: 'Editor',
  children: [
    {
      id: 'w-1',
      role: 'Window',
      focused: true,
      children: [
        { id: 'sel-4', role: 'Text', selected: true, content: [{ type: 'text', text: 'what it shows' }] },
      ],
    },
  ],
}

export const WINDOWS = {
  operableWindowIds: ['w-1'],
  windows: [
    {
      id: 'w-1',
      title: 'Order',
      modal: false,
      ownerId: null,
      version: 3,
      summary: 'Editing an order',
      blocks: [{ type: 'text', id: 'b1', text: 'Order 12' }],
    },
  ],
}

export const EDIT_TOOL = {
  name: 'w-1__edit',
  title: 'Edit a field',
  inputSchema: {
    type: 'object',
    properties: { field: { type: 'string' }, value: {}, expectedVersion: { type: 'integer' } },
    required: ['field'],
  },
}

/** What differs from an app that does all well. */
export type Behaviour = {
  current?: unknown
  location?: unknown
  windows?: unknown
  call?: (args: unknown, name: unknown) => object
  elements?: Partial<ForeignEndpoint>
  descriptor?: object
}

/** What one command line did. */
export type Ran = { exit: ExitCode; out: string; err: string }

/** A running app with its folder. */
export type RunningApp = {
  port: number
  folder: ReturnType<typeof makeFolder>
  copane: (...args: string[]) => Promise<Ran>
  /** The bodies of the calls that reached the app. */
  close: () => Promise<void>
}

/** Starts the app. */
export async function startApp(behaviour: Behaviour = {}): Promise<RunningApp> {
  const current = { protocol: '0.2.0', instance: 'k3f9x2', root: ROOT }
  const app = await startForeignApp({
    '/e': {
      token: 't-elements',
      capabilities: { resources: {} },
      handle: (_method, { uri }) => {
        if (uri === 'elements://current') return jsonText(uri, behaviour.current ?? current)
        return uri === 'elements://locate/sel-4' && behaviour.location
          ? jsonText(uri, behaviour.location)
          : notFound
      },
      ...behaviour.elements,
    },
    '/b': {
      token: 't-bridge',
      handle: (method, params) => {
        if (method === 'tools/list') return { result: { tools: [EDIT_TOOL] } }
        if (method === 'resources/read') return jsonText(params.uri, behaviour.windows ?? WINDOWS)
        const said = behaviour.call?.(params.arguments, params.name)
        if (!said) return { error: { code: -32602, message: 'Unknown tool' } }
        return {
          result: { content: [{ type: 'text', text: '' }], isError: 'code' in said, structuredContent: said },
        }
      },
    },
  })
  const folder = makeFolder()
  const bridge = { protocol: '0.1.0', endpoint: app.url('/b'), token: 't-bridge' }
  folder.write('1-a.json', descriptorOf(app.port, { token: 't-elements', bridge, ...behaviour.descriptor }))
  return {
    port: app.port,
    folder,
    copane: (...args) => copaneIn(folder.path, args),
    close: async () => {
      folder.remove()
      await app.close()
    },
  }
}

/** Runs a command line that looks for apps in a folder. */
export async function copaneIn(folder: string, args: readonly string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const io = createIo(
    text => {
      out += text
    },
    text => {
      err += text
    },
  )
  const exit = await run(args, { ...io, folder }, '1.2.3')
  return { exit, out, err }
}
