import { deepEqual, equal, ok } from 'node:assert/strict'
import { parseOutline, type TreeElement, utf8Length, walk } from '@copane/protocol/elements'
import fc from 'fast-check'
import { verifies } from '../../../../test/support/verifies.ts'
import { decide } from '../../src/policy/decide.ts'
import { estimateTokens } from '../../src/policy/measure.ts'
import { type Budget } from '../../src/policy/measure.ts'
import { trim } from '../../src/policy/trim.ts'
import { ALLOWED, EDITOR, give, linesOf, tree, TWO_FILES } from './support.ts'

/** A table of so many rows in a focused document; each 1000th is selected. */
function bigTable(rows: number, more: Partial<TreeElement> = {}): TreeElement {
  const children = Array.from(
    { length: rows },
    (_, at): TreeElement => ({
      id: `r-${at}`,
      role: 'Row',
      title: `Order ${at}`,
      content: [{ type: 'text', text: `What is in order ${at}, at some length. `.repeat(8) }],
      ...(at % 1000 === 999 ? { selected: true } : {}),
      ...more,
    }),
  )
  const table: TreeElement = { id: 'doc', role: 'Document', title: 'Orders', focused: true, children }
  return {
    id: 'app',
    role: 'Application',
    children: [{ id: 'w', role: 'Window', focused: true, children: [table] }],
  }
}

const mustBeThere = (root: TreeElement): string[] => {
  const ids = new Set<string>()
  for (const visit of walk(root))
    if (visit.element.selected || visit.element.focused)
      for (let at: typeof visit.parent = visit; at; at = at.parent) ids.add(at.element.id)
  return [...ids]
}

for (const form of ['outline', 'json'] as const)
  verifies(
    'FR-1',
    `ten thousand rows as ${form}: within the budget, the selected there, the rest counted`,
    () => {
      const root = bigTable(9990)
      const before = performance.now()
      const given = give(root, { form })
      const tookMs = performance.now() - before
      ok(given.size <= 8000 && utf8Length(given.text) <= 24_000, `${given.size} tokens`)
      ok(estimateTokens(given.text) === given.size)
      const there = new Set([...walk(given.root)].map(({ element }) => element.id))
      for (const id of mustBeThere(root)) ok(there.has(id), id)
      const elements = [...walk(root)].length
      equal(given.leftOut.budget?.elements, elements - there.size)
      ok(given.text.includes(String(given.leftOut.budget?.elements)), 'the count is in what is sent')
      ok(tookMs < 3000, `${tookMs} ms`)
    },
  )

verifies(
  'FR-1',
  'when even the lines of what is pointed at do not fit, nothing is given, and it is said what would do',
  () => {
    const root = bigTable(3000, { selected: true })
    const decided = decide(root, EDITOR, ALLOWED)
    if (decided.kind !== 'decided') throw new Error(decided.message)
    const small = trim(decided, EDITOR, { budget: { maxBytes: 20_000 } })
    if (small.kind !== 'does-not-fit') throw new Error('it fits')
    const enough = trim(decided, EDITOR, { budget: { maxBytes: small.needs } })
    equal(enough.kind, 'given')
  },
)

verifies(
  'FR-2',
  'a selected text of 4 MB is cut to what there is room for, and how much is missing is said',
  () => {
    const text = 'A long selection. '.repeat(220_000)
    const root = tree('app Application\n  doc Document focused = "short"\n    s Text selected', {
      s: { content: [{ type: 'text', text }] },
    })
    for (const form of ['outline', 'json'] as const) {
      const given = give(root, { form, budget: { maxBytes: 10_000 } })
      ok(given.size <= 10_000 && given.size > 9000, `${given.size} bytes`)
      const shown = given.shown.get('s') ?? 0
      ok(
        given.text.includes(form === 'json' ? `"missing":${text.length - shown}` : `+${text.length - shown}`),
      )
      deepEqual(given.leftOut, { budget: { elements: 0, texts: 1, parts: 0 } })
    }
  },
)

