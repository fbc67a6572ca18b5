import { deepEqual } from 'node:assert/strict'
import { parseOutline, type TreeElement } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.ts'
import { openLedger, type Run } from '../../src/elements/ledger.ts'

function tree(outline: string): TreeElement {
  const parsed = parseOutline(outline)
  if (parsed.kind === 'misread') throw new Error(parsed.message)
  return parsed.root
}

const EDITOR = { provider: 'org.x.Editor', instance: 'one' }
const AGAIN = { provider: 'org.x.Editor', instance: 'two' }
const MAIL = { provider: 'org.x.Mail', instance: 'one' }
const BOTH = tree('app Application\n  sel-23 Text selected')

const rows: [
  id: 'EL-9.2-full-name' | 'EL-9.2-same-provider',
  title: string,
  read: Run[],
  running: Run[],
  id_: string,
  want: object,
][] = [
  [
    'EL-9.2-full-name',
    'one issuer',
    [EDITOR],
    [EDITOR, MAIL],
    'sel-23',
    { kind: 'reference', reference: { ...EDITOR, id: 'sel-23' } },
  ],
  [
    'EL-9.2-full-name',
    'two issuers',
    [EDITOR, MAIL],
    [EDITOR, MAIL],
    'sel-23',
    {
      kind: 'ambiguous',
      references: [
        { ...EDITOR, id: 'sel-23' },
        { ...MAIL, id: 'sel-23' },
      ],
    },
  ],
  [
    'EL-9.2-full-name',
    'two runs of one app at once',
    [EDITOR, AGAIN],
    [EDITOR, AGAIN],
    'sel-23',
    {
      kind: 'ambiguous',
      references: [
        { ...EDITOR, id: 'sel-23' },
        { ...AGAIN, id: 'sel-23' },
      ],
    },
  ],
  [
    'EL-9.2-full-name',
    'two issuers, one of which quit',
    [EDITOR, MAIL],
    [MAIL],
    'sel-23',
    { kind: 'reference', reference: { ...MAIL, id: 'sel-23' } },
  ],
  ['EL-9.2-same-provider', 'the issuer quit', [EDITOR], [MAIL], 'sel-23', { kind: 'gone' }],
  ['EL-9.2-same-provider', 'the issuer restarted', [EDITOR], [AGAIN], 'sel-23', { kind: 'gone' }],
  [
    'EL-9.2-same-provider',
    'the restarted issuer issued it again',
    [EDITOR, AGAIN],
    [AGAIN],
    'sel-23',
    { kind: 'reference', reference: { ...AGAIN, id: 'sel-23' } },
  ],
  ['EL-9.2-same-provider', 'never issued', [EDITOR], [EDITOR], 'sel-24', { kind: 'unknown' }],
  ['EL-9.2-same-provider', 'an id in another case', [EDITOR], [EDITOR], 'SEL-23', { kind: 'unknown' }],
  ['EL-9.2-same-provider', 'nothing was ever read', [], [EDITOR], 'sel-23', { kind: 'unknown' }],
]
for (const [id, title, read, running, asked, want] of rows)
  verifies(id, title, () => {
    const ledger = openLedger()
    for (const run of read) ledger.record(run, BOTH)
    deepEqual(ledger.resolve(asked, running), want)
  })

verifies('EL-9.2-full-name', 'what an app once issued stays known after later reads without it', () => {
  const ledger = openLedger()
  ledger.record(EDITOR, BOTH)
  ledger.record(EDITOR, tree('app Application'))
  deepEqual(ledger.resolve('sel-23', [EDITOR]), { kind: 'reference', reference: { ...EDITOR, id: 'sel-23' } })
})

verifies('EL-9.2-full-name', 'names with quotes and commas are not mixed up', () => {
  const ledger = openLedger()
  ledger.record({ provider: 'a","b', instance: 'c' }, BOTH)
  deepEqual(ledger.resolve('sel-23', [{ provider: 'a', instance: 'b","c' }]), { kind: 'gone' })
})
