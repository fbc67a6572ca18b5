/** One face of an app on one pair of streams, in whichever era its peer opens with (D-02, D-05). */
import type { Readable, Writable } from 'node:stream'
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Bridge } from '../bridge/bridge.js'
import type { Elements } from '../elements/elements.js'
import type { OnAccess } from './access.js'
import { type BridgeIdentity, bridgeServer } from './bridge-server.js'
import { elementsServer } from './elements-server.js'
import type { Era, ServerObject } from './era.js'
import { lineWire, type WireEnd } from './line-wire.js'

/** What is served: one protocol, since each has a server of its own (D-03). */
export type StdioFace = { bridge: Bridge } | { elements: Elements }

/** What a face on streams needs. */
export type StdioFaceOptions = {
  face: StdioFace
  app: BridgeIdentity
  onAccess: OnAccess
  input: Readable
  output: Writable
}

/** Serves until the peer is gone; `close` ends it from this side. */
export function openStdioFace(options: StdioFaceOptions): {
  ended: Promise<WireEnd>
  close(): Promise<void>
} {
  const { face, app, onAccess, input, output } = options
  const { promise, resolve } = Promise.withResolvers<WireEnd>()
  /** The object of the era that the peer chose; a probe is followed by another one. */
  let present: (ServerObject & { era: Era; isReady: boolean }) | undefined

  const serve = (era: Era) => {
    const made =
      'bridge' in face
        ? bridgeServer(face.bridge, app, era, onAccess)
        : { server: elementsServer(face.elements, app, era, onAccess), isSubscribed: () => false }
    const entry = { ...made, era, isReady: era === 'modern' }
    // A legacy client is told nothing before it said that it is ready.
    made.server.oninitialized = () => {
      entry.isReady = true
    }
    present = entry
    return made.server
  }
  const stop =
    'bridge' in face
      ? face.bridge.watch(({ updated, listChanged }) => {
          if (!present?.isReady) return
          const { server, era, isSubscribed } = present
          // In the modern era the SDK sends each to the listen streams that asked for it.
          if (updated && (era === 'modern' || isSubscribed()))
            server.sendResourceUpdated({ uri: WINDOWS_URI }).catch(unheard)
          if (listChanged) server.sendToolListChanged().catch(unheard)
        })
      : () => {}
  const handle = serveStdio(({ era }) => serve(era), {
    transport: lineWire(input, output, end => {
      stop()
      resolve(end)
    }),
  })
  return { ended: promise, close: () => handle.close() }
}

/** A peer that is gone misses its notification. */
const unheard = (): void => {}
