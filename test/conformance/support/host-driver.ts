/** Our host and our client as a driver: does what the kit's user and agent do, line by line (spec/host-driver.md). */
import { createInterface } from 'node:readline'
import { appByPid, type CallOutcome, openLedger, type Session } from '@copane/host'
import { findApps, locateInApp, openWindows, readApp } from '@copane/host/node'
import type { HostOrder } from '@copane/conformance/node'
import { printOutline } from '@copane/protocol/elements'

const SLOW = { timeoutMs: 3000 }
const ledger = openLedger()
let session: Session | undefined

async function act({ front, remove }: Extract<HostOrder, { do: 'act' }>): Promise<object> {
  const found = appByPid(await findApps(SLOW), front.pid)
  if (found.kind !== 'app') return { collected: [] }
  const { descriptor } = found.app
  const reading = readApp(found.app, SLOW)
  // Taken out while the answer is on its way: it is not waited for, and not used when it comes.
  if (remove) return { collected: [] }
  const outcome = await reading
  if (outcome.kind !== 'answer') return { collected: [] }
  ledger.record({ provider: descriptor.bundleId, instance: descriptor.instance }, outcome.root)
  return { collected: [{ app: descriptor.bundleId, text: printOutline(outcome.root) }] }
}

async function locate(id: string): Promise<object> {
  const apps = await findApps(SLOW)
  const runOf = ({ bundleId, instance }: { bundleId: string; instance: string }) => ({
    provider: bundleId,
    instance,
  })
  const resolved = ledger.resolve(
    id,
    apps.map(({ descriptor }) => runOf(descriptor)),
  )
  if (resolved.kind !== 'reference') return { state: resolved.kind }
  const app = apps.find(({ descriptor }) => descriptor.instance === resolved.reference.instance)
  if (!app) return { state: 'gone' }
  const outcome = await locateInApp(app, resolved.reference.id, SLOW)
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
