/** Giving the agents' gateways what the user collected and saw: what `copane share` ends with. */
import type { Collection, CollectionState, Consent } from '@copane/host'
import { rulesOf } from './parcel.js'
import { chooseReceivers, deliver, listReceivers } from './receivers.js'

/** To whom, for how long, under which settings. Units: milliseconds; ten minutes unless it is said otherwise (D-50). */
export type HandOverOptions = {
  consent: () => Promise<Consent>
  to?: string
  expireMs?: number
  folder?: string
  now?: () => number
}

/**
 * What came of it.
 *
 * Shape   `shared`: `client` can be given `bytes` now, until `expiresAt`. `no-agent`: no gateway runs, or none for the client
 *         that was named. `several`: name one of the clients. `changed`: the settings changed; look again. `refused`: why.
 */
export type HandOver =
  | { kind: 'shared'; client: string; bytes: number; expiresAt: number }
  | { kind: 'no-agent' }
  | { kind: 'several'; clients: string[] }
  | { kind: 'changed' | 'not-shown'; state: CollectionState }
  | { kind: 'refused'; message: string }

const EXPIRE_MS = 10 * 60 * 1000

/**
 * Hands a collection over, as it is shown.
 *
 * Shape   its collector keeps no receipts (`receipts: false`): the gateway keeps one each time it hands the text out.
 * Errors  none: never rejects.
 * Source  EL-4-host-reads · D-50, D-52
 */
export async function handOver(collection: Collection, options: HandOverOptions): Promise<HandOver> {
  const { consent, to, expireMs = EXPIRE_MS, folder, now = Date.now } = options
  const chosen = chooseReceivers(await listReceivers(folder), to)
  if (chosen.kind === 'none') return { kind: 'no-agent' }
  if (chosen.kind === 'several') return chosen
  const state = collection.state()
  const rules = rulesOf(await consent())
  const sent = await collection.send()
  if (sent.kind !== 'sent') return sent
  if (state.kind !== 'shown' || rules === undefined || rules !== rulesOf(await consent()))
    return { kind: 'changed', state: collection.state() }
  const { preview } = state
  const parcel = {
    app: preview.app,
    text: sent.text,
    images: sent.images,
    ids: preview.items.map(item => item.id),
    receipt: sent.receipt,
    rules,
    expiresAt: now() + expireMs,
  }
  const taken = await Promise.all(chosen.receivers.map(receiver => deliver(receiver, parcel)))
  return taken.some(Boolean)
    ? { kind: 'shared', client: chosen.client, bytes: sent.bytes.length, expiresAt: parcel.expiresAt }
    : { kind: 'no-agent' }
}
