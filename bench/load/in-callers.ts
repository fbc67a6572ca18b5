/** Those who call, in a process of their own: raw ones, as light as a client can be, and a session of the host SDK. */
import { Agent } from 'node:http'
import type { Session } from '@copane/host'
import { openWindows } from '@copane/host/node'
import { repeat } from '../../torture/lib/deadline.ts'
import { modern, send, type Target, targetOf } from '../../torture/lib/raw.ts'
import { cpuMsNow, optionsGiven, serveCommands } from '../../torture/lib/serve-commands.ts'

/** The app and its window. */
export type CallersOptions = { bridge: { endpoint: string; token: string }; window: string }

/** What is called: the app by hand or by the host SDK, or the floor. */
export type Called = 'floor' | 'write' | 'look' | 'session-write' | 'session-look'

/** So many calls, so many at a time. */
export type Batch = { called: Called; calls: number; atOnce: number }

const { bridge, window } = optionsGiven<CallersOptions>()
const app = targetOf(bridge)
const agent = new Agent({ keepAlive: true })
let floor: Target | undefined
let session: Session | undefined
let count = 0

serveCommands({
  cpuMs: cpuMsNow,
  /** One answer of the app to a write, so that the floor can give the same. */
  sample: async () => {
    const { text } = await send(app, writing(app))
    return { answer: text, type: text.startsWith('{') ? 'application/json' : 'text/event-stream' }
  },
  open: async (target: Target) => {
    floor = target
    const opened = await openWindows(bridge)
    if (opened.kind !== 'session') throw new Error(`the app was not opened: ${opened.kind}`)
    session = opened.session
  },
  /** Units: milliseconds, for the whole batch. */
  batch: async ({ called, calls, atOnce }: Batch) => {
    globalThis.gc?.({ type: 'minor' })
    const began = performance.now()
    await repeat(calls, atOnce, CALLS[called])
    return performance.now() - began
  },
})

const CALLS: { [Name in Called]: () => Promise<void> } = {
  floor: async () => floor && (await raw(floor, writing(floor))),
  write: () => raw(app, writing(app)),
  look: () => raw(app, calling(app, 'look', {})),
  'session-write': async () => {
    const read = await session?.snapshot()
    if (read?.kind !== 'snapshot') throw new Error('the windows were not read')
    await bySession('write', { text: `text ${++count}` })
  },
  'session-look': () => bySession('look', {}),
}

const writing = (target: Target) => calling(target, 'write', { text: `text ${++count}` })

function calling(target: Target, action: string, args: { [name: string]: string }) {
  const name = `${window}__${action}`
  return modern(target, 'tools/call', { name, arguments: args }, name)
}

/** The answer is read and must be a success. */
async function raw(target: Target, sent: ReturnType<typeof calling>): Promise<void> {
  const { text } = await send(target, { ...sent, agent })
  const answer: { result?: { isError?: boolean } } = JSON.parse(text.slice(text.indexOf('{')))
  if (!answer.result || answer.result.isError) throw new Error('a call failed')
}

async function bySession(action: string, args: { [name: string]: string }): Promise<void> {
  const outcome = await session?.call(window, action, args)
  if (outcome?.kind !== 'done') throw new Error(`a call was ${outcome?.kind}`)
}
