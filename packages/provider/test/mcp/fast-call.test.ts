/** Calls that are answered without the SDK: the same bytes, the same effects, and what is not plain is left to it. */
import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/index.js'
import { bothWays } from '../support/both-ways.js'
import { type Asked, CHANGES, plainCall } from '../support/hot-reads.js'
import type { Pads } from '../support/pad.js'

let lanes: Awaited<ReturnType<typeof bothWays>>
let waits: PromiseWithResolvers<AbortSignal>

/** What a call may come to; the same whenever it is made. */
const echo = defineAction<Pads>({
  name: 'echo',
  title: 'Echo',
  description: 'Gives back what it is given.',
  parameters: { text: { type: 'string' } },
  reads: ({ args }) => {
    const text = typeof args.text === 'string' ? args.text : ''
    return { kind: 'done', message: text, result: { text } }
  },
})
const fail = defineAction<Pads>({
  name: 'fail',
  title: 'Fail',
  description: 'Fails.',
  writes: () => ({ kind: 'failed', message: 'It "can not" be done \u2028 größer.' }),
})
const wait = defineAction<Pads>({
  name: 'wait',
  title: 'Wait',
  description: 'Waits for its client to leave.',
  writes: ({ signal }) => {
    waits.resolve(signal)
    return new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined)))
  },
})

beforeAll(async () => {
  lanes = await bothWays([echo, fail, wait])
})
afterAll(() => lanes.stop())

const calls: [title: string, asked: () => Asked][] = [
  ['a read', () => plainCall(`${lanes.app.first}__count`, {})],
  ['a read without arguments', () => plainCall(`${lanes.app.first}__count`)],
  ['a write', () => plainCall(`${lanes.app.first}__type`, { text: 'x' })],
  [
    'words of every kind',
    () => plainCall(`${lanes.app.first}__echo`, { text: '"\\\n\u2028\u0000 größer 🙂 \ud800' }),
  ],
  ['an action that fails', () => plainCall(`${lanes.app.first}__fail`, {})],
  ['arguments that do not fit', () => plainCall(`${lanes.app.first}__type`, { text: '' })],
  ['arguments that are missing', () => plainCall(`${lanes.app.first}__type`, {})],
  ['an argument that nobody knows', () => plainCall(`${lanes.app.first}__type`, { text: 'x', more: [{}] })],
  ['an old version', () => plainCall(`${lanes.app.first}__type`, { text: 'x', expectedVersion: 0 })],
  ['an action that nobody knows', () => plainCall(`${lanes.app.first}__other`, {})],
  ['a window that is not there', () => plainCall('gone__type', { text: 'x' })],
  ['a name without a window', () => plainCall('type', { text: 'x' })],
]

for (const [title, asked] of calls)
  verifies('D-02', `${title}: answered without the SDK as with it, and told once`, async () => {
    await lanes.ask(asked())
    lanes.heard()
    const before = lanes.taken()
    const [fast, sdk] = await lanes.ask(asked())
    equal(lanes.taken(), before + 1)
    deepEqual(fast, sdk)
    const [one, other] = lanes.heard()
    equal(one.length, 1)
    deepEqual(one, other)
  })

const arguments_: [title: string, text: string][] = [
  ['null', 'null'],
  ['a list', '["x"]'],
  ['a text', '"x"'],
  ['a field called __proto__', '{"text":"x","__proto__":{"a":1}}'],
  ['a field called constructor', '{"text":"x","constructor":1}'],
  ['a field inside called __proto__', '{"text":{"__proto__":1}}'],
]
for (const [title, text] of arguments_)
  verifies('D-02', `arguments that are ${title}: as the SDK`, async () => {
    const [fast, sdk] = await lanes.ask(plainCall(`${lanes.app.first}__type`, JSON.parse(text)))
    deepEqual(fast, sdk)
  })

for (const name of ['', ' ', '=?base64?eA==?=', 'größe__type', 'a b__c', 'x'.repeat(5000)])
  verifies('D-02', `a tool called ${JSON.stringify(name.slice(0, 20))}: as the SDK`, async () => {
    const asked = plainCall(name, {})
    const headers = { ...asked.headers, 'mcp-name': Buffer.from(name).toString('latin1') }
    const [fast, sdk] = await lanes.ask({ ...asked, headers })
    deepEqual(fast, sdk)
  })

const CALL_CHANGES: typeof CHANGES = {
  ...CHANGES,
  'the method header of a call': asked => ({
    ...asked,
    headers: { ...asked.headers, 'mcp-method': 'tools/call' },
  }),
  'a header for a parameter': asked => ({ ...asked, headers: { ...asked.headers, 'mcp-param-text': 'y' } }),
}

verifies(
  'D-02',
  'whatever a client changes in a call, the lane says what the SDK says, or leaves it to it',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.array(fc.constantFrom(...Object.keys(CALL_CHANGES)), { minLength: 1, maxLength: 3 }),
        async ([, asked], names) => {
          const changed = names.reduce((at, name) => CALL_CHANGES[name]?.(at) ?? at, asked())
          lanes.heard()
          const [fast, sdk] = await lanes.ask(changed)
          deepEqual(fast, sdk)
          deepEqual(...lanes.heard())
        },
      ),
      { numRuns: 600 },
    ),
)

for (const name of Object.keys(CALL_CHANGES))
  verifies('D-02', `a call with ${name}: as the SDK`, async () => {
    const asked = CALL_CHANGES[name]?.(plainCall(`${lanes.app.first}__count`, {}))
    if (!asked) return
    const [fast, sdk] = await lanes.ask(asked)
    deepEqual(fast, sdk)
  })

verifies('D-53', 'a client that leaves takes its call back, and the next one is served', async () => {
  waits = Promise.withResolvers()
  const asked = plainCall(`${lanes.app.first}__wait`, {})
  const headers = { ...asked.headers, authorization: 'Bearer t' }
  const call = request({ host: '127.0.0.1', port: lanes.port, path: asked.path, method: 'POST', headers })
  call.on('error', () => {})
  call.end(JSON.stringify(asked.body))
  const signal = await waits.promise
  equal(signal.aborted, false)
  const cancelled = new Promise(resolve => signal.addEventListener('abort', resolve))
  call.destroy()
  await cancelled
  const [next] = await lanes.ask(plainCall(`${lanes.app.first}__type`, { text: 'next' }))
  equal(next.status, 200)
  notEqual(lanes.app.store.read().texts[lanes.app.first], undefined)
})
