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
  ['EL-9.2-same-provider', 'the issuer quit', [EDITOR], [MAIL], 'sel-23', { kind: 'gone', wasIssued: true }],
  [
    'EL-9.2-same-provider',
    'the issuer restarted',
    [EDITOR],
    [AGAIN],
    'sel-23',
    { kind: 'gone', wasIssued: true },
  ],
  [
    'EL-9.2-same-provider',
    'the restarted issuer issued it again',
    [EDITOR, AGAIN],
    [AGAIN],
    'sel-23',
    { kind: 'reference', reference: { ...AGAIN, id: 'sel-23' } },
  ],
  ['EL-9.2-same-provider', 'never issued', [EDITOR], [EDITOR], 'sel-24', { kind: 'gone', wasIssued: false }],
  [
    'EL-9.2-same-provider',
    'an id in another case',
    [EDITOR],
    [EDITOR],
    'SEL-23',
    { kind: 'gone', wasIssued: false },
  ],
  [
    'EL-9.2-same-provider',
    'nothing was ever read',
    [],
    [EDITOR],
    'sel-23',
    { kind: 'gone', wasIssued: false },
  ],
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
  deepEqual(ledger.resolve('sel-23', [{ provider: 'a', instance: 'b","c' }]), {
    kind: 'gone',
    wasIssued: true,
  })
})

verifies('EL-9.2-id-unchanged', 'an id is kept and given back exactly as it was issued', () => {
  const ids = ['A', 'a', '-', '__proto__', 'constructor', 'x'.repeat(128), '0', '00']
  const ledger = openLedger()
  const root: TreeElement = { id: 'app', role: 'Application', children: ids.map(id => ({ id, role: 'Row' })) }
  ledger.record(EDITOR, root)
  for (const id of ids)
    deepEqual(ledger.resolve(id, [EDITOR]), { kind: 'reference', reference: { ...EDITOR, id } })
  for (const other of [' A', 'A ', 'B', '000', '', 'toString'])
    deepEqual(ledger.resolve(other, [EDITOR]), { kind: 'gone', wasIssued: false })
})

verifies('FR-28', 'three instances of one app: every choice is listed, none is taken', () => {
  const runs = ['one', 'two', 'three'].map(instance => ({ provider: 'org.x.Editor', instance }))
  const ledger = openLedger()
  for (const run of runs) ledger.record(run, BOTH)
  deepEqual(ledger.resolve('sel-23', runs), {
    kind: 'ambiguous',
    references: runs.map(run => ({ ...run, id: 'sel-23' })),
  })
})

const manyRows = (from: number, count: number): TreeElement => ({
  id: 'app',
  role: 'Application',
  children: Array.from({ length: count }, (_, at) => ({ id: `r-${from + at}`, role: 'Row' })),
})

verifies(
  'EL-9.2-full-name',
  'an id that was dropped for room is gone, and never taken for another app’s',
  () => {
    const ledger = openLedger({ maxIds: 100 })
    ledger.record(EDITOR, manyRows(0, 50))
    ledger.record(MAIL, manyRows(0, 50))
    for (let from = 1000; from < 2000; from += 99) ledger.record(EDITOR, manyRows(from, 99))
    const wanted = {
      kind: 'ambiguous',
      references: [
        { ...MAIL, id: 'r-7' },
        { ...EDITOR, id: 'r-7' },
      ],
    }
    deepEqual(ledger.resolve('r-7', [EDITOR, MAIL]), wanted)
    deepEqual(ledger.resolve('r-7', [EDITOR]), { kind: 'gone', wasIssued: true })
    deepEqual(ledger.resolve('r-7', [MAIL]), { kind: 'reference', reference: { ...MAIL, id: 'r-7' } })
    deepEqual(ledger.resolve('r-1990', [EDITOR, MAIL]).kind, 'reference')
  },
)

verifies('EL-9.2-full-name', 'runs that ended are forgotten before one that lasts', () => {
  const ledger = openLedger({ maxRuns: 3 })
  ledger.record(EDITOR, BOTH)
  for (let at = 0; at < 100; at++) {
    ledger.record({ provider: 'org.x.Mail', instance: `${at}` }, BOTH)
    ledger.resolve('sel-23', [EDITOR, { provider: 'org.x.Mail', instance: `${at}` }])
  }
  deepEqual(ledger.resolve('sel-23', [EDITOR]), { kind: 'reference', reference: { ...EDITOR, id: 'sel-23' } })
  deepEqual(ledger.resolve('sel-23', [{ provider: 'org.x.Mail', instance: '3' }]), {
    kind: 'gone',
    wasIssued: true,
  })
})

verifies(
  'FR-34',
  'of an element that was sent it is known what settings judge by, and of what it is in',
  () => {
    const ledger = openLedger()
    const cell = { id: 'c', role: 'Cell' as const, content: [{ type: 'text' as const, text: 'secret' }] }
    const link = { type: 'resource_link' as const, uri: 'file:///a', name: 'secret' }
    const row = {
      id: 'r',
      role: 'Row' as const,
      subrole: 'salary',
      title: 'secret',
      content: [link],
      children: [cell],
    }
    ledger.record(EDITOR, { id: 'app', role: 'Application', url: 'app:///x', children: [row] })
    deepEqual(ledger.known({ ...EDITOR, id: 'c' }), [
      { id: 'app', role: 'Application', url: 'app:///x' },
      { id: 'r', role: 'Row', subrole: 'salary', content: [{ ...link, name: '' }] },
      { id: 'c', role: 'Cell' },
    ])
    deepEqual(ledger.known({ ...EDITOR, id: 'other' }), [])
    deepEqual(ledger.known({ ...MAIL, id: 'c' }), [])
  },
)
