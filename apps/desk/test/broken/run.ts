/** A desk that is broken in the way its first argument names; otherwise a program like the real one. */
import { parseArgs } from 'node:util'
import { serveDriver, startDesk, stayUntilAsked } from '@copane/desk'
import { FAULTS } from './faults.ts'

const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    state: { type: 'string' },
    patience: { type: 'string' },
    driver: { type: 'boolean' },
  },
})
const fault = FAULTS[values.fault ?? '']
if (!fault) throw new Error('no such fault')

const outcome = await startDesk({
  ...(fault.kind === 'forgets' || values.state === undefined ? {} : { state: values.state }),
  ...(fault.kind === 'faces' ? { faces: fault.faces } : {}),
})
if (outcome.kind === 'refused') throw new Error(outcome.reason)
if (fault.kind === 'descriptor') fault.change(outcome.running)
stayUntilAsked(outcome.running.stop, serveDriver(outcome.running, process.stdin, process.stdout))