verifies('FR-2', 'depth as deep as a reader admits is no matter', () => {
  const root: TreeElement = { id: 'app', role: 'Application' }
  let at = root
  for (let depth = 0; depth < 5000; depth++) {
    const child: TreeElement = { id: `g-${depth}`, role: 'Group' }
    at.children = [child]
    at = child
  }
  for (const form of ['outline', 'json'] as const) ok(give(root, { form }).size <= 8000)
})

verifies('FR-1', 'each of several selected texts gets its share', () => {
  const long = (word: string) => [{ type: 'text' as const, text: `${word} `.repeat(5000) }]
  const root = tree('app Application\n  a Text selected\n  b Text selected = "brief"\n  c Text selected', {
    a: { content: long('first') },
    c: { content: long('third') },
  })
  const given = give(root, { budget: { maxBytes: 6000 } })
  const [a = 0, c = 0] = [given.shown.get('a'), given.shown.get('c')]
  ok(Math.abs(a - c) < 200 && a > 1500, `${a} and ${c}`)
  ok(given.text.includes('b Text selected = "brief"\n'))
})

verifies('FR-1', 'what is drawn goes before what is not, lines before texts', () => {
  const rows = (prefix: string, state: string) =>
    Array.from({ length: 40 }, (_, at) => `    ${prefix}${at} Row "Row ${at}"${state} = "${'x'.repeat(100)}"`)
  const root = tree(
    ['app Application', '  w-1 Window hidden', ...rows('h', ''), '  w-2 Window', ...rows('v', '')].join('\n'),
  )
  for (let maxBytes = 900; maxBytes < 12_000; maxBytes += 300) {
    const given = give(root, { scope: 'open', budget: { maxBytes } })
    const lines = linesOf(given)
    const isThere = (test: (line: string) => boolean) => lines.filter(test).length
    const [shown, hidden] = [isThere(line => /^ {4}v/.test(line)), isThere(line => /^ {4}h/.test(line))]
    const texts = isThere(line => /^ {4}v.*= "x/.test(line))
    ok(hidden === 0 || (shown === 40 && texts === 40), `${maxBytes}: ${shown} shown, ${hidden} hidden`)
    ok(texts === 0 || shown === 40, `${maxBytes}: ${texts} texts with ${shown} lines`)
  }
})

verifies('FR-1', 'a text is never cut inside a sign', () => {
  const family = '👨‍👩‍👧‍👦'
  const root = tree('app Application\n  s Text selected', {
    s: { content: [{ type: 'text', text: family.repeat(2000) }] },
  })
  for (let maxBytes = 1200; maxBytes < 1300; maxBytes += 7) {
    const shown = give(root, { budget: { maxBytes } }).shown.get('s') ?? 0
    equal(shown % family.length, 0)
  }
})

const element = fc.record({
  role: fc.constantFrom('Window', 'Document', 'Group', 'Row', 'Text'),
  title: fc.option(fc.string({ maxLength: 300, unit: 'grapheme' }), { nil: undefined }),
  text: fc.option(fc.string({ maxLength: 800, unit: 'binary' }), { nil: undefined }),
  url: fc.option(fc.webUrl(), { nil: undefined }),
  selected: fc.boolean(),
  visible: fc.option(fc.boolean(), { nil: undefined }),
  parent: fc.nat(),
})

/** Any legal tree, with a focus path down to one of its elements and the pointer over another. */
const anyTree = fc
  .record({ elements: fc.array(element, { maxLength: 40 }), position: fc.nat(), pointer: fc.nat() })
  .map(({ elements, position, pointer }): { root: TreeElement; pointer: string } => {
    const root: TreeElement = { id: 'app', role: 'Application' }
    const all: { element: TreeElement; parent: number }[] = [{ element: root, parent: -1 }]
    for (const [at, { role, title, text, url, selected, visible, parent }] of elements.entries()) {
      const above = parent % all.length
      const child: TreeElement = {
        id: `e-${at}`,
        role: role === 'Window' || role === 'Document' || role === 'Group' || role === 'Row' ? role : 'Text',
        ...(title === undefined ? {} : { title: title.replaceAll('\n', ' ') }),
        ...(text === undefined ? {} : { content: [{ type: 'text', text }] }),
        ...(url === undefined ? {} : { url }),
        ...(selected && at % 3 === 0 ? { selected: true } : {}),
        ...(visible === undefined ? {} : { visible }),
      }
      const parentElement = all[above]?.element
      if (parentElement) (parentElement.children ??= []).push(child)
      all.push({ element: child, parent: above })
    }
    for (let at = position % all.length; at > 0; at = all[at]?.parent ?? 0) {
      const on = all[at]?.element
      if (on) on.focused = true
    }
    return { root, pointer: all[pointer % all.length]?.element.id ?? 'app' }
  })

const anyBudget: fc.Arbitrary<Budget> = fc.oneof(
  fc.integer({ min: 0, max: 8000 }).map(maxBytes => ({ maxBytes })),
  fc.integer({ min: 0, max: 3000 }).map(maxTokens => ({ maxTokens })),
  // a way of counting in which the whole is more than its parts
  fc.integer({ min: 100, max: 9000 }).map(maxTokens => ({
    maxTokens,
    tokensOf: (text: string) => Math.ceil(text.length ** 1.01),
  })),
)
const anyForm = fc.constantFrom('outline' as const, 'json' as const)
const anyScope = fc.constantFrom('pointed' as const, 'shown' as const, 'open' as const)

verifies(
  'FR-1',
  'any tree, any budget: never over it, all that is pointed at there or nothing, all counted',
  () => {
    fc.assert(
      fc.property(anyTree, anyBudget, anyForm, anyScope, ({ root }, budget, form, scope) => {
        const decided = decide(root, EDITOR, ALLOWED, { scope })
        if (decided.kind !== 'decided') throw new Error(decided.message)
        const trimmed = trim(decided, EDITOR, { budget, form })
        if (trimmed.kind !== 'given') return trimmed.needs > 0
        const max = 'maxBytes' in budget ? budget.maxBytes : budget.maxTokens
        ok(trimmed.size <= max)
        const there = new Set([...walk(trimmed.root)].map(({ element: { id } }) => id))
        for (const id of mustBeThere(root)) ok(there.has(id), id)
        const missing = (trimmed.leftOut.budget?.elements ?? 0) + (trimmed.leftOut.scope?.elements ?? 0)
        equal(there.size + missing, [...walk(root)].length)
        if (form === 'json') JSON.parse(trimmed.text)
        else equal(parseOutline(linesOf(trimmed).join('\n')).kind, 'tree')
        return true
      }),
      { numRuns: 300 },
    )
  },
)

verifies(
  'EL-9.2-hover-weaker',
  'any tree, any budget: the pointer adds its one word and nothing else',
  () => {
    fc.assert(
      fc.property(anyTree, anyBudget, anyScope, ({ root, pointer }, budget, scope) => {
        const tell = () => {
          const decided = decide(root, EDITOR, ALLOWED, { scope })
          if (decided.kind !== 'decided') throw new Error(decided.message)
          const trimmed = trim(decided, EDITOR, {
            budget: 'tokensOf' in budget ? { maxBytes: 3000 } : budget,
          })
          if (trimmed.kind !== 'given') return trimmed.kind
          const ids = [...walk(trimmed.root)].map(({ element: { id } }) => id)
          return JSON.stringify([
            ids,
            [...trimmed.shown],
            trimmed.leftOut,
            trimmed.text.replace(/ hovered(?= |\n)/g, ''),
          ])
        }
        const plain = tell()
        for (const visit of walk(root)) if (visit.element.id === pointer) visit.element.hovered = true
        const hovered = tell()
        for (const visit of walk(root)) delete visit.element.hovered
        equal(hovered, plain)
      }),
      { numRuns: 200 },
    )
  },
)

verifies('FR-59', 'the same tree gives the same bytes', () => {
  for (const form of ['outline', 'json'] as const)
    equal(give(tree(TWO_FILES), { form }).text, give(tree(TWO_FILES), { form }).text)
})
