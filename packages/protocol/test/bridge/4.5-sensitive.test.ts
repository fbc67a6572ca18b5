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
  ['three of a sign', '###', true],
  ['black circles beyond 16 bits', '🔒🔒🔒', true],
  ['a password', 'hunter2', false],
  ['a password after a mask', '••••••hunter2', false],
  ['a digit', '7', false],
  ['one cross', 'x', false],
  ['two crosses', 'XX', false],
  ['one sign', '$', false],
  ['two of a sign', '**', false],
  ['two pictographs', '🔒🔒', false],
  ['three different signs', '*#*', false],
  ['a word without brackets', 'hidden', false],
  ['a bracket that stays open', '[hidden', false],
  ['digits in brackets', '[1234]', false],
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

for (const word of ['[hidden]', '(masked)', '<not shown>', '{versteckt}'])
  verifies('GB-4.5-sensitive', `in a snapshot, a word that says so: ${word}`, () =>
    expect(told(validateWindows(snapshotWith(field(word))))).toEqual([
      `GB-4.5-sensitive should note ${B}.items[0].value`,
    ]),
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
    'a payload of masks',
    { ...marked, type: 'custom', payload: { token: MASK, keys: ['***', '', null] } },
    [],
  ],
  ['what is switched on in a payload', { ...marked, type: 'custom', payload: { token: MASK, on: true } }, []],
  ['a number deep in a payload', { ...marked, type: 'custom', payload: [[{ pin: 1234 }]] }, ['.payload']],
  ['a payload that is a switch', { ...marked, type: 'custom', payload: true }, []],
  ['a number alone', { ...marked, type: 'custom', payload: { pin: 1234 } }, ['.payload']],
  ['one leaf of many', { ...marked, type: 'custom', payload: [MASK, MASK, 'secret'] }, ['.payload']],
  [
    'the type in a payload',
    { ...marked, type: 'custom', payload: { type: 'vault', token: MASK } },
    ['.payload'],
  ],
  ['masks in a block of unknown type', { ...marked, type: 'vault', token: MASK, more: [{ key: '' }] }, []],
  ['a type deep in a block of unknown type', { ...marked, type: 'vault', of: { type: 'x1' } }, ['.payload']],
  ['a list of objects', { ...marked, type: 'list', items: [{ token: MASK }] }, ['.items[0]']],
  [
    'cells all along, told in part',
    { ...marked, type: 'table', columns: ['A'], rows: Array.from({ length: 1000 }, () => ['x1']) },
    Array.from({ length: 10 }, (_, at) => `.rows[${at}][0]`),
  ],
  [
    'fields all along, told in part',
    { ...marked, type: 'fields', items: Array.from({ length: 1000 }, () => ({ label: 'L', value: 'x1' })) },
    Array.from({ length: 10 }, (_, at) => `.items[${at}].value`),
  ],
  [
    'a picture',
    { ...marked, type: 'media', mimeType: 'image/png', url: 'https://example.com', alt: 'a' },
    ['.url'],
  ],
  ['a block of unknown type', { ...marked, type: 'vault', token: 'secret' }, ['.payload']],
  [
    'items all along, told in part',
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

verifies('GB-4.5-sensitive', 'a payload with a word in place of a mask', () => {
  const payloadOf = (...payload: string[]) =>
    told(validateWindows(snapshotWith({ ...marked, type: 'custom', payload })))
  expect(payloadOf(MASK, '[hidden]', MASK)).toEqual([`GB-4.5-sensitive should note ${B}.payload`])
  expect(payloadOf('[hidden]', 'secret')).toEqual([`GB-4.5-sensitive must note ${B}.payload`])
})

/** A hundred values, the last of which counts how often it is looked at. */
function counted(value: unknown): { values: unknown[]; looks: () => number } {
  let looks = 0
  const values = Array.from({ length: 100 }, () => value)
  Object.defineProperty(values, 99, { enumerable: true, get: () => (looks++, value) })
  return { values, looks: () => looks }
}

const large: [string, unknown, (values: unknown[]) => object][] = [
  ['cells of a row', 'x1', values => ({ type: 'table', columns: values.map(() => 'A'), rows: [values] })],
  ['items', 'x1', values => ({ type: 'list', items: values })],
]

for (const [title, value, blockOf] of large)
  verifies('D-16', `what is not told of is not looked at: ${title}`, () => {
    const looksAt = (more: object) => {
      const { values, looks } = counted(value)
      const block = blockOf(values)
      const before = looks()
      validateWindows(snapshotWith({ id: 'b', ...block, ...more }))
      return looks() - before
    }
    expect(looksAt({ sensitive: true })).toBe(looksAt({}))
  })

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
