/** Our own host and client, checked from outside by the kit that shares no code with them. */
import { deepEqual } from 'node:assert/strict'
import { join } from 'node:path'
import { checkClient, checkHost, type HostReport } from '@copane/conformance/node'
import { verifies } from '../support/verifies.ts'

const host = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'support/host-driver.ts')],
}

const notPassed = (outcome: HostReport) =>
  outcome.kind === 'refused'
    ? outcome.reason
    : outcome.report.checks.flatMap(({ id, verdict, outcome: came }) =>
        verdict === 'passed' ? [] : [{ id, verdict, came }],
      )

verifies('D-09', 'our host passes every check of hosts', async () => {
  deepEqual(notPassed(await checkHost(host, { actMs: 8000 })), [])
})

verifies('D-09', 'our client passes every check of clients', async () => {
  deepEqual(notPassed(await checkClient(host)), [])
})
