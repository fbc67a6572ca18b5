/** Our host and our client as a driver: does what the kit's user and agent do, line by line (spec/host-driver.md). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type CallOutcome, type FrontSource, openLedger, type Session } from '@copane/host'
import {
  findApps,
  inFront,
  locateReference,
  openCollector,
  openReceipts,
  openSettings,
  openWindows,
} from '@copane/host/node'
import type { HostOrder } from '@copane/conformance/node'

const SLOW = { timeoutMs: 3000 }
const home = mkdtempSync(join(tmpdir(), 'copane-driver-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))
const ledger = openLedger()
let front = 0
let session: Session | undefined

/** The kit says which process is in front, as a window system would. */
const source: FrontSource = {
  look: async () => {
    const now = { kind: 'process', pid: front, start: undefined, window: undefined, order: 'seen' } as const
    return { kind: 'seen', now, before: [] }
  },
  close: () => {},
}
/** Called when the app is asked. */
let asked = () => {}
const collector = openCollector({
  client: 'the kit',
  front: async signal => {
    const found = await inFront(source, SLOW)(signal)
    if (found.kind !== 'app') return found
    return {
      ...found,
      read: over => {
        asked()
        return found.read(over)
      },
    }
  },
  ledger,
  settings: openSettings({ folder: home }),
  receipts: openReceipts({ folder: join(home, 'receipts') }),
})

async function act({ front: { pid }, remove }: Extract<HostOrder, { do: 'act' }>): Promise<object> {
  front = pid
  const isAsked = new Promise<void>(resolve => (asked = resolve))
  const collection = collector.collect()
  if (remove) await Promise.race([isAsked, collection.ready])
  if (remove) collection.cancel()
  const state = await collection.ready
  const sent = await collection.send()
  if (state.kind !== 'shown' || sent.kind !== 'sent') return { collected: [] }
  return { collected: [{ app: sent.receipt.app.bundleId, text: sent.text }] }
}

async function locate(id: string): Promise<object> {
  const { kind, apps } = await findApps(SLOW)
  if (kind !== 'all') return { cannot: `finding the apps: ${kind}` }
  const runOf = ({ bundleId, instance }: { bundleId: string; instance: string }) => ({
    provider: bundleId,
    instance,
  })
  const resolved = ledger.resolve(
    id,
    apps.map(({ descriptor }) => runOf(descriptor)),
  )
  if (resolved.kind !== 'reference') return { state: resolved.kind }
  const outcome = await locateReference(resolved.reference, SLOW)
  return { state: outcome.kind === 'location' ? outcome.location.state : 'unknown' }
}

async function connect({ endpoint, token }: { endpoint: string; token: string }): Promise<object> {
  const opened = await openWindows({ endpoint, token }, { ...SLOW, focusFirst: true })
  if (opened.kind !== 'session') return { cannot: opened.kind }
  session = opened.session
  await session.watch(() => {})
  return {}
}

async function windows(): Promise<object> {
  const outcome = await session?.snapshot()
  return { windows: outcome?.kind === 'snapshot' ? outcome.snapshot.windows : [] }
}

async function call({ window, action, arguments: args, again }: Extract<HostOrder, { do: 'call' }>) {
  const decide = again ? { decide: () => ({ args: { ...again } }) } : {}
  const outcome = await session?.call(window, action, { ...args }, decide)
  return outcome ? said(outcome) : { cannot: 'not connected' }
}

function said(outcome: CallOutcome): object {
  switch (outcome.kind) {
    case 'done':
      return { outcome: 'done' }
    case 'failed':
      return { outcome: 'failed', code: outcome.error.code }
    case 'odd':
      return { outcome: 'failed', code: outcome.code }
    case 'blocked':
      return { outcome: 'blocked', code: 'blocked_by_modal', by: outcome.by }
    case 'unsent':
      return { outcome: outcome.kind, code: outcome.why }
    case 'inexact':
    case 'error':
    case 'denied':
    case 'too-large':
    case 'late':
    case 'gone':
      return { outcome: outcome.kind, code: outcome.kind }
    default:
      return outcome satisfies never
  }
}

async function disconnect(): Promise<object> {
  await session?.close()
  session = undefined
  return {}
}

function answer(order: HostOrder): Promise<object> {
  switch (order.do) {
    case 'act':
      return act(order)
    case 'locate':
      return locate(order.id)
    case 'connect':
      return connect(order)
    case 'windows':
      return windows()
    case 'call':
      return call(order)
    case 'disconnect':
      return disconnect()
    default:
      return order satisfies never
  }
}

console.log(JSON.stringify({ ready: true }))
for await (const line of createInterface({ input: process.stdin })) {
  const order: HostOrder = JSON.parse(line)
  console.log(JSON.stringify({ done: true, ...(await answer(order)) }))
}
process.exit(0)
