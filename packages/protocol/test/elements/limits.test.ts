/** How much of an answer a host takes (D-16), and that no answer is too odd to be judged. */
import { LIMITS, parseAnswer, printOutline, readAnswer, validateAnswer } from '@copane/protocol/elements'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'
import { answer, answerWith, nested, told } from '../support/elements.ts'

const flat = (count: number) =>
  answer({
    id: 'app',
    role: 'Application',
    title: 'A',
    children: Array.from({ length: count - 1 }, (_, at) => ({ id: `r-${at}`, role: 'Row' })),
  })

/** A chain of elements below the root, as text, since JSON.stringify does not go so deep. */
const chain = (depth: number): string => {
  const parts = ['{"protocol":"0.2.0","instance":"i","root":{"id":"app","role":"Application","title":"A"']
  for (let at = 0; at < depth; at++) parts.push(`,"children":[{"id":"e${at}","role":"Group"`)
  return `${parts.join('')}}${']}'.repeat(depth)}}`
}

const counts = [
  ['10,000 elements', 10_000, []],
  ['10,001 elements', 10_001, ['D-16 must refuse $.root']],
  ['1,000,000 elements', 1_000_000, ['D-16 must refuse $.root']],
] as const

for (const [title, count, expected] of counts)
  verifies('D-16', title, () => expect(told(validateAnswer(flat(count)))).toEqual(expected))

verifies('D-16', 'entries that are no elements count too', () => {
  const children = Array.from({ length: 1_000_000 }, () => 1)
  expect(told(validateAnswer(answer({ id: 'app', role: 'Application', title: 'A', children })))).toEqual([
    'D-16 must refuse $.root',
  ])
})
verifies('D-16', '50,000 elements by option', () =>
  expect(validateAnswer(flat(50_000), { ...LIMITS, maxElements: 50_000 })).toEqual([]),
)

const few = [
  ['as many elements as an option allows', 3, []],
  ['one more than that', 4, ['D-16 must refuse $.root']],
] as const

for (const [title, count, expected] of few)
  verifies('D-16', title, () =>
    expect(told(validateAnswer(flat(count), { ...LIMITS, maxElements: 3 }))).toEqual(expected),
  )

verifies('D-16', 'elements are counted over the whole tree', () => {
  const group = (at: number) => ({ id: `g${at}`, role: 'Group', children: [{ id: `c${at}`, role: 'Text' }] })
  const root = { id: 'app', role: 'Application', title: 'A', children: [group(0), group(1)] }
  expect(told(validateAnswer(answer(root), { ...LIMITS, maxElements: 5 }))).toEqual([])
  expect(told(validateAnswer(answer(root), { ...LIMITS, maxElements: 4 }))).toEqual([
    'D-16 must refuse $.root',
  ])
})

verifies('D-16', 'a text that is no longer than the limit in bytes', () => {
  const text = JSON.stringify(answer({ id: 'app', role: 'Application', title: 'жж' }))
  const bytes = Buffer.byteLength(text)
  expect(parseAnswer(text, undefined, { ...LIMITS, maxBytes: bytes }).kind).toBe('answer')
  expect(parseAnswer(text, undefined, { ...LIMITS, maxBytes: bytes - 1 }).kind).toBe('refused')
})

const below = '$.root' + '.children[0]'.repeat(64)
const depths = [
  ['64 levels below the root', 64, []],
  ['65 levels', 65, [`D-16 should repair ${below}`]],
  ['100,000 levels', 100_000, [`D-16 should repair ${below}`]],
  ['1,000,000 levels', 1_000_000, [`D-16 should repair ${below}`]],
] as const

for (const [title, depth, expected] of depths)
  verifies('D-16', title, () => {
    const read = parseAnswer(chain(depth), undefined, { ...LIMITS, maxBytes: 1e9 })
    expect(told(read.findings)).toEqual(expected)
    expect(read.kind === 'answer' && printOutline(read.root).split('\n').length).toBe(65)
  })

const broken = (at: number) => ({
  id: `r-${at}`,
  role: 7,
  subrole: 7,
  title: 7,
  url: 7,
  selected: 7,
  hovered: 7,
})
const brokenAnswer = (...more: object[]) =>
  answer({
    id: 'app',
    role: 'Application',
    title: 'A',
    children: [...Array.from({ length: 2000 }, (_, at) => broken(at)), ...more],
  })

verifies('D-16', 'of findings without end the first thousand are told, and that there are more', () => {
  const read = readAnswer(brokenAnswer())
  expect(read.findings).toHaveLength(1001)
  expect(told(read.findings.slice(998))).toEqual([
    'EL-5.1-fields must repair $.root.children[166]',
    'EL-5.1-fields must repair $.root.children[166]',
    'D-16 should note $',
  ])
  expect(read.kind === 'answer' && read.root.children?.at(-1)).toEqual({ id: 'r-1999', role: 'Group' })
})

