/** Runs the command that an implementer names as a driver of an app (spec/driver.md). */
import { isRecord } from '@copane/protocol/findings'
import { type Driver, type NewPlace, newPlaceIn } from '../driver.js'
import { type DriverLaunch, startLines } from './line-process.js'

/** A driver that runs. Shape: `place` is where its app is found, as far as its first line says so. */
export type DriverProcess = { driver: Driver; place: NewPlace; stop(): Promise<void> }

/** What starting one came to; a reason holds nothing that the command wrote. */
export type DriverOutcome = { kind: 'driver'; process: DriverProcess } | { kind: 'refused'; reason: string }

/**
 * Starts a driver and waits for its first line.
 *
 * Shape   what it writes to stderr counts as a log of the app.
 * Errors  none thrown: a command that can't be run, or says nothing in time, is refused.
 */
export async function startDriver(launch: DriverLaunch): Promise<DriverOutcome> {
  const outcome = await startLines(launch)
  if (outcome.kind === 'refused') return outcome
  const { first, ask, log, stop } = outcome.process
  return {
    kind: 'driver',
    process: {
      place: newPlaceIn(first),
      stop,
      async driver(order) {
        const answer = await ask(order)
        return order.do === 'name-logs' && isRecord(answer) ? { ...answer, log: log() } : answer
      },
    },
  }
}
