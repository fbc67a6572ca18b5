/** A running provider: listener first, then descriptor, both gone at the end (D-05, D-10). */
import { randomBytes, randomInt } from 'node:crypto'
import { BRIDGE_PROTOCOL } from '@copane/protocol/bridge'
import { type Descriptor, ELEMENTS_PROTOCOL } from '@copane/protocol/elements'
import type { Bridge } from '../bridge/bridge.js'
import type { Elements } from '../elements/elements.js'
import { MARKS, markAt } from '../elements/mark.js'
import type { OnAccess } from '../mcp/access.js'
import { bridgeFace, elementsFace } from '../mcp/faces.js'
import { harmless, harmlessHooks, type Hooks } from '../mcp/told.js'
import { startOfProcess, writeDescriptor } from './descriptor-file.js'
import { listen, type Route } from './listener.js'

/** Who the app is. */
export type App = {
  /** The desktop entry's name, or a reversed domain name (D-10). */
  bundleId: string
  name: string
  version: string
  /** Added to the instructions that an agent reads (GB §8.1). */
  notes?: string
}

/** What starting needs; the bridge may be absent, the elements may not (D-10). */
export type ProviderOptions = {
  app: App
  instance: string
  elements: Elements
  bridge?: Bridge
  port?: number
  folder?: string
  /** Told of each read and call before it is answered, for a sign in the app (D-54). */
  onAccess?: OnAccess
  /** Told of requests that ended and of connections that were let go: names and durations only (D-08). */
  hooks?: Hooks
}

/** A provider that runs. */
export type Provider = {
  descriptor: Descriptor
  file: string
  /** Removes the descriptor: nobody finds the app any more, who found it is still answered. */
  withdraw(): void
  /** Closes the listener and removes the descriptor; can be called twice. */
  stop(): Promise<void>
}

/** What starting came to; a refusal leaves nothing behind. */
export type StartOutcome = { kind: 'started'; provider: Provider } | { kind: 'refused'; reason: string }

/** A fresh random value that names one run of a provider (EL-4.1-instance). */
export const mintInstance = (): string => randomBytes(9).toString('base64url')

/** A fresh random mark for the window ids of one run, five letters such as `zonul`; each is as likely (D-30). */
export const mintMark = (): string => markAt(randomInt(MARKS))

/**
 * Starts a provider.
 *
 * Errors  none thrown for what the surroundings do: a taken port or an unfit folder is a refusal with a remedy.
 * Source  EL-8-descriptor, EL-sec-loopback · D-05, D-10
 */
export async function startProvider(options: ProviderOptions): Promise<StartOutcome> {
  const { app, instance, elements, bridge, port, folder, hooks = {}, onAccess = () => {} } = options
  const told = harmlessHooks(hooks)
  const face = { onAccess: harmless(onAccess), hooks: told }
  const routes: Route[] = [{ path: '/elements', token: mintToken(), face: elementsFace(elements, app, face) }]
  if (bridge) routes.push({ path: '/bridge', token: mintToken(), face: bridgeFace(bridge, app, face) })
  const outcome = await listen(routes, {
    ...(port === undefined ? {} : { port }),
    hooks: told,
  })
  if (outcome.kind === 'refused') return outcome
  const { listener } = outcome
  const descriptor = describe(app, instance, listener.port, routes)
  const written = writeDescriptor(descriptor, folder)
  if (written.kind === 'refused') {
    await listener.close()
    return written
  }
  const forget = atExit(written.remove)
  return {
    kind: 'started',
    provider: {
      descriptor,
      file: written.file,
      withdraw: written.remove,
      async stop() {
        forget()
        written.remove()
        await listener.close()
      },
    },
  }
}

/** One listener for all: a process may hold more apps than Node expects listeners. */
const atEnd = new Set<() => void>()
const end = (): void => atEnd.forEach(run => run())

/** Runs something when the process exits; gives back the way to call that off. */
function atExit(run: () => void): () => void {
  if (atEnd.size === 0) process.once('exit', end)
  atEnd.add(run)
  return () => {
    atEnd.delete(run)
    if (atEnd.size === 0) process.removeListener('exit', end)
  }
}

const mintToken = (): string => randomBytes(32).toString('base64url')

function describe(app: App, instance: string, port: number, routes: readonly Route[]): Descriptor {
  const [elements, bridge] = routes
  const pidStart = startOfProcess(process.pid)
  const endpoint = (route: Route) => `http://127.0.0.1:${port}${route.path}`
  return {
    protocol: ELEMENTS_PROTOCOL,
    bundleId: app.bundleId,
    name: app.name,
    version: app.version,
    instance,
    endpoint: elements ? endpoint(elements) : '',
    token: elements?.token ?? '',
    pid: process.pid,
    ...(pidStart === undefined ? {} : { pidStart }),
    ...(bridge
      ? { bridge: { protocol: BRIDGE_PROTOCOL, endpoint: endpoint(bridge), token: bridge.token } }
      : {}),
  }
}
