/** A connection to an X server that never throws: what can't be asked is undefined. */
import type { Client, Display, Resources } from 'x11'

/** What can be asked of an X server; after `isOpen` turned false everything is undefined. */
export type X11Connection = {
  isOpen: () => boolean
  root: number
  /** A property as numbers of 32 bits; [] when the window hasn't got it, undefined when there is no such window. */
  numbers: (window: number, name: string) => Promise<number[] | undefined>
  /** Which of these names a list of atoms holds. */
  atoms: (window: number, name: string, known: readonly string[]) => Promise<string[]>
  /** A property as text. */
  text: (window: number, name: string) => Promise<string | undefined>
  /** The process at the other end of the connection that made a window, as the server numbers it. */
  processOf: (window: number) => Promise<number | undefined>
  /** A window of this connection, to ask for its own process. */
  ownWindow: number
  close: () => void
}

/** Who hears that the root window got a new value for a property. */
export type OnProperty = (name: string) => void

/**
 * Connects to a display; undefined where it can't be, or the package `x11` isn't there.
 *
 * Errors  none, then or later: a server that goes away closes the connection.
 */
export async function connectX11(
  display: string,
  watched: readonly string[],
  onProperty: OnProperty,
): Promise<X11Connection | undefined> {
  const opened = await open(display)
  if (!opened) return undefined
  const { x11, display: info } = opened
  const { client } = info
  forgetOtherServers(client)
  const root = info.screen[0]?.root
  if (root === undefined) {
    client.stream.destroy()
    return undefined
  }
  let isOpen = true
  client.stream.on('close', () => (isOpen = false))
  // Watching keeps no program alive; waiting for an answer does.
  client.stream.unref()
  const ask = createAsk(() => isOpen)
  const atoms = new Map<string, number>()
  const atomOf = async (name: string) => {
    const known = atoms.get(name) ?? (await ask<number>(done => client.InternAtom(false, name, done)))
    if (known !== undefined) atoms.set(name, known)
    return known
  }
  const property = async (window: number, name: string) => {
    const atom = await atomOf(name)
    return atom === undefined
      ? undefined
      : ask<{ data: Buffer; format: number }>(done =>
          client.GetProperty(0, window, atom, 0, 0, MAX_WORDS, done),
        )
  }
  const resources = await ask<Resources>(done => client.require('res', done))
  const names = new Map<number, string>()
  for (const name of watched) {
    const atom = await atomOf(name)
    if (atom !== undefined) names.set(atom, name)
  }
  client.on('event', event => {
    const name = event.wid === root && event.atom !== undefined ? names.get(event.atom) : undefined
    if (name !== undefined) onProperty(name)
  })
  if (isOpen) client.ChangeWindowAttributes(root, { eventMask: x11.eventMask.PropertyChange })
  return {
    isOpen: () => isOpen,
    root,
    ownWindow: info.resource_base,
    numbers: async (window, name) => {
      const found = await property(window, name)
      return found && numbersIn(found, info.byte_order)
    },
    atoms: async (window, name, known) => {
      const found = await property(window, name)
      const held = new Set(found && numbersIn(found, info.byte_order))
      const numbers = await Promise.all(known.map(atomOf))
      return known.filter((_, at) => held.has(numbers[at] ?? 0))
    },
    text: async (window, name) => {
      const found = await property(window, name)
      return found && found.data.length > 0 ? found.data.toString('utf8').replaceAll('\0', '') : undefined
    },
    processOf: async window => {
      const wanted = { client: window, mask: PROCESS }
      const ids =
        resources && (await ask<{ value: number[] }[]>(done => resources.QueryClientIds([wanted], done)))
      return ids?.[0]?.value[0] || undefined
    },
    close: () => client.stream.destroy(),
  }
}

/** The package keeps one table of atoms for all servers; those that a server did not define itself are another one's. */
export function forgetOtherServers(client: Client): void {
  const own = Object.entries(client.atoms).filter(([, atom]) => atom <= LAST_PREDEFINED)
  client.atoms = Object.fromEntries(own)
}

/** WM_TRANSIENT_FOR: what comes after it differs from server to server. */
const LAST_PREDEFINED = 68

/** What is read of a property: 16 KiB, more than a list of windows or a host name takes. Units: words. */
const MAX_WORDS = 4096

/** Asks the X-Resource extension for the process of a client. */
const PROCESS = 2

/** How long a server may take for one answer. Units: milliseconds. */
const ANSWER_MS = 250

/** Turns a question with a callback into a promise of its answer; no answer in time, or an error, is undefined. */
function createAsk(isOpen: () => boolean) {
  return <Value>(send: (done: (error: unknown, value: Value) => true) => void): Promise<Value | undefined> =>
    new Promise(resolve => {
      if (!isOpen()) return resolve(undefined)
      const timer = setTimeout(resolve, ANSWER_MS, undefined)
      const done = (error: unknown, value: Value): true => {
        clearTimeout(timer)
        resolve(error ? undefined : value)
        return true
      }
      try {
        send(done)
      } catch {
        clearTimeout(timer)
        resolve(undefined)
      }
    })
}

async function open(
  display: string,
): Promise<{ x11: typeof import('x11').default; display: Display } | undefined> {
  const x11 = await import('x11').then(
    loaded => loaded.default,
    () => undefined,
  )
  if (!x11) return undefined
  return new Promise(resolve => {
    let client: Client | undefined
    const give = (info: Display | undefined) => {
      clearTimeout(timer)
      resolve(info && { x11, display: info })
    }
    const timer = setTimeout(() => {
      client?.stream?.destroy()
      give(undefined)
    }, CONNECT_MS)
    try {
      client = x11.createClient({ display, shm: false, disableBigRequests: true }, (error, info) =>
        give(error ? undefined : info),
      )
      client.on('error', () => give(undefined))
    } catch {
      give(undefined)
    }
  })
}

/** How long connecting may take. Units: milliseconds. */
const CONNECT_MS = 400

function numbersIn({ data, format }: { data: Buffer; format: number }, byteOrder: 0 | 1): number[] {
  if (format !== 32) return []
  const read = (at: number) => (byteOrder === 0 ? data.readUInt32LE(at) : data.readUInt32BE(at))
  return Array.from({ length: data.length >> 2 }, (_, at) => read(at * 4))
}
