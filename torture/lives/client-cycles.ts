/** Clients that come and go at one app: each is served, and none leaves anything behind in it. */
import { connect } from '@copane/host/node'
import { WINDOWS_URI } from '@copane/protocol/bridge'
import { repeat, within } from '../lib/deadline.ts'
import type { Memory } from '../lib/serve-commands.ts'
import { type Server, startServer } from '../lib/server.ts'

/** What came of it; `growth` is the heap at the end to that after the first quarter. */
export type ClientCycles = { cycles: number; hangs: number; failed: number; growth: number }

const LIMIT_MS = 5000

/** Connects, subscribes, reads and leaves, two at a time, in both eras. */
export async function cycleClients(times: number): Promise<ClientCycles> {
  const outcome: ClientCycles = { cycles: 0, hangs: 0, failed: 0, growth: Number.NaN }
  const server = await startServer()
  try {
    const some = (count: number) => repeat(count, 2, index => cycle(outcome, server, index))
    await some(Math.ceil(times / 4))
    const before = await server.ask<Memory>('memory')
    await some(times - Math.ceil(times / 4))
    const afterwards = await server.ask<Memory>('memory')
    return { ...outcome, growth: afterwards.heap / before.heap }
  } finally {
    await server.ask('stop')
    await server.kill()
  }
}

async function cycle(outcome: ClientCycles, { bridge }: Server, index: number): Promise<void> {
  const era = index % 4 < 2 ? 'modern' : 'legacy'
  const signal = AbortSignal.timeout(LIMIT_MS)
  const reply = await within(LIMIT_MS, connect(bridge.endpoint, bridge.token, { era, signal }))
  if (reply === 'late') return void outcome.hangs++
  if (reply.kind !== 'answer') return void outcome.failed++
  const connection = reply.result
  const heard = { updated: () => {}, listChanged: () => {}, ended: () => {} }
  const subscribed = await within(LIMIT_MS, connection.subscribe(WINDOWS_URI, heard))
  const read = await within(LIMIT_MS, connection.readResource(WINDOWS_URI))
  const closed = await within(LIMIT_MS, connection.close())
  if (subscribed === 'late' || read === 'late' || closed === 'late') outcome.hangs++
  else if (subscribed.kind !== 'answer' || read.kind !== 'answer') outcome.failed++
  outcome.cycles++
}
