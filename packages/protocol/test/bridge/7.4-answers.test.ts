/** What a call answered, told apart by code; only `structuredContent` decides (GB §5.4, §7.4 · D-46, D-48). */
import { ERROR_CODES, readCallAnswer } from '@copane/protocol/bridge'
import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'

const done = { kind: 'done', message: '', openedWindowIds: [], result: undefined }

const successes: [string, object, object][] = [
  [
    'every field',
    { structuredContent: { message: 'Done', openedWindowIds: ['b'], result: { n: 1 } } },
    { ...done, message: 'Done', openedWindowIds: ['b'], result: { n: 1 } },
  ],
  ['no field', { structuredContent: {} }, done],
  ['isError false', { isError: false, structuredContent: { message: 'Done' } }, { ...done, message: 'Done' }],
  ['nothing structured', {}, done],
  ['a list for the content', { structuredContent: ['x'] }, done],
  ['null for the content', { structuredContent: null }, done],
  ['a message that is a number', { structuredContent: { message: 7 } }, done],
  [
    'ids that are numbers',
    { structuredContent: { openedWindowIds: ['b', 7, null] } },
    { ...done, openedWindowIds: ['b'] },
  ],
  ['ids that are a text', { structuredContent: { openedWindowIds: 'b' } }, done],
  ['a result that is a list', { structuredContent: { result: [1] } }, done],
  ['a result that is null', { structuredContent: { result: null } }, done],
  [
    'a code in a success',
    { structuredContent: { code: 'stale_state', message: 'x' } },
    { ...done, message: 'x' },
  ],
]

for (const [title, result, expected] of successes)
  verifies('GB-5.4-success', title, () => expect(readCallAnswer(result)).toEqual(expected))

const failed = (content: unknown) => readCallAnswer({ isError: true, structuredContent: content })
const message = 'M'

const failures: [string, object, object][] = [
  ['stale_state', { currentVersion: 43 }, { currentVersion: 43 }],
  ['validation_failed', { fields: [{ field: 'to', error: 'E' }] }, { fields: [{ field: 'to', error: 'E' }] }],
  ['blocked_by_modal', { blockedBy: ['m'] }, { blockedBy: ['m'] }],
  ['blocked_by_modal', {}, { blockedBy: [] }],
  ['blocked_by_modal', { blockedBy: ['m', 7] }, { blockedBy: ['m'] }],
  ['window_not_found', {}, {}],
  ['action_not_available', { reason: 'R' }, { reason: 'R' }],
  ['action_not_available', { reason: 7 }, {}],
  ['action_not_available', {}, {}],
  ['action_timeout', {}, {}],
  ['action_failed', {}, {}],
  ['validation_failed', {}, { fields: [] }],
  [
    'validation_failed',
    { fields: ['to', { field: 'to' }, { field: 'to', error: 'E' }] },
    { fields: [{ field: 'to', error: 'E' }] },
  ],
  ['window_not_found', { currentVersion: 1, note: 'x' }, {}],
]

for (const [code, facts, expected] of failures)
  verifies('GB-7.4-failure', `${code} ${JSON.stringify(facts)}`, () =>
    expect(failed({ code, message, ...facts })).toEqual({
      kind: 'failed',
      error: { code, message, ...expected },
    }),
  )

verifies('GB-7.4-failure', 'every known code is read', () =>
  expect(ERROR_CODES.filter(code => failed({ code, message, currentVersion: 1 }).kind !== 'failed')).toEqual(
    [],
  ),
)

verifies('D-39', 'a version of 64 bits is read', () =>
  expect(
    failed({ code: 'stale_state', message, currentVersion: JSON.parse('9223372036854775807') }),
  ).toMatchObject({
    kind: 'failed',
    error: { currentVersion: 2 ** 63 },
  }),
)

const odd: [string, unknown, object][] = [
  ['an unknown code', { code: 'quota_exceeded', message }, { code: 'quota_exceeded', message }],
  ['a code in capitals', { code: 'STALE_STATE', message }, { code: 'STALE_STATE', message }],
  ['a name of every object', { code: 'constructor', message }, { code: 'constructor', message }],
  ['a number for the code', { code: 7, message }, { code: '', message }],
  ['no code', { message }, { code: '', message }],
  ['no content', undefined, { code: '', message: '' }],
  ['a text', 'stale_state', { code: '', message: '' }],
  ['a list', [{ code: 'stale_state' }], { code: '', message: '' }],
  ['stale_state without a version', { code: 'stale_state', message }, { code: 'stale_state', message }],
  [
    'stale_state with a version in text',
    { code: 'stale_state', message, currentVersion: '43' },
    { code: 'stale_state', message },
  ],
  [
    'stale_state with half a version',
    { code: 'stale_state', message, currentVersion: 1.5 },
    { code: 'stale_state', message },
  ],
]

for (const [title, content, expected] of odd)
  verifies('D-46', `odd: ${title}`, () => expect(failed(content)).toEqual({ kind: 'odd', ...expected }))

verifies('D-46', 'no answer makes it throw', () =>
  fc.assert(
    fc.property(fc.anything(), fc.boolean(), (structuredContent, isError) => {
      readCallAnswer({ isError, structuredContent })
    }),
  ),
)