verifies('D-16', 'what is not told still takes effect, and no rule that is broken goes untold', () => {
  const refused = readAnswer(brokenAnswer({ id: 'r-0', role: 'Row' }, { id: 'r-1', role: 'Row' }))
  expect(refused.kind).toBe('refused')
  expect(told(refused.findings.slice(1000))).toEqual([
    'D-16 should note $',
    'EL-5.1-id-unique must refuse $.root.children[2000]',
  ])
  const repaired = readAnswer(
    brokenAnswer({ id: 'a', role: 'Application' }, { id: 'b', role: 'Text', content: 7 }),
  )
  expect(told(repaired.findings.slice(1001))).toEqual([
    'EL-5.2-root-application must repair $.root.children[2000]',
  ])
  expect(repaired.kind === 'answer' && repaired.root.children?.slice(-2)).toEqual([
    { id: 'a', role: 'Group' },
    { id: 'b', role: 'Text' },
  ])
})

verifies('D-16', 'many branches that are too deep cost those parts alone', () => {
  const branches = Array.from({ length: 500 }, (_, at) => ({
    id: `b-${at}`,
    role: 'Group',
    children: [{ id: `c-${at}`, role: 'Group', children: [{ id: `d-${at}`, role: 'Text' }] }],
  }))
  const root = { id: 'app', role: 'Application', title: 'A', children: branches }
  const read = readAnswer(answer(root), undefined, { ...LIMITS, maxDepth: 3 })
  expect(read.findings).toEqual([])
  const cut = readAnswer(answer(root), undefined, { ...LIMITS, maxDepth: 1 })
  expect(cut.findings).toHaveLength(500)
  expect(cut.kind === 'answer' && cut.root.children).toEqual(branches.map(({ id, role }) => ({ id, role })))
})

const padded = (bytes: number, sign: string): string => {
  const [before = '', after = ''] = JSON.stringify(
    answer({ id: 'app', role: 'Application', title: 'A', attributes: { pad: '|' } }),
  ).split('|')
  const room = bytes - before.length - after.length
  const width = Buffer.byteLength(sign)
  return before + sign.repeat(Math.floor(room / width)) + 'x'.repeat(room % width) + after
}

const bytes = [
  ['4 MiB', padded(LIMITS.maxBytes, 'x'), true],
  ['4 MiB in Cyrillic', padded(LIMITS.maxBytes, 'ж'), true],
  ['4 MiB in pictographs', padded(LIMITS.maxBytes, '🙂'), true],
  ['one byte more', padded(LIMITS.maxBytes + 1, 'x'), false],
  ['one byte more in Cyrillic', padded(LIMITS.maxBytes + 1, 'ж'), false],
  ['one byte more in pictographs', padded(LIMITS.maxBytes + 1, '🙂'), false],
  ['100 MB of spaces', ' '.repeat(100_000_000), false],
] as const

for (const [title, text, fits] of bytes)
  verifies('D-16', `${title} of text`, () =>
    expect(told(parseAnswer(text).findings)).toEqual(fits ? [] : ['D-16 must refuse $']),
  )

const odd: [string, string][] = [
  ['lists without end', nested(1_000_000)],
  ['objects without end', '{"root":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ['lists without end for a root', `{"protocol":"0.2.0","instance":"i","root":${nested(100_000)}}`],
  [
    'lists without end for an id',
    `{"protocol":"0.2.0","instance":"i","root":{"role":"Application","id":${nested(100_000)}}}`,
  ],
  ['a number too large', '{"protocol":1e999}'],
  ['lists that never end', '['.repeat(1_000_000)],
]

for (const [title, text] of odd)
  verifies('D-15', `is judged, whatever it is: ${title}`, () =>
    expect(parseAnswer(text).kind).toBe('refused'),
  )

verifies('D-08', 'no finding holds anything of the app', () => {
  const canary = 'Xq7canary'
  const root = {
    id: `${canary} id`,
    role: canary,
    [canary]: canary,
    title: `${canary}\n`,
    subrole: [canary],
    content: [canary, { type: canary }],
    attributes: { author: [canary], related: [canary], focused: canary },
    children: [canary, { id: canary, role: canary, focused: true }, { id: canary, focused: true }],
  }
  const value = { protocol: canary, instance: canary.repeat(20), root, [canary]: canary }
  const told = JSON.stringify(validateAnswer(value))
  expect(told.length).toBeGreaterThan(500)
  expect(told).not.toContain('canary')
})

verifies('D-16', 'as many elements as are accepted are all judged, the last one too', () => {
  const limits = { ...LIMITS, maxElements: 2 }
  expect(told(readAnswer(answerWith({ role: 'Task' }), undefined, limits).findings)).toEqual([
    'EL-5.2-role-words should repair $.root.children[0]',
  ])
})
