/** A gateway's world beside one app in memory, in which a user works as well. */
import { setTimeout as pause } from 'node:timers/promises'
import { guardSession, openSession, parseSettings, type UsedDescriptor } from '@copane/host'
import type { AppWindow } from '@copane/protocol/bridge'
import { failure, serve, type ServedApp, tool, win } from '../../../../host/test/support/fake-windows.ts'
import type { Arguments } from '../../../src/gateway/arguments.ts'
import { act } from '../../../src/gateway/tools/act.ts'
import { readWindows } from '../../../src/gateway/tools/read-windows.ts'
import { wait } from '../../../src/gateway/tools/wait.ts'
import { createWorld, type World } from '../../../src/gateway/world.ts'
import { textOf } from './sights.ts'

const USED: UsedDescriptor = {
  kind: 'used',
  file: '1.json',
  descriptor: {
    protocol: '0.2.0',
    bundleId: 'org.example.app',
    name: 'App',
    version: '1',
    instance: 'i1',
    endpoint: 'http://127.0.0.1:1/e',
    token: 't',
    pid: 1,
  },
  bundle: 'verified',
  bridge: { kind: 'none' },
}

/** Windows by id; what is in none of them is not open. */
export type Windows = { [id: string]: AppWindow }

/** What an app does on a call: it changes its windows, and answers what it gives back. */
export type Does = (
  windows: Windows,
  args: { [name: string]: unknown },
  window: string,
) => { openedWindowIds?: string[]; result?: object } | void

/** What can be done in an app: by name of the tool. `versioned`: false for one that takes no version. */
export type Actions = { [name: string]: { does: Does; versioned?: false; reads?: true } }

/** A window with one field, `Note`. */
export const noted = (id: string, note: string, over: Partial<AppWindow> = {}): AppWindow =>
  win(id, { blocks: [{ type: 'fields', id: 'form', items: [{ label: 'Note', value: note }] }], ...over })

/** Writes the field of such a window, as a user or an action does. */
export const write = (windows: Windows, id: string, note: string): void => {
  const before = windows[id]
  windows[id] = noted(id, note, { version: before ? before.version + 1 : 1 })
}

/** Starts one. The app judges versions as the protocol wants it; tools of windows that are not open are unknown. */
export function beside(windows: Windows, actions: Actions, settings: object = {}) {
  const app: ServedApp = serve({ operableWindowIds: [], windows: [] })
  const blocked = new Set<string>()
  const show = () => {
    const open = Object.values(windows)
    app.windows = {
      windows: open,
      operableWindowIds: open.flatMap(({ id }) => (blocked.has(id) ? [] : [id])),
    }
    app.tools = Object.entries(actions).flatMap(([name, { versioned, reads }]) => {
      const window = name.slice(0, name.lastIndexOf('__'))
      if (window !== 'app' && (!windows[window] || blocked.has(window))) return []
      const listed = tool(name, versioned === false ? {} : undefined)
      return [{ ...listed, annotations: reads ? { readOnlyHint: true } : {} }]
    })
  }
  show()
  const sent: string[] = []
  app.connection.callTool = async (name, { expectedVersion, ...args }) => {
    sent.push(`${name} ${JSON.stringify(expectedVersion) ?? 'none'}`)
    const id = name.slice(0, name.lastIndexOf('__'))
    const window = windows[id]
    const action = actions[name]
    if (!action || (id !== 'app' && !window) || blocked.has(id))
      return { kind: 'error', code: -32602, message: 'unknown tool' }
    if (window && expectedVersion !== undefined && expectedVersion !== window.version)
      return failure({ code: 'stale_state', message: 'changed', currentVersion: window.version })
    const given = action.does(windows, args, id)
    show()
    return { kind: 'answer', result: { isError: false, structuredContent: { message: 'ok', ...given } } }
  }
  const effects = {
    pause: async (ms: number) => pause(ms),
    deadline: (ms: number) => AbortSignal.timeout(ms),
  }
  const consent = async () => parseSettings(JSON.stringify({ version: 1, ...settings }))
  const session = guardSession(openSession(app.connection, effects), 'org.example.app', consent)
  const opened = {
    app: USED,
    session,
    told: new Map(),
    heard: new Set<string>(),
    nextChange: () => new Promise<void>(() => {}),
  }
  const made = createWorld({ client: () => 'agent', prefix: 'x-', settings: { read: consent } })
  const world: World = {
    ...made,
    apps: async () => ({ isWhole: true, named: [{ handle: 'App', app: USED }] }),
    open: { ...made.open, open: async () => ({ kind: 'open', opened }) },
  }
  const { signal } = new AbortController()
  return {
    opened,
    /** What the app was asked to do, with the version that came along. */
    sent,
    /** The user does something. */
    user: (doing: (all: Windows, barred: Set<string>) => void) => {
      doing(windows, blocked)
      show()
    },
    windows,
    act: (window: string, action: string, more: Arguments = {}) =>
      act(world, { app: 'App', window, action, ...more }, () => 'cannot', signal),
    read: async (...ids: string[]) =>
      textOf(await readWindows(world, { app: 'App', ...(ids.length > 0 ? { windows: ids } : {}) }, signal)),
    wait: async () => textOf(await wait(world, { app: 'App', seconds: 0 }, signal)),
  }
}
