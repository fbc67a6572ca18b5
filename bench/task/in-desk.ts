/** A desk with so many orders, shown in one long list; its user is whoever started it. */
import { parseArgs } from 'node:util'
import { serveDriver, startDesk, stayUntilAsked } from '@copane/desk'

const { values } = parseArgs({
  options: {
    driver: { type: 'boolean' },
    state: { type: 'string', default: '' },
    orders: { type: 'string', default: '20' },
    long: { type: 'string', default: 'plain' },
  },
})
const outcome = await startDesk({
  state: values.state,
  orders: Number(values.orders),
  long: values.long === 'virtual' ? 'virtual' : 'plain',
  onFault: line => void process.stderr.write(`${line}\n`),
})
if (outcome.kind === 'refused') throw new Error(outcome.reason)
stayUntilAsked(outcome.running.stop, serveDriver(outcome.running, process.stdin, process.stdout))
