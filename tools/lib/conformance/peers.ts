/** Runs the kit on those who must pass. */
import type { CheckReport, Subject } from '@copane/conformance'
import { checkBridge, checkClient, checkHost, checkProvider, startDriver } from '@copane/conformance/node'

/** What came of one peer; `refused`: it could not be started. */
export type Checked = {
  name: string
  subject: Subject
  outcome: { kind: 'report'; report: CheckReport } | { kind: 'refused'; reason: string }
}

/** A command with its words. */
type Launch = { command: string; args: readonly string[] }

/** Generous: a slow machine is no fault of the peer. Units: milliseconds. */
const TIMES = { askMs: 5000, checkMs: 45_000, hearMs: 5000 }

/** Checks an app that its driver starts, anew for each subject. */
export async function checkApp(
  name: string,
  subjects: readonly ('elements' | 'bridge')[],
  driver: Launch,
): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const subject of subjects) checked.push({ name, subject, outcome: await checkOne(subject, driver) })
  return checked
}

async function checkOne(subject: 'elements' | 'bridge', launch: Launch): Promise<Checked['outcome']> {
  const started = await startDriver(launch)
  if (started.kind === 'refused') return started
  const { driver, place, stop } = started.process
  const { elements, bridge, descriptor } = place
  try {
    if (subject === 'bridge')
      return bridge
        ? { kind: 'report', report: await checkBridge(bridge, { ...TIMES, driver }) }
        : { kind: 'refused', reason: 'its driver names no bridge' }
    if (!elements) return { kind: 'refused', reason: 'its driver names no elements' }
    const other =
      bridge?.token === undefined ? {} : { bridge: { endpoint: bridge.endpoint, token: bridge.token } }
    const target = { ...elements, ...other, ...(descriptor === undefined ? {} : { descriptor }) }
    return { kind: 'report', report: await checkProvider(target, { ...TIMES, driver }) }
  } finally {
    await stop()
  }
}

/** Checks a host and a client that one driver stands for. */
export async function checkHosts(name: string, driver: Launch): Promise<Checked[]> {
  return [
    { name, subject: 'host', outcome: await checkHost(driver, { actMs: 8000 }) },
    { name, subject: 'client', outcome: await checkClient(driver) },
  ]
}
