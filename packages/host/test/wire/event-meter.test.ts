import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { createBodyMeter, createEventMeter } from '../../src/wire/event-meter.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const rows = [
  ['one event', ['data: 1\n\n'], [9]],
  ['events do not add up', ['data: 1\n\ndata: 2\n\n', 'data: 3\n\n'], [9, 9]],
  ['an unfinished event adds up', ['data: 12345', '67890', '\n\n', 'x'], [11, 16, 18, 1]],
  ['lines of one event add up', ['data: 1\n', 'data: 2\n', '\nx'], [8, 16, 17]],
  ['carriage returns end lines too', ['data: 1\r\r', 'data: 2\r\n\r\n', 'x'], [9, 10, 2]],
  ['a line break cut in two ends no event', ['data: 1\r', '\ndata: 2\r', '\ndata: 3'], [8, 17, 25]],
  ['comments that keep a stream open are events', [': hi\n\n', ': hi\n\n', ': hi\n\n'], [6, 6, 6]],
  ['a line that never ends', ['x'.repeat(100), 'x'.repeat(100)], [100, 200]],
  ['nothing', [''], [0]],
] as const
for (const [title, chunks, want] of rows)
  verifies('D-16', `stream: ${title}`, () => {
    const measure = createEventMeter()
    deepEqual(
      chunks.map(chunk => measure(bytes(chunk))),
      want,
    )
  })

verifies('D-16', 'a body adds up', () => {
  const measure = createBodyMeter()
  deepEqual(
    ['a\n\n', 'b', ''].map(chunk => measure(bytes(chunk))),
    [3, 4, 4],
  )
})
