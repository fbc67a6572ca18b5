import { deepEqual } from 'node:assert/strict'
import { test } from 'vitest'
import { spread, tally } from '../../peers/lib/rows.ts'

const ran = (row: string, passed: boolean) => ({ row, passed, detail: passed ? '' : 'why' })
const BASELINE = [{ reason: 'for a reason', rows: ['a/{one,two}', 'b/three'] }]

const rows: [title: string, ran: ReturnType<typeof ran>[], verdicts: string[], failed: number][] = [
  [
    'a failure with a reason is expected',
    [ran('a/one', false), ran('a/two', false)],
    ['expected', 'expected'],
    0,
  ],
  [
    'a new failure fails',
    [ran('a/one', false), ran('a/two', false), ran('a/x', false)],
    ['expected', 'expected', 'failed'],
    1,
  ],
  ['a healed failure fails', [ran('a/one', true), ran('a/two', false)], ['healed', 'expected'], 1],
  ['an expected failure that never ran fails', [ran('a/one', false)], ['expected', 'missing'], 1],
  [
    'a row that ran twice fails',
    [ran('a/one', false), ran('a/two', false), ran('a/one', false)],
    ['expected', 'expected', 'failed'],
    1,
  ],
]

for (const [title, given, verdicts, failed] of rows)
  test(`peers: ${title}`, () => {
    const found = tally(given, BASELINE, row => row.startsWith('a/'))
    deepEqual(
      found.rows.map(({ verdict }) => verdict),
      verdicts,
    )
    deepEqual(found.failed, failed)
  })

test('peers: choices in braces stand for a row with each', () =>
  deepEqual(spread('{a,b}/x-{1,2}'), ['a/x-1', 'a/x-2', 'b/x-1', 'b/x-2']))
