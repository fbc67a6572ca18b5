/** Every client, by name. */
import type { PeerKind } from '../lib/peer.ts'
import { connectCli, connectMcpdo } from './inspector.ts'
import { connectPython } from './python.ts'
import { connectV1 } from './sdk-v1.ts'
import { connectV2 } from './sdk-v2.ts'

const LEGACY = '2025-11-25'
const MODERN = '2026-07-28'

/** Libraries that agents are built on. */
export const LIBRARIES: readonly PeerKind[] = [
  { name: 'sdk-v1', revision: LEGACY, connect: connectV1 },
  { name: 'sdk-v2-legacy', revision: LEGACY, connect: target => connectV2('legacy', target) },
  { name: 'sdk-v2-auto', revision: MODERN, connect: target => connectV2('auto', target) },
  { name: 'sdk-v2-pin', revision: MODERN, connect: target => connectV2({ pin: MODERN }, target) },
  { name: 'python-legacy', revision: LEGACY, connect: target => connectPython('legacy', target) },
  { name: 'python-auto', revision: MODERN, connect: target => connectPython('auto', target) },
  { name: 'python-pin', revision: MODERN, connect: target => connectPython(MODERN, target) },
]

/** Programs that people look at servers with. */
export const PROGRAMS: readonly PeerKind[] = (['legacy', 'auto', 'modern'] as const).flatMap(era => {
  const revision = era === 'legacy' ? LEGACY : MODERN
  return [
    { name: `inspector-${era}`, revision, connect: target => connectCli(era, target) },
    { name: `mcpdo-${era}`, revision, connect: target => connectMcpdo(era, target) },
  ] satisfies PeerKind[]
})
