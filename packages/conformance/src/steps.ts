/** Orders to a driver, made safe: what throws, hangs or answers nonsense could not. */
import { type Driver, readStepOutcome, type Step, type StepOutcome } from './driver.js'
import type { Bound } from './run-checks.js'

/** Makes the app do a thing; without a driver nothing can be done. */
export type GiveOrder = (step: Step, text?: string) => Promise<StepOutcome>

/** Makes the function that gives orders. Units: milliseconds for one of them. */
export const createOrder =
  (driver: Driver | undefined, bound: Bound, timeMs: number): GiveOrder =>
  async (step, text) => {
    if (!driver) return { kind: 'cannot' }
    const order = text === undefined ? { do: step } : { do: step, text }
    try {
      const answer = await bound(driver(order), timeMs)
      return readStepOutcome(answer)
    } catch {
      return { kind: 'cannot' }
    }
  }
