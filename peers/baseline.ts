/** The rows that are expected to fail, each for a reason. */
import type { Expected } from './lib/rows.ts'

/** `{a,b}` in a row stands for one row with each. */
export const BASELINE: readonly Expected[] = [
  {
    reason: 'the Inspector looks a tool up before it calls it, and a blocked window’s actions are not listed',
    rows: ['programs/{inspector,mcpdo}-{legacy,auto,modern}/{attach,desk}/blocked-by-modal'],
  },
  {
    reason: 'the Inspector’s --cli ends with each request: it subscribes to nothing',
    rows: ['programs/inspector-{legacy,auto,modern}/{attach,desk}/wait'],
  },
  {
    reason: 'each request of the Inspector’s --cli starts a gateway of its own, which has seen nothing before',
    rows: ['programs/inspector-{legacy,auto,modern}/gateway/wait'],
  },
]
