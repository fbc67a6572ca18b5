/** Versions of 16 digits and more: exact where they were sent as text, marked where they can't be. */
import { parseWindows, printWindows, readCallAnswer, readWindows } from '@copane/protocol/bridge'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { told } from '../support/elements.ts'

/** A snapshot as text, with the digits of one version as they stand there. */
const textWith = (version: string, payload = '{}'): string =>
  `{"operableWindowIds":["a"],"windows":[{"id":"a","title":"T","modal":false,"ownerId":null,"version": ${version},` +
  `"summary":"S","blocks":[{"type":"custom","id":"b","payload":${payload}}]}]}`

const windowOf = (text: string) => {
  const read = parseWindows(text)
  return read.kind === 'snapshot' ? read.snapshot.windows[0] : undefined
}

const exact: [string, number][] = [
  ['9007199254740993', 2 ** 53],
  ['-9007199254740993', -(2 ** 53)],
  ['9223372036854775807', 2 ** 63],
  ['1796028673456789012', 1_796_028_673_456_789_000],
  ['9007199254740990.5', 9_007_199_254_740_990],
]
for (const [digits, version] of exact)
  verifies('D-39', `a version of ${digits} keeps its digits`, () =>
    expect(windowOf(textWith(digits))).toMatchObject({ version, exactVersion: digits }),
  )

const held = ['0', '1', '42', '9007199254740991', '-9007199254740991', '1e3', '1234567890123456']
for (const digits of held)
  verifies('D-39', `a version of ${digits} is held as it is`, () => {
    const window = windowOf(textWith(digits))
    expect(window?.version).toBe(Number(digits))
    expect(window && 'exactVersion' in window).toBe(false)
  })

verifies('D-39', 'two versions that a number holds as one differ in their digits', () => {
  const [one, other] = ['9007199254740992', '9007199254740993'].map(digits => windowOf(textWith(digits)))
  expect(one?.version).toBe(other?.version)
  expect([one?.exactVersion, other?.exactVersion]).toEqual([undefined, '9007199254740993'])
})

verifies('D-39', 'large numbers elsewhere stay what JSON.parse makes of them', () => {
  const payload = '{"version":9007199254740993,"deep":[{"version":9007199254740993}]}'
  const window = windowOf(textWith('7', payload))
  expect(window).toEqual({
    ...windowOf(textWith('7')),
    blocks: [{ type: 'custom', id: 'b', payload: JSON.parse(payload) }],
  })
})

verifies('D-39', 'the digits that were sent are the ones that are shown', () => {
  const read = parseWindows(textWith('9007199254740993'))
  expect(read.kind === 'snapshot' && printWindows(read.snapshot)).toContain('v9007199254740993')
})

verifies('D-39', 'a field of that name from the wire is not taken for ours', () => {
  const window = windowOf(textWith('7,"exactVersion":"9"'))
  expect(window && 'exactVersion' in window).toBe(false)
})

verifies('D-39', 'a present version in an error is marked where it was rounded', () => {
  const errorWith = (currentVersion: unknown) =>
    readCallAnswer({
      isError: true,
      structuredContent: { code: 'stale_state', message: 'm', currentVersion },
    })
  expect(errorWith(JSON.parse('9007199254740993'))).toMatchObject({ error: { isRounded: true } })
  expect(errorWith(7)).toEqual({
    kind: 'failed',
    error: { code: 'stale_state', message: 'm', currentVersion: 7 },
  })
})

for (const text of [
  '',
  '{',
  `${textWith('9007199254740993')}}`,
  '[:1234567890123456',
  '{"version":1234567890123456',
])
  verifies('D-39', `nonsense with many digits is refused: ${text.slice(0, 30)}`, () =>
    expect(told(parseWindows(text).findings)).toEqual(['GB-12.2-wrapping must refuse $']),
  )

verifies('D-39', 'a text a million deep with many digits is read', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const text = textWith('9007199254740993').replace('"summary"', `"more":${deep},"summary"`)
  expect(['snapshot', 'refused']).toContain(parseWindows(text).kind)
})

const titles = [
  ['a whole pair', 'a🙂b', 'a🙂b'],
  ['half a pair', 'a\ud83db', 'a\ufffdb'],
  ['the other half', '\ude42', '\ufffd'],
  ['control and bidi characters', '\u001b[2J\u202eabc', '\u001b[2J\u202eabc'],
] as const

for (const [title, sent, got] of titles)
  verifies('GB-4.2-window-fields', `a title with ${title} is whole where a client gets it`, () => {
    const read = readWindows(JSON.parse(textWith('1').replace('"T"', JSON.stringify(sent))))
    expect(read).toMatchObject({ snapshot: { windows: [{ title: got }] }, findings: [] })
  })

verifies('FR-39', 'a title shows as what it is, and can move or turn nothing', () => {
  const odd = '\u001b[2J\u009b\u202e\u2066\ufff9\ufeff\u0007'
  const read = parseWindows(textWith('1').replace('"T"', JSON.stringify(odd)))
  const shown = read.kind === 'snapshot' ? printWindows(read.snapshot) : ''
  expect(shown.split('\n').length).toBe(2)
  expect(/[^\n -~]/.test(shown)).toBe(false)
})
