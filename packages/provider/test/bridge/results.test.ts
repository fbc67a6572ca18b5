import { deepEqual, equal, ok } from 'node:assert/strict'
import type { JsonSchema } from '@copane/protocol/bridge'
import { z } from 'zod'
import { verifies } from '../../../../test/support/verifies.js'
import { actionsOf } from '../../src/bridge/define-action.js'
import { plainJson } from '../../src/bridge/plain.js'
import type { StandardSchema } from '../../src/bridge/standard-schema.js'
import { errorOf, padApp, type Pads } from '../support/pad.js'

const action = actionsOf<Pads>()
const words = { name: 'give', title: 'Give', description: 'Gives.' }
const LEFT_OUT = /^gave \(Its result is left out.*took effect\.\)$/

const ring: { [name: string]: unknown } = {}
ring.self = ring
const deep = (depth: number): object => (depth === 0 ? {} : { in: deep(depth - 1) })

const odd: [string, object][] = [
  ['a ring', ring],
  ['a BigInt', { n: 1n }],
  ['a function', { f: () => 1 }],
  ['NaN', { n: Number.NaN }],
  ['a Date', { at: new Date(0) }],
  ['undefined in a list', { list: [undefined] }],
  ['65 levels', deep(65)],
  ['more than 4 MiB', { text: 'x'.repeat(4 * 1024 * 1024) }],
  [
    'a getter that throws',
    {
      get secret() {
        throw new Error('canary')
      },
    },
  ],
  ['a revoked proxy', revoked()],
  ['a list', []],
]

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

for (const [title, result] of odd) {
  verifies(
    'GB-5.4-success',
    `a write whose result holds ${title} has succeeded, without the result`,
    async () => {
      const give = action({
        ...words,
        changes: state => ({ kind: 'done', state: { ...state, locked: true }, message: 'gave', result }),
      })
      const { call, first, store, faults } = padApp([give])
      const outcome = await call(`${first}__give`)
      const success = outcome.kind === 'success' ? outcome.success : {}
      ok(LEFT_OUT.test(success.message ?? ''))
      deepEqual([success.result, store.read().locked, faults], [undefined, true, ['unfit-result']])
    },
  )

  verifies('D-48', `a read whose result holds ${title} fails, for nothing took effect`, async () => {
    const give = action({ ...words, reads: () => ({ kind: 'done', message: 'gave', result }) })
    const { call, first, faults } = padApp([give])
    const error = errorOf(await call(`${first}__give`))
    deepEqual([error?.code, faults], ['action_failed', ['unfit-result']])
    ok(!JSON.stringify(error).includes('canary'))
  })
}

const outputs: [string, JsonSchema | StandardSchema<{ n: number }, object>][] = [
  ['JSON Schema', { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }],
  ['a library', z.object({ n: z.int() })],
]
for (const [title, output] of outputs) {
  verifies(
    'GB-5.4-success',
    `a result that does not fit its declaration by ${title} never leaves`,
    async () => {
      // What is wrong here the types can't see.
      const result: { n: number } = JSON.parse('{"n":"one"}')
      const give = action({
        ...words,
        output,
        changes: state => ({ kind: 'done', state: { ...state }, message: 'gave', result }),
      })
      const { call, first, faults } = padApp([give])
      const outcome = await call(`${first}__give`)
      deepEqual(outcome.kind === 'success' && outcome.success.result, undefined)
      deepEqual(faults, ['unfit-result'])
    },
  )

  verifies('GB-12.3-output-schema', `a result that fits leaves, and the tool shows ${title}`, async () => {
    const give = action({
      ...words,
      output,
      reads: () => ({ kind: 'done', message: 'gave', result: { n: 1 } }),
    })
    const { call, first } = padApp([give])
    deepEqual(await call(`${first}__give`), {
      kind: 'success',
      success: { message: 'gave', result: { n: 1 } },
    })
    const { properties } = Object(give.outputSchema)
    deepEqual([properties.result.properties.n.type, 'required' in give.outputSchema], ['integer', false])
  })
}

verifies('GB-5.4-direct-results', 'fields that the declaration does not name stay behind', async () => {
  const give = action({
    ...words,
    output: z.object({ n: z.number() }),
    reads() {
      const result = { n: 1, internal: 'x' }
      return { kind: 'done', message: 'gave', result }
    },
  })
  const { call, first } = padApp([give])
  deepEqual(await call(`${first}__give`), { kind: 'success', success: { message: 'gave', result: { n: 1 } } })
})

verifies(
  'GB-5.4-success',
  'a result is a copy: what the handler does to it later changes no answer',
  async () => {
    const result = { list: [1] }
    const give = action({ ...words, reads: () => ({ kind: 'done', message: 'gave', result }) })
    const { call, first } = padApp([give])
    const outcome = await call(`${first}__give`)
    result.list.push(2)
    deepEqual(outcome.kind === 'success' && outcome.success.result, { list: [1] })
  },
)

verifies('GB-5.4-success', 'a field that is undefined is left out, a name that is special stays', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":null}')
  deepEqual(plainJson({ gone: undefined, value }), {
    kind: 'plain',
    value: { value: JSON.parse('{"__proto__":{"a":1},"b":null}') },
  })
  equal(JSON.stringify(plainJson(value)), '{"kind":"plain","value":{"__proto__":{"a":1},"b":null}}')
})
