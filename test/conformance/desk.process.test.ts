/** The desk as a program, checked from outside with the driver that it ships. */
import { deepEqual, equal } from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { checkBridge, checkProvider, type PeerReport, startDriver } from '@copane/conformance/node'
import { afterAll } from 'vitest'
import { verifies } from '../support/verifies.ts'

const STEPS = fileURLToPath(new URL('../../apps/desk/bin/steps.js', import.meta.url))

const started = await startDriver({ command: process.execPath, args: [STEPS] })
if (started.kind === 'refused') throw new Error(started.reason)
const { driver, place, stop } = started.process
afterAll(stop)

/** Where the desk is; a run ends with a desk that started again. */
let now = place
const moving: typeof driver = async order => {
  const answer = await driver(order)
  if (order.do === 'restart' && isPlace(answer)) now = answer
  return answer
}
const isPlace = (answer: unknown): answer is typeof place =>
  typeof answer === 'object' && answer !== null && 'elements' in answer

const OPTIONS = { askMs: 5000, checkMs: 45_000, hearMs: 5000, driver: moving }

const notPassed = ({ checks }: PeerReport) =>
  checks.flatMap(({ id, verdict, outcome }) => (verdict === 'passed' ? [] : [{ id, verdict, outcome }]))

verifies('D-09', 'the desk passes every check of elements, in both eras', async () => {
  const { elements, bridge, descriptor } = now
  if (!elements || !bridge?.token || descriptor === undefined) throw new Error('the driver names no desk')
  const other = { endpoint: bridge.endpoint, token: bridge.token }
  const report = await checkProvider({ ...elements, bridge: other, descriptor }, OPTIONS)
  deepEqual(notPassed(report), [])
  equal(report.ok, true)
})

verifies('D-09', 'the desk passes every check of bridge, in both eras', async () => {
  if (!now.bridge) throw new Error('the driver names no desk')
  const report = await checkBridge(now.bridge, OPTIONS)
  deepEqual(notPassed(report), [])
  equal(report.ok, true)
})
