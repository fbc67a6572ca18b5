/** Every client, by name. */
import type { PeerKind } from '../lib/peer.ts'
import { connectPython } from './python.ts'
import { connectV1 } from './sdk-v1.ts'
import { connectV2 } from './sdk-v2.ts'

const LEGACY = '2025-11-25'
const MODERN = '2026-07-28'

/** In the order in which they run. */
export const PEER_KINDS: readonly PeerKind[] = [
  { name: 'sdk-v1', revision: LEGACY, connect: connectV1 },
  { name: 'sdk-v2-legacy', revision: LEGACY, connect: target => connectV2('legacy', target) },
  { name: 'sdk-v2-auto', revision: MODERN, connect: target => connectV2('auto', target) },
  { name: 'sdk-v2-pin', revision: MODERN, connect: target => connectV2({ pin: MODERN }, target) },
  { name: 'python-legacy', revision: LEGACY, connect: target => connectPython('legacy', target) },
  { name: 'python-auto', revision: MODERN, connect: target => connectPython('auto', target) },
  { name: 'python-pin', revision: MODERN, connect: target => connectPython(MODERN, target) },
]
