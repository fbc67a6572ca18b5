/** Measures what an app and a host bear and cost: calls, subscribers, idle streams, starting, installing. */
import { type Measured, type Section } from '../lib/report.ts'
import { versions } from '../lib/versions.ts'
import { measureCalls } from './calls.ts'
import { measureFanOut } from './fan-out.ts'
import { measureInstall } from './install.ts'
import { measureStart } from './start.ts'

const FAN_OUT = {
  quick: { sizes: [10, 100, 1000], commits: 20, legacy: 50 },
  full: { sizes: [10, 30, 100, 300, 1000], commits: 100, legacy: 100 },
} as const

/** One after another, so that none is in another's way. */
export async function measure({ quick }: { quick: boolean }): Promise<Measured> {
  const sections: Section[] = [
    await measureCalls(quick),
    await measureFanOut(quick ? FAN_OUT.quick : FAN_OUT.full),
    await measureStart(quick),
    await measureInstall(),
  ]
  const measured: Measured = { goals: {}, versions: versions('server', 'client'), raw: {} }
  for (const { goals, raw } of sections) {
    Object.assign(measured.goals, goals)
    Object.assign(measured.raw, raw)
  }
  return measured
}
