/** A small host passes every check of hosts; wrong in one way, it is caught by the check of that rule and no other. */
import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { atOnce } from '../planted.ts'
import { BROKEN_HOSTS, hostVerdicts } from './broken-hosts.ts'

verifies('D-09', 'a host that shares no code with ours passes every check', async () => {
  deepEqual(await hostVerdicts(), {})
})

/** Runs mostly wait; more at a time would make the host's own time limit fail it. */
const verdicts = atOnce(
  BROKEN_HOSTS.map(
    ([, , flaw]) =>
      () =>
        hostVerdicts(flaw),
  ),
  3,
)

for (const [at, [id, title]] of BROKEN_HOSTS.entries())
  verifies(id, `a host is caught: it ${title}`, async () => {
    deepEqual(await verdicts(at), { [id]: 'failed' })
  })
