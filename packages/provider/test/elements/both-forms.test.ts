/** The answer of a function's tree as text and as bytes inside a JSON string: two ways of writing that say the same. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.js'
import { type AppElement, createElements } from '../../src/index.js'
import { app } from '../support/elements-of.js'

const row = (id: string, more: Partial<AppElement> = {}): AppElement => ({ id, role: 'Row', ...more })

/** A chain of groups, the innermost first made, so that none of it recurses. */
function chain(depth: number): AppElement {
  let element = row(`d-${depth}`)
  for (let at = depth - 1; at > 0; at--) element = { id: `d-${at}`, role: 'Group', children: [element] }
  return element
}

/** The answer in both forms, each as the text that it is. */
async function bothForms(tree: () => AppElement, limits = {}): Promise<(string | undefined)[]> {
  const { currentText, currentEscaped } = createElements({ instance: 'k3f9x2', tree, limits })
  const escaped = Buffer.concat((await currentEscaped?.().catch(() => [])) ?? []).toString()
  return [await currentText().catch(() => ''), escaped && JSON.parse(`"${escaped}"`)]
}

for (const depth of [64, 2000, 20_000, 1_000_000])
  verifies('EL-4.1-three-fields', `both forms of a tree ${depth} deep say the same`, async () => {
    const [text, escaped] = await bothForms(() => app(chain(depth)), {
      maxDepth: depth,
      maxElements: depth + 2,
    })
    equal(text === escaped, true)
    equal(text?.includes(`"d-${depth}"`), depth <= 2000)
  })

verifies(
  'EL-4.1-three-fields',
  'both forms say the same in a program that gave every object a field',
  async () => {
    Object.defineProperty(Object.prototype, 'extra', {
      value: 'CANARY',
      enumerable: true,
      configurable: true,
    })
    try {
      const [text, escaped] = await bothForms(() => app(row('a', { attributes: { note: ['x'] } })))
      equal(text, escaped)
      ok(!text?.includes('CANARY'))
    } finally {
      Reflect.deleteProperty(Object.prototype, 'extra')
    }
  },
)

verifies('D-16', 'both forms end at the same byte', async () => {
  const tree = () => app(row('a', { title: 'é "b" \\ \u0007 😀'.repeat(100) }))
  const [text] = await bothForms(tree)
  const bytes = Buffer.byteLength(text ?? '')
  for (const [maxBytes, expected] of [
    [bytes, [text, text]],
    [bytes - 1, ['', '']],
  ] as const)
    deepEqual(await bothForms(tree, { maxBytes }), expected)
})
