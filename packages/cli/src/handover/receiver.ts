/** The gateway's end of a handover: takes what the user shares, and keeps it in memory alone (D-52). */
import { chmod, mkdir } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { writeOwnFile } from '@copane/host/node'
import { isRecord } from '@copane/protocol/findings'
import { gatewaysFolder, isOwnFolder, newPlace, placesIn, removePlace } from './folder.js'
import { type Parcel, readParcel } from './parcel.js'
import { isThere } from './receivers.js'
import { readLine, writeLine } from './wire.js'

/** Who receives, and what it does with a parcel. `client` is the agent's program, as it names itself. */
export type ReceiverOptions = { client: () => string; onParcel: (parcel: Parcel) => void; folder?: string }

/** A receiver that can be found; `refused` says why there is none. */
export type OpenedReceiver =
  | { kind: 'open'; close: () => Promise<void> }
  | { kind: 'refused'; message: string }

/**
 * Opens a receiver, which `copane share` finds.
 *
 * Shape   removes what gateways left that were killed. It keeps no process alive.
 * Errors  none: never rejects.
 */
export async function openReceiver({
  client,
  onParcel,
  folder = gatewaysFolder(),
}: ReceiverOptions): Promise<OpenedReceiver> {
  const place = newPlace(folder)
  if (!place) return { kind: 'refused', message: `${folder} is too long a name for a socket` }
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.unref()
    void readLine(socket).then(question => {
      writeLine(socket, answerTo(question, client(), onParcel))
      // Whoever stays on the line is hung up on.
      socket.end(() => socket.destroy())
    })
  })
  const close = async () => {
    await removePlace(place)
    for (const socket of open) socket.destroy()
    server.close()
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!(await isOwnFolder(folder)))
      return { kind: 'refused', message: `${folder} is a link, or not the user's own` }
    await chmod(folder, 0o700)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(place.address, resolve)
    })
    server.on('error', () => {})
    server.unref()
    if (dirname(place.address) === folder) await chmod(place.address, 0o600)
    const refused = await writeOwnFile(place.file, `${JSON.stringify({ address: place.address })}\n`)
    if (refused !== undefined) {
      await close()
      return { kind: 'refused', message: refused }
    }
  } catch {
    await close()
    return { kind: 'refused', message: `${folder} can't be used for a socket` }
  }
  void sweep(folder, place.address)
  return { kind: 'open', close }
}

function answerTo(question: unknown, client: string, onParcel: (parcel: Parcel) => void): object {
  if (!isRecord(question)) return { kind: 'refused' }
  if (question.kind === 'who') return { kind: 'gateway', client, pid: process.pid }
  const parcel = question.kind === 'parcel' ? readParcel(question.parcel) : undefined
  if (!parcel) return { kind: 'refused' }
  onParcel(parcel)
  return { kind: 'taken' }
}

/** Removes the places at which nobody listens. */
async function sweep(folder: string, own: string): Promise<void> {
  for (const place of await placesIn(folder))
    if (place.address !== own && !(await isThere(place.address))) await removePlace(place)
}
