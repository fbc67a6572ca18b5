/** Sensitive values in a snapshot: masked, or found (GB §4.5 · D-41). */
import { MASK, readWindows, validateWindows } from '@copane/protocol/bridge'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { told } from '../support/elements.ts'
import { snapshotWith } from '../support/windows.ts'

const B = '$.windows[0].blocks[0]'
const field = (value: unknown) => ({
  type: 'fields',
  id: 'b',
  items: [{ label: 'L', value, sensitive: true }],
})

const values: [string, unknown, boolean][] = [
  ['our mask', MASK, true],
  ['nothing filled in', '', true],
  ['null', null, true],
  ['asterisks', '********', true],
  ['bullets of another length', '••••••••••••', true],
  ['dots', '...', true],
  ['crosses', 'xxxx', true],
  ['black circles beyond 16 bits', '🔒🔒🔒', true],
  ['a password', 'hunter2', false],
  ['a password after a mask', '••••••hunter2', false],
  ['a digit', '7', false],
  ['one letter many times', 'aaaa', false],
  ['one digit many times', '0000', false],
  ['a number', 1234, false],
  ['false', false, false],
  ['a list of masks', [MASK], false],
  ['spaces and letters', '  a ', false],
]

for (const [title, value, isMasked] of values)
  verifies('GB-4.5-sensitive', `in a snapshot: ${title}`, () =>
    expect(told(validateWindows(snapshotWith(field(value))))).toEqual(
      isMasked ? [] : [`GB-4.5-sensitive must note ${B}.items[0].value`],
    ),
  )

const marked = { id: 'b', sensitive: true }
const blocks: [string, object, string[]][] = [
  ['masked text', { ...marked, type: 'text', text: MASK }, []],
  ['a masked payload', { ...marked, type: 'custom', payload: MASK }, []],
  ['a masked table', { ...marked, type: 'table', columns: ['A'], rows: [[MASK], ['']] }, []],
  ['text', { ...marked, type: 'text', text: 'secret' }, ['.text']],
  ['a notice', { ...marked, type: 'notice', severity: 'info', text: 'secret' }, ['.text']],
  [
    'a field without a mark of its own',
    { ...marked, type: 'fields', items: [{ label: 'L', value: 'secret' }] },
    ['.items[0].value'],
  ],
  [
    'one cell',
    {
      ...marked,
      type: 'table',
      columns: ['A', 'B'],
      rows: [
        [MASK, MASK],
        [MASK, 'secret'],
      ],
    },
    ['.rows[1][1]'],
  ],
  ['two items', { ...marked, type: 'list', items: ['one', MASK, 'two'] }, ['.items[0]', '.items[2]']],
  ['a payload', { ...marked, type: 'custom', payload: { token: 'secret' } }, ['.payload']],
  [
    'a picture',
    { ...marked, type: 'media', mimeType: 'image/png', url: 'https://example.com', alt: 'a' },
    ['.url'],
  ],
  ['a block of unknown type', { ...marked, type: 'vault', token: 'secret' }, ['.payload']],
  [
    'items without end, told in part',
    { ...marked, type: 'list', items: Array.from({ length: 1000 }, () => 'x1') },
    Array.from({ length: 10 }, (_, at) => `.items[${at}]`),
  ],
]

for (const [title, block, at] of blocks)
  verifies('GB-4.5-sensitive', `a block that is marked: ${title}`, () =>
    expect(told(validateWindows(snapshotWith(block))).filter(line => line.startsWith('GB-4.5'))).toEqual(
      at.map(place => `GB-4.5-sensitive must note ${B}${place}`),
    ),
  )

verifies('D-46', 'sensitive: false reads as absent', () => {
  const block = {
    type: 'fields',
    id: 'b',
    sensitive: false,
    items: [{ label: 'L', value: 'x', sensitive: false }],
  }
  const read = readWindows(snapshotWith(block))
  expect(read).toMatchObject({ kind: 'snapshot', findings: [] })
  expect(JSON.stringify(read)).not.toContain('sensitive')
})
