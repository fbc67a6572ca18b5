/** A small client passes every check of clients; wrong in one way, it is caught by the check of that rule and no other. */
import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { atOnce } from '../planted.ts'
import { BROKEN_CLIENTS, clientVerdicts } from './broken-clients.ts'

verifies('D-09', 'a client that shares no code with ours passes every check', async () => {
  deepEqual(await clientVerdicts(), {})
})

const verdicts = atOnce(
  BROKEN_CLIENTS.map(
    ({ flaw }) =>
      () =>
        clientVerdicts(flaw),
  ),
  4,
)

for (const [at, { id, title, verdicts: wanted }] of BROKEN_CLIENTS.entries())
  verifies(id, `a client is caught: it ${title}`, async () => {
    deepEqual(await verdicts(at), wanted)
  })
