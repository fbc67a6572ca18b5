import { deepEqual, equal } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { locate, readCurrent } from '../../src/elements/read.ts'
import type { Ask } from '../../src/wire/connection.ts'

const ANSWER = {
  protocol: '0.2.0',
  instance: 'one',
  root: { id: 'app', role: 'Application', title: 'Editor' },
}
const says =
  (value: unknown): Ask =>
  async () => ({ kind: 'answer', result: JSON.stringify(value) })
const never: Ask = () => new Promise(() => {})
const open = () => new AbortController().signal
const passed = () => AbortSignal.abort()
const EXPECTED = { protocol: '0.2.0', instance: 'one' }

const reads: [
  id: 'EL-9.2-never-wait' | 'EL-8-answer-matches' | 'EL-sec-bearer' | 'D-16' | 'EL-4-resources-not-tools',
  title: string,
  ask: Ask,
  deadline: () => AbortSignal,
  want: string,
][] = [
  ['EL-9.2-never-wait', 'no answer by the deadline', never, passed, 'late'],
  ['EL-9.2-never-wait', 'an answer after the deadline is dropped', says(ANSWER), passed, 'late'],
  ['EL-9.2-never-wait', 'the app is gone', async () => ({ kind: 'gone' }), open, 'gone'],
  [
    'EL-9.2-never-wait',
    'a connection that rejects',
    async () => {
      throw new Error('x')
    },
    open,
    'gone',
  ],
  [
    'EL-9.2-never-wait',
    'a connection that throws',
    () => {
      throw new Error('x')
    },
    open,
    'gone',
  ],
  [
    'EL-8-answer-matches',
    'the answer of another run',
    says({ ...ANSWER, instance: 'two' }),
    open,
    'EL-8-answer-matches',
  ],
  [
    'EL-8-answer-matches',
    'the answer of another patch',
    says({ ...ANSWER, protocol: '0.2.1' }),
    open,
    'EL-8-answer-matches',
  ],
  ['EL-sec-bearer', 'a token that is refused', async () => ({ kind: 'denied' }), open, 'EL-sec-bearer'],
  ['D-16', 'too many bytes', async () => ({ kind: 'too-large' }), open, 'D-16'],
  [
    'EL-4-resources-not-tools',
    'an error instead of the resource',
    async () => ({ kind: 'error', code: -32602 }),
    open,
    'EL-4-resources-not-tools',
  ],
  ['EL-8-answer-matches', 'the answer of this run', says(ANSWER), open, 'answer'],
]
for (const [id, title, ask, deadline, want] of reads)
  verifies(id, `current: ${title}`, async () => {
    const outcome = await readCurrent(ask, deadline(), { expected: EXPECTED })
    equal(outcome.kind === 'refused' ? outcome.findings[0]?.requirement : outcome.kind, want)
  })

verifies('EL-9.2-id-unchanged', 'locate asks for exactly the id', async () => {
  const asked: string[] = []
  await locate(
    async uri => {
      asked.push(uri)
      return { kind: 'gone' }
    },
    'Sel_2-3',
    open(),
  )
  deepEqual(asked, ['elements://locate/Sel_2-3'])
})

const illFormed = ['', 'a b', '../current', 'a/b', 'é', 'x'.repeat(129), 'a\n']
for (const id of illFormed)
  verifies(
    'EL-4.2-never-issued',
    `locate: ${JSON.stringify(id.slice(0, 10))} was never issued, and nobody is asked`,
    async () => {
      let asked = 0
      deepEqual(
        await locate(
          async () => {
            asked++
            return { kind: 'gone' }
          },
          id,
          open(),
        ),
        { kind: 'unknown' },
      )
      equal(asked, 0)
    },
  )

const locates: [
  id: 'EL-9.2-never-wait' | 'EL-6-location' | 'D-07' | 'EL-4.2-gone',
  title: string,
  ask: Ask,
  deadline: () => AbortSignal,
  want: object | string,
][] = [
  ['EL-9.2-never-wait', 'no answer by the deadline', never, passed, { kind: 'late' }],
  ['EL-9.2-never-wait', 'the app is gone', async () => ({ kind: 'gone' }), open, { kind: 'gone' }],
  ['D-07', 'the modern error', async () => ({ kind: 'error', code: -32602 }), open, { kind: 'unknown' }],
  ['D-07', 'the legacy error', async () => ({ kind: 'error', code: -32002 }), open, { kind: 'unknown' }],
  ['D-07', 'any other JSON-RPC error', async () => ({ kind: 'error', code: -1 }), open, { kind: 'unknown' }],
  ['EL-6-location', 'an HTTP error', async () => ({ kind: 'error', code: 500 }), open, 'refused'],
  [
    'EL-6-location',
    'text that is not JSON',
    async () => ({ kind: 'answer', result: 'nope' }),
    open,
    'refused',
  ],
  ['EL-6-location', 'visible without a rectangle', says({ state: 'visible' }), open, 'refused'],
  [
    'EL-4.2-gone',
    'gone',
    says({ state: 'gone' }),
    open,
    { kind: 'location', location: { state: 'gone' }, findings: [] },
  ],
  [
    'EL-6-location',
    'offscreen',
    says({ state: 'offscreen', window: 7 }),
    open,
    { kind: 'location', location: { state: 'offscreen', window: 7 }, findings: [] },
  ],
]
for (const [id, title, ask, deadline, want] of locates)
  verifies(id, `locate: ${title}`, async () => {
    const outcome = await locate(ask, 'sel-23', deadline())
    if (typeof want === 'string') equal(outcome.kind, want)
    else deepEqual(outcome, want)
  })

verifies('EL-6-one-moment', 'each question asks again', async () => {
  let asked = 0
  const ask: Ask = async () => ({
    kind: 'answer',
    result: JSON.stringify({ state: ++asked === 1 ? 'offscreen' : 'gone' }),
  })
  const states = [await locate(ask, 'a', open()), await locate(ask, 'a', open())]
  deepEqual(
    states.map(each => each.kind === 'location' && each.location.state),
    ['offscreen', 'gone'],
  )
})
