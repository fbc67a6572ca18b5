/** Starts the tortured app in a process of its own. */
import type { Descriptor } from '@copane/protocol/elements'
import { type Child, startChild } from './children.ts'
import type { ServerOptions } from './in-server.ts'

/** Where the app is; its two tokens are in the descriptor. */
export type Started = { descriptor: Descriptor; file: string; windows: string[] }

/** A running app. */
export type Server = Child & Started & { port: number; bridge: { endpoint: string; token: string } }

/** Starts it; rejects when it can't start. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const child = startChild(`${import.meta.dirname}/in-server.ts`, options)
  const outcome = await child.ask<({ kind: 'started' } & Started) | { kind: 'refused'; reason: string }>(
    'started',
  )
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { descriptor } = outcome
  if (!descriptor.bridge) throw new Error('an app without a bridge')
  return { ...child, ...outcome, bridge: descriptor.bridge, port: Number(new URL(descriptor.endpoint).port) }
}
