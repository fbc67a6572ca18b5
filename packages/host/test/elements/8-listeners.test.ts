import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { hasAllListeners, parseListeners } from '../../src/elements/listeners.ts'

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const line = (local: string, state = '0A', inode = '1234') =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 100 0 0 10 0\n`

const rows = [
  ['127.0.0.1', line('0100007F:0FA0'), [{ port: 4000, reach: 'loopback', inode: '1234' }]],
  [
    'v4-mapped 127.0.0.1',
    line('0000000000000000FFFF00000100007F:0FA0'),
    [{ port: 4000, reach: 'loopback', inode: '1234' }],
  ],
  ['0.0.0.0', line('00000000:0FA0'), [{ port: 4000, reach: 'any', inode: '1234' }]],
  ['::', line('00000000000000000000000000000000:0FA0'), [{ port: 4000, reach: 'any', inode: '1234' }]],
  ['::1, which is another address', line('00000000000000000000000001000000:0FA0'), []],
  ['127.0.0.2', line('0200007F:0FA0'), []],
  ['1.0.0.127, which is 127.0.0.1 read backwards', line('7F000001:0FA0'), []],
  ['a connection, which is no listener', line('0100007F:0FA0', '01'), []],
  ['nothing', '', []],
  ['a torn line', '   0: 0100007F', []],
] as const
for (const [title, text, want] of rows)
  verifies('EL-8-listener-check', `table: ${title}`, () => deepEqual(parseListeners(HEAD + text, 'LE'), want))

verifies('EL-8-listener-check', 'table: a big-endian kernel writes its words the other way round', () =>
  deepEqual(parseListeners(HEAD + line('7F000001:0FA0'), 'BE'), [
    { port: 4000, reach: 'loopback', inode: '1234' },
  ]),
)

const LISTENS = line('0100007F:0FA0')
const CONNECTED = line('0100007F:0FA0', '01')
const ends = [
  ['nothing', '', false],
  ['the head', HEAD, false],
  ['listeners', HEAD + LISTENS + LISTENS, false],
  ['the beginning of a line', HEAD + LISTENS + CONNECTED.slice(0, -20), false],
  ['a connection', HEAD + LISTENS + CONNECTED, true],
  ['a connection and the beginning of a line', HEAD + LISTENS + CONNECTED + LISTENS.slice(0, 40), true],
] as const
for (const [title, text, want] of ends)
  verifies(
    'EL-8-listener-check',
    `after ${title}, ${want ? 'no listener comes any more' : 'there may be listeners to come'}`,
    () => equal(hasAllListeners(text), want),
  )
