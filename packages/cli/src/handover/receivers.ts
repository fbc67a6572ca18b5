/** The sharer's end of a handover: which gateways run, for whom, and giving one a collection. */
import { connect } from 'node:net'
import { isRecord } from '@copane/protocol/findings'
import { gatewaysFolder, placesIn } from './folder.js'
import type { Parcel } from './parcel.js'
import { askAt } from './wire.js'

/** A gateway that runs; `client` is the agent's program, as it names itself. */
export type Receiver = { client: string; pid: number; address: string }

/** The gateways of this user that answer now; a client may have started several. Never rejects. */
export async function listReceivers(folder = gatewaysFolder()): Promise<Receiver[]> {
  const places = await placesIn(folder)
  const asked = await Promise.all(places.map(async ({ address }) => receiverAt(address)))
  return asked.filter(receiver => receiver !== undefined)
}

/** Who gets a collection: all gateways of one client. */
export type Chosen =
  | { kind: 'chosen'; client: string; receivers: Receiver[] }
  | { kind: 'none' }
  | { kind: 'several'; clients: string[] }

/** The gateways of the one client that is named, or of the only one; never a guess between two. Case does not matter. */
export function chooseReceivers(receivers: readonly Receiver[], to?: string): Chosen {
  const fitting = receivers.filter(
    ({ client }) => to === undefined || client.toLowerCase() === to.toLowerCase(),
  )
  const clients = [...new Set(fitting.map(({ client }) => client))]
  const [client] = clients
  if (client === undefined) return { kind: 'none' }
  return clients.length === 1
    ? { kind: 'chosen', client, receivers: fitting }
    : { kind: 'several', clients: clients.toSorted() }
}

/** Gives a gateway a collection; true when it took it. Never rejects. */
export async function deliver({ address }: Receiver, parcel: Parcel): Promise<boolean> {
  const answer = await askAt(address, { kind: 'parcel', parcel })
  return isRecord(answer) && answer.kind === 'taken'
}

/** True when somebody listens at an address. */
export function isThere(address: string): Promise<boolean> {
  const socket = connect(address)
  return new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

async function receiverAt(address: string): Promise<Receiver | undefined> {
  const answer = await askAt(address, { kind: 'who' })
  if (!isRecord(answer) || answer.kind !== 'gateway') return undefined
  const { client, pid } = answer
  return typeof client === 'string' && typeof pid === 'number' ? { client, pid, address } : undefined
}
