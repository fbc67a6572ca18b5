/** Serves the gateway on stdio until its client is gone. */
import { randomInt } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { holdStdio, lineWire, type StdioEnd, UNNAMED_CLIENT } from '@copane/provider/node'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openReceiver } from '../handover/receiver.js'
import { gatewayServer } from './server.js'
import { createWorld } from './world.js'

/** How to serve; `only`: bundle identifiers, the apps that may be reached. */
export type GatewayOptions = {
  version: string
  only?: readonly string[]
  folder?: string
  signal?: AbortSignal
  streams?: { input: Readable; output: Writable }
}

/** Serves one client, and gives why it ended; leaves no file and no connection behind. */
export async function serveGateway({ version, only, folder, ...stdio }: GatewayOptions): Promise<StdioEnd> {
  let client = UNNAMED_CLIENT
  let receiving: ReturnType<typeof openReceiver> | undefined
  const world = createWorld({
    client: () => client,
    prefix: `s${randomInt(100, 1000)}`,
    ...(only === undefined ? {} : { only }),
    ...(folder === undefined ? {} : { folder }),
  })
  /** Only a client that uses the gateway can be shared with: a probe comes and goes unseen. */
  const onClient = (name: string) => {
    client = name
    receiving ??= openReceiver({ client: () => client, onParcel: world.shelf.put })
  }
  const open = (input: Readable, output: Writable) => {
    const { promise, resolve } = Promise.withResolvers<StdioEnd>()
    const handle = serveStdio(() => gatewayServer({ world, version, onClient }), {
      transport: lineWire(input, output, resolve),
    })
    return { ended: promise, close: () => handle.close() }
  }
  const end = await holdStdio(open, stdio)
  const receiver = await receiving
  await Promise.all([receiver?.kind === 'open' ? receiver.close() : undefined, world.open.close()])
  return end
}
