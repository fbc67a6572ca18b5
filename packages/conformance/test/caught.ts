/** One test a broken peer: its own check catches it, and no check that has nothing to do with it. */
import { deepEqual, equal } from 'node:assert/strict'
import type { RuleId } from '@copane/protocol/findings'
import { verifies } from '../../../test/support/verifies.ts'
import {
  allVerdictsOf,
  atOnce,
  type Broken,
  type BrokenLife,
  quotesPeer,
  reportOn,
  reportOnLife,
  verdictsOf,
} from './planted.ts'

/** Registers a test a row; `cites` names the requirement where the check belongs to another row of the catalogue. */
export function catches(face: 'elements' | 'bridge', rows: readonly Broken[]): void {
  for (const { id, title, parts, verdicts = { [id]: 'failed' } } of rows)
    verifies(citedBy(id), `a peer is caught: ${title}`, async () => {
      const report = await reportOn(face, parts)
      deepEqual(verdictsOf(report), verdicts)
      equal(id in verdicts, true)
      equal(quotesPeer(report), false)
    })
}

/** Registers a test a row; here nothing is left out: whatever did not run is told, too. */
export function catchesLives(face: 'elements' | 'bridge', rows: readonly BrokenLife[]): void {
  const started = atOnce(
    rows.map(
      ({ living }) =>
        () =>
          reportOnLife(face, living),
    ),
  )
  for (const [at, { id, title, verdicts }] of rows.entries())
    verifies(id, `a peer is caught: ${title}`, async () => {
      const report = await started(at)
      deepEqual(allVerdictsOf(report), verdicts)
      equal(id in verdicts, true)
      equal(quotesPeer(report), false)
    })
}

/** A summary that is missing belongs to 4.2 as well; the row of 4.3 is for readers (catalogue). */
const citedBy = (id: RuleId): RuleId => (id === 'GB-4.3-understandable' ? 'GB-4.2-window-fields' : id)
