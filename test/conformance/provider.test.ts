/** Our own provider, checked from outside by the kit that shares no code with it. */
import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBridge, checkProvider, type PeerReport } from '@copane/conformance/node'
import { afterAll } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { startOwnApp } from './support/own-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'copane-conformance-'))
const app = await startOwnApp(folder)
const { driver } = app

afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const endpoints = () => {
  const { descriptor, file } = app.provider()
  const { endpoint, token, bridge } = descriptor
  if (!bridge) throw new Error('the descriptor names no bridge')
  return { elements: { endpoint, token, descriptor: file, bridge }, bridge }
}

const notPassed = ({ checks }: PeerReport) =>
  checks.flatMap(({ id, verdict, outcome }) => (verdict === 'passed' ? [] : [{ id, verdict, outcome }]))

verifies('D-09', 'our provider passes every check of elements, in both eras', async () => {
  const report = await checkProvider(endpoints().elements, { driver })
  deepEqual(notPassed(report), [])
  deepEqual([report.ok, report.eras], [true, ['legacy', 'modern']])
})

verifies('D-09', 'our provider passes every check of bridge, in both eras', async () => {
  const report = await checkBridge(endpoints().bridge, { driver })
  deepEqual(notPassed(report), [])
  deepEqual([report.ok, report.eras], [true, ['legacy', 'modern']])
})

verifies('D-09', 'without a driver our provider is looked at and not touched', async () => {
  const before = app.bridge().snapshotText()
  const report = await checkBridge(endpoints().bridge)
  deepEqual(
    notPassed(report).filter(({ verdict }) => verdict !== 'not-run'),
    [],
  )
  equal(app.bridge().snapshotText(), before)
})

verifies('D-09', "with leave to change it, its own tools show what a user's edit would", async () => {
  const report = await checkBridge(endpoints().bridge, { mayChange: true })
  const verdicts = new Map(report.checks.map(({ id, verdict }) => [id, verdict]))
  for (const id of [
    'GB-5.4-after-effect',
    'GB-5.4-success',
    'GB-6-after-effect',
    'GB-7.1-version-rises',
    'GB-8.2-realign',
    'GB-10.1-shared-state',
    'GB-10.1-serialised',
    'GB-10.1-broadcast',
  ] as const)
    equal([id, verdicts.get(id)].join(' '), `${id} ${WHOLLY.has(id) ? 'passed' : 'not-run'}`)
})

/** Checks that need nothing but a write; the others also want windows to come and go. */
const WHOLLY: ReadonlySet<string> = new Set([
  'GB-5.4-after-effect',
  'GB-5.4-success',
  'GB-7.1-version-rises',
  'GB-8.2-realign',
  'GB-10.1-shared-state',
  'GB-10.1-serialised',
  'GB-10.1-broadcast',
])
