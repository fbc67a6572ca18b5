/** What would let more checks run. */
import type { CheckReport } from '@copane/conformance'
import type { CheckRequest } from './request.js'

/** One line for each thing that was missing. */
export function hintLines({ checks }: CheckReport, { driver, isIntrusive, subject }: CheckRequest): string[] {
  const needs = checks.flatMap(({ outcome }) => (outcome.kind === 'not-run' ? outcome.needs : []))
  const count = (isIt: (need: string) => boolean) => needs.filter(isIt).length
  const lines = [
    [driver === undefined && count(need => need.startsWith('driver step ')) > 0, DRIVER],
    [!isIntrusive && count(need => need === 'mayChange' || need === 'a safe action') > 0, INTRUSIVE],
    [count(need => need === 'descriptor') > 0, DESCRIPTOR],
    [
      subject === 'host' || subject === 'client' ? count(need => need.startsWith('host order ')) > 0 : false,
      ORDERS,
    ],
  ] as const
  return lines.flatMap(([isMissing, line]) => (isMissing ? [line] : []))
}

const DRIVER = 'driver step: give --driver, a command that makes the app do things (spec/driver.md)'
const INTRUSIVE = 'mayChange, a safe action: --intrusive lets the app be changed by its own tools'
const DESCRIPTOR = 'descriptor: name the app, its process or its descriptor file instead of a URL'
const ORDERS = 'host order: the driver answered that it cannot (spec/host-driver.md)'
