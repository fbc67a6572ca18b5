import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'vitest'
import { createBridgeTarget, createWaits } from '../src/bridge-target.ts'
import { BRIDGE_CHECKS } from '../src/checks/bridge/index.ts'
import { ELEMENTS_CHECKS } from '../src/checks/elements/index.ts'
import { createElementsTarget } from '../src/elements-target.ts'
import { runStockClient } from '../src/mcp/stock-client.ts'
import { bound } from '../src/node/bound.ts'
import { descriptorFacts } from '../src/node/descriptor-facts.ts'
import { createEdges } from '../src/node/edges.ts'
import { fault, notRun, outcomeOf, passed, vacuous } from '../src/outcomes.ts'
import { renderReport } from '../src/report/terminal.ts'
import { runChecks } from '../src/run-checks.ts'
import type { Check, CheckOutcome } from '../src/types.ts'
import { createLine } from '../src/wire/line.ts'
import { verdictsOf } from './planted.ts'
import { elementsFace } from './peers/elements.ts'
import { startPeer } from './peers/peer.ts'

const OPTIONS = { bound, timeMs: 1000 }
const wrong = outcomeOf([fault('$', 'red', 'blue', 'paint it')])

const check = (
  id: Check<null>['id'],
  outcome: CheckOutcome,
  more: Partial<Check<null>> = {},
): Check<null> => ({
  id,
  title: id,
  level: 'must',
  run: () => outcome,
  ...more,
})

test('a MUST that fails fails, a SHOULD warns, and what did not run is not ok', async () => {
  const counts = async (...checks: Check<null>[]) => {
    const { ok, passed: good, failed, warned, notRun: skipped } = await runChecks(checks, null, OPTIONS)
    return { ok, good, failed, warned, skipped }
  }
  const should = { level: 'should' } as const
  const mild: CheckOutcome = outcomeOf([{ ...fault('$', 'red', 'blue', 'paint it'), level: 'should' }])
  deepEqual(await counts(check('D-01', passed)), { ok: true, good: 1, failed: 0, warned: 0, skipped: 0 })
  deepEqual(await counts(check('D-01', wrong)), { ok: false, good: 0, failed: 1, warned: 0, skipped: 0 })
  deepEqual(await counts(check('D-01', wrong, should)), {
    ok: true,
    good: 0,
    failed: 0,
    warned: 1,
    skipped: 0,
  })
  deepEqual(await counts(check('D-01', mild)), { ok: true, good: 0, failed: 0, warned: 1, skipped: 0 })
  deepEqual(await counts(check('D-01', notRun('descriptor'))), {
    ok: false,
    good: 0,
    failed: 0,
    warned: 0,
    skipped: 1,
  })
})

test('a check does not run when one that it needs failed or did not run', async () => {
  const needs = { needs: ['D-01'] } as const
  const outcomes = async (first: CheckOutcome) =>
    (await runChecks([check('D-02', passed, needs), check('D-01', first)], null, OPTIONS)).checks[0]?.outcome
  deepEqual(await outcomes(passed), passed)
  deepEqual(await outcomes(wrong), { kind: 'not-run', needs: ['D-01'] })
  deepEqual(await outcomes(notRun('descriptor')), { kind: 'not-run', needs: ['D-01'] })
})

test('what only lacked a driver keeps nothing from running', async () => {
  const unmoved = check('D-01', notRun('driver step edit', 'mayChange'))
  const report = await runChecks([check('D-02', passed, { needs: ['D-01'] }), unmoved], null, OPTIONS)
  deepEqual(report.checks[0]?.outcome, passed)
})

test('checks that only look are run first, and last those after which the peer has moved', async () => {
  const ran: string[] = []
  const noted = (id: 'D-01' | 'D-02' | 'D-03', more: Partial<Check<null>> = {}) =>
    check(id, passed, { run: () => (ran.push(id), passed), ...more })
  await runChecks(
    [noted('D-01', { stage: 'ends' }), noted('D-02', { stage: 'moves' }), noted('D-03')],
    null,
    OPTIONS,
  )
  deepEqual(ran, ['D-03', 'D-02', 'D-01'])
})

test('a check runs once, however many need it', async () => {
  let runs = 0
  const counted = check('D-01', passed, { run: () => (runs++, passed) })
  const needs = { needs: ['D-01'] } as const
  await runChecks([check('D-02', passed, needs), counted, check('D-03', passed, needs)], null, OPTIONS)
  equal(runs, 1)
})

test('one check is reported alone, and what it needs is run for it', async () => {
  const checks = [check('D-02', passed, { needs: ['D-01'] }), check('D-01', wrong), check('D-03', passed)]
  const reported = async (...only: string[]) =>
    (await runChecks(checks, null, { ...OPTIONS, only })).checks.map(({ id, verdict }) => [id, verdict])
  deepEqual(await reported('D-02'), [['D-02', 'not-run']])
  deepEqual(await reported('D-03', 'D-01'), [
    ['D-01', 'failed'],
    ['D-03', 'passed'],
  ])
})

test('a check that never ends fails at its time limit, and the others still run', async () => {
  const endless = check('D-01', passed, { run: () => new Promise<never>(() => {}) })
  const report = await runChecks([endless, check('D-02', passed)], null, { bound, timeMs: 20 })
  deepEqual(
    report.checks.map(({ verdict }) => verdict),
    ['failed', 'passed'],
  )
})

test('a list that contradicts itself is a bug of the list', async () => {
  const twice = [check('D-01', passed), check('D-01', passed)]
  await rejects(runChecks(twice, null, OPTIONS), /share an id/)
  await rejects(runChecks([check('D-01', passed, { needs: ['D-02'] })], null, OPTIONS), /needs D-02/)
  const ring = [check('D-01', passed, { needs: ['D-02'] }), check('D-02', passed, { needs: ['D-01'] })]
  await rejects(runChecks(ring, null, OPTIONS), /without needs/)
})

test('the order of the checks changes no verdict', async () => {
  const peer = await startPeer({ elements: elementsFace({ declaration: undefined }) })
  const edges = createEdges(10_000)
  const order = () => Promise.resolve({ kind: 'cannot' as const })
  const elementsTarget = () =>
    createElementsTarget({
      elements: createLine('elements', peer, edges),
      bridge: createLine('bridge', peer.bridge, edges),
      descriptor: descriptorFacts(peer.descriptor),
      otherAddresses: [],
      send: edges.send,
      order,
      logOf: () => undefined,
      descriptorPath: peer.descriptor,
      factsOf: descriptorFacts,
      lineTo: place => createLine('elements', place, edges),
      runStock: runStockClient,
      askMs: 10_000,
    })
  const bridgeTarget = () =>
    createBridgeTarget({
      bridge: createLine('bridge', peer.bridge, edges),
      mayChange: false,
      order,
      hasDriver: false,
      waits: createWaits(bound, 500, 100),
      lineTo: place => createLine('bridge', place, edges),
      runStock: runStockClient,
      askMs: 2000,
    })
  for (const [first, second] of [
    [
      await runChecks(ELEMENTS_CHECKS, elementsTarget(), OPTIONS),
      await runChecks(ELEMENTS_CHECKS.toReversed(), elementsTarget(), OPTIONS),
    ],
    [
      await runChecks(BRIDGE_CHECKS, bridgeTarget(), OPTIONS),
      await runChecks(BRIDGE_CHECKS.toReversed(), bridgeTarget(), OPTIONS),
    ],
  ] as const)
    deepEqual(verdictsOf(first), verdictsOf(second))
  await peer.stop()
})

test('a report prints what did not pass, aligned, and the counts', async () => {
  const report = await runChecks(
    [
      check('D-01', passed),
      check('EL-5.3-one-hover', wrong),
      check('D-06', wrong, { level: 'should' }),
      check('EL-8-descriptor', notRun('descriptor')),
      check('GB-5.2-names', notRun('driver step edit', 'mayChange', 'driver step restart')),
      check('EL-6-location', vacuous('locate is not offered')),
    ],
    null,
    OPTIONS,
  )
  deepEqual(renderReport(report), [
    'must     EL-5.3-one-hover  $  red; expected: blue; paint it',
    'should   D-06              $  red; expected: blue; paint it',
    'not-run  EL-8-descriptor      needs descriptor',
    'not-run  GB-5.2-names         needs mayChange, driver steps edit, restart',
    'note     EL-6-location        locate is not offered',
    '2 passed, 1 failed, 1 warned, 2 not run',
  ])
})
