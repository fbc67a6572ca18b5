import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import { verifies } from '../../../../test/support/verifies.js'
import type { Action } from '../../src/bridge/action.js'
import { actionsOf, defineAction } from '../../src/bridge/define-action.js'
import type { StandardSchema } from '../../src/bridge/standard-schema.js'
import { canary, errorOf, padApp, type Pads } from '../support/pad.js'

const action = actionsOf<Pads>()
const words = { name: 'order', title: 'Order', description: 'Orders.' }

/** Runs one action with some arguments: what its handler was given, and what the caller was told. */
async function called(
  made: (take: (args: object) => void) => Action<Pads>,
  args: { [name: string]: unknown },
) {
  const taken: object[] = []
  const app = padApp([made(given => taken.push(given))])
  const outcome = await app.call(`${app.first}__order`, args)
  return { ...app, taken, outcome, error: errorOf(outcome) }
}

const change =
  (take: (args: object) => void) =>
  (state: Pads, { args }: { args: object }) => {
    take(args)
    return { kind: 'done' as const, state: { ...state }, message: 'ordered' }
  }

const ZOD = z.object({
  item: z.string().min(1).describe('What to order.'),
  count: z.coerce.number().int().positive().default(1),
  to: z.strictObject({ zip: z.string().regex(/^\d{5}$/) }).optional(),
})
const VALIBOT = v.object({
  item: v.pipe(v.string(), v.minLength(1)),
  count: v.optional(v.pipe(v.number(), v.integer()), 1),
})
const ARKTYPE = type({ item: 'string > 0', count: 'number.integer = 1' })

const libraries: [string, StandardSchema<unknown, object>][] = [
  ['zod', ZOD],
  ['valibot', toStandardJsonSchema(VALIBOT)],
  ['arktype', ARKTYPE],
]
for (const [name, input] of libraries) {
  verifies('GB-5.2-titles', `a tool shows the parameters of a ${name} schema`, () => {
    const { inputSchema } = action({ ...words, input, reads: () => ({ kind: 'done', message: '' }) })
    deepEqual(
      [inputSchema.type, Object.keys(Object(inputSchema.properties)).slice(0, 2), inputSchema.required],
      ['object', name === 'arktype' ? ['item', 'count'] : ['item', 'count'], ['item']],
    )
    equal('$schema' in inputSchema, false)
  })

  verifies('GB-7.3-field-errors', `what a ${name} schema refuses is named in our words`, async () => {
    const secret = canary()
    const { error, taken, store } = await called(take => action({ ...words, input, changes: change(take) }), {
      count: secret,
    })
    const fields = error?.code === 'validation_failed' ? error.fields : []
    deepEqual(fields.map(({ field }) => field).toSorted(), ['count', 'item'])
    deepEqual(
      fields.find(({ field }) => field === 'item'),
      { field: 'item', error: 'is required' },
    )
    ok(!JSON.stringify(error).includes(secret))
    deepEqual([taken, store.read().texts], [[], { pad1: 'one', pad2: 'two' }])
  })

  verifies(
    'GB-5.5-expected-version',
    `a handler gets what a ${name} schema made of the arguments`,
    async () => {
      const { taken, outcome } = await called(take => action({ ...words, input, changes: change(take) }), {
        item: 'tea',
        expectedVersion: 1,
      })
      deepEqual([taken.map(args => ({ ...args })), outcome.kind], [[{ item: 'tea', count: 1 }], 'success'])
    },
  )
}

verifies('D-44', 'a coerced value reaches the handler, a nested fault is dotted', async () => {
  const made = (take: (args: object) => void) => action({ ...words, input: ZOD, changes: change(take) })
  const { taken } = await called(made, { item: 'tea', count: '3' })
  deepEqual(taken, [{ item: 'tea', count: 3 }])
  const { error } = await called(made, { item: 'tea', to: { zip: 'x', street: 'y' } })
  deepEqual(error?.code === 'validation_failed' && error.fields, [
    { field: 'to.zip', error: 'must match ^\\d{5}$' },
    { field: 'to.street', error: 'is no parameter of this action' },
  ])
})

verifies('GB-7.3-field-errors', 'a parameter that a schema would silently drop is named', async () => {
  const { error } = await called(take => action({ ...words, input: ZOD, changes: change(take) }), {
    item: 'tea',
    cuont: 3,
  })
  deepEqual(error?.code === 'validation_failed' && error.fields, [
    { field: 'cuont', error: 'is no parameter of this action' },
  ])
})

verifies(
  'GB-7.3-field-errors',
  'a rule of the app itself is told in the words of the description',
  async () => {
    const input = z.object({
      day: z
        .string()
        .refine(day => day > '2026', 'never quoted')
        .describe('A day to come.'),
      from: z.number().optional(),
    })
    const { error } = await called(take => action({ ...words, input, changes: change(take) }), {
      day: '2025',
    })
    deepEqual(error?.code === 'validation_failed' && error.fields, [
      { field: 'day', error: 'does not fit: A day to come.' },
    ])
  },
)

verifies('GB-7.3-field-errors', 'a rule between parameters goes to those that were sent', async () => {
  const input = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to)
  const { error } = await called(take => action({ ...words, input, changes: change(take) }), {
    from: 2,
    to: 1,
  })
  deepEqual(error?.code === 'validation_failed' && error.fields.map(({ field }) => field), ['from', 'to'])
})

const answering = (validate: () => Promise<never> | { value: object }): StandardSchema<unknown, object> => ({
  '~standard': { version: 1, vendor: 'test', validate },
})
const broken: [string, 'schema-async' | 'schema-threw', StandardSchema<unknown, object>][] = [
  ['waits', 'schema-async', z.object({ item: z.string().refine(() => Promise.resolve(true)) })],
  ['waits for ever', 'schema-async', answering(() => new Promise(() => {}))],
  ['waits and fails', 'schema-async', answering(() => Promise.reject(new Error('canary')))],
  [
    'throws',
    'schema-threw',
    answering(() => {
      throw new Error('canary')
    }),
  ],
  ['answers with nothing', 'schema-threw', answering(() => JSON.parse('null'))],
]
for (const [title, fault, input] of broken)
  verifies(
    'D-36',
    `a schema that ${title} is a developer error; the call fails and the next one runs`,
    async () => {
      const { error, faults, taken, call, first } = await called(
        take =>
          action({
            ...words,
            input,
            jsonSchema: { type: 'object', properties: { item: {} } },
            changes: change(take),
          }),
        { item: 'tea' },
      )
      deepEqual([error?.code, faults, taken], ['action_failed', [fault], []])
      ok(!JSON.stringify(error).includes('canary'))
      equal((await call(`${first}__type`, { text: 'goes on' })).kind, 'success')
    },
  )

const noJsonSchema = v.object({ item: v.string() })
const unsayable = z.object({ item: z.custom<string>(value => typeof value === 'string') })
verifies('GB-5.2-titles', 'a schema that JSON Schema can not say is refused, or takes one beside it', () => {
  const runs = { reads: () => ({ kind: 'done' as const, message: '' }) }
  for (const input of [noJsonSchema, unsayable])
    throws(() => action({ ...words, input, ...runs }), /give the JSON Schema beside it as jsonSchema/)
  const jsonSchema = { type: 'object', properties: { item: { type: 'string' } } }
  deepEqual(action({ ...words, input: noJsonSchema, jsonSchema, ...runs }).inputSchema, {
    ...jsonSchema,
    additionalProperties: false,
  })
})

const bad: [string, RegExp, Parameters<typeof defineAction<Pads>>[0]][] = [
  ['a name with two underscores', /action name/, { ...words, name: 'a__b', changes: change(() => {}) }],
  ['a name that is too long', /action name/, { ...words, name: 'a'.repeat(25), changes: change(() => {}) }],
  [
    'an input that is no object',
    /one object schema/,
    { ...words, input: { type: 'string' }, changes: change(() => {}) },
  ],
  [
    'a choice at the top',
    /one object schema/,
    { ...words, input: { type: 'object', anyOf: [{ required: ['a'] }] }, changes: change(() => {}) },
  ],
  [
    'a parameter of the protocol',
    /expectedVersion is a parameter of every write/,
    { ...words, parameters: { expectedVersion: { type: 'integer' } }, changes: change(() => {}) },
  ],
]
for (const [title, error, definition] of bad)
  verifies('D-30', `${title} is refused where the action is defined`, () =>
    throws(() => defineAction<Pads>(definition), error),
  )

verifies('GB-7.3-field-errors', 'an input that is one JSON Schema is judged like parameters', async () => {
  const input = {
    type: 'object',
    properties: { item: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 3 }] } },
    required: ['item'],
  }
  const { error } = await called(take => defineAction<Pads>({ ...words, input, changes: change(take) }), {
    item: 1,
  })
  deepEqual(error?.code === 'validation_failed' && error.fields, [
    { field: 'item', error: 'must be of type string or must be at least 3' },
  ])
})

verifies(
  'GB-5.1-visible-available',
  'an action knows from the state whether it can be called, and says why not',
  async () => {
    const made = action({
      ...words,
      available: state => (state.locked ? 'The pads are locked' : true),
      changes: change(() => {}),
    })
    const { bridge, store, call, first } = padApp([made])
    const names = () => bridge.tools().map(tool => tool.name)
    const seen: unknown[] = []
    bridge.watch(changes => seen.push(changes))
    ok(names().includes(`${first}__order`))
    const version = bridge.snapshot().windows[0]?.version
    store.commit({ kind: 'user' }, state => ({ state: { ...state, locked: true }, outcome: 0 }))
    ok(!names().includes(`${first}__order`))
    const error = errorOf(await call(`${first}__order`))
    deepEqual(error?.code === 'action_not_available' && error.reason, 'The pads are locked')
    deepEqual(
      [seen, bridge.snapshot().windows[0]?.version],
      [[{ updated: false, listChanged: true }], version],
    )
  },
)

verifies('GB-5.2-titles', 'the types of arguments and result come from the schemas', () => {
  action({
    ...words,
    input: ZOD,
    output: z.object({ number: z.number() }),
    changes(state, { args, windowId }) {
      expectTypeOf(args).toEqualTypeOf<{ item: string; count: number; to?: { zip: string } | undefined }>()
      expectTypeOf(windowId).toEqualTypeOf<string>()
      expectTypeOf(state).toEqualTypeOf<Pads>()
      return { kind: 'done', state, message: '', result: { number: 1 } }
    },
  })
  action({
    ...words,
    input: VALIBOT,
    jsonSchema: { type: 'object' },
    reads({ args }) {
      expectTypeOf(args).toEqualTypeOf<{ item: string; count: number }>()
      return { kind: 'done', message: '' }
    },
  })
  action({
    ...words,
    input: ARKTYPE,
    writes(ctx) {
      expectTypeOf(ctx.args).toEqualTypeOf<{ item: string; count: number }>()
      ctx.commit(state => ({ kind: 'done', state, message: '' }))
      return undefined
    },
  })
  action({
    ...words,
    output: z.object({ number: z.number() }),
    // @ts-expect-error: the result is not of the declared shape
    changes: state => ({ kind: 'done', state, message: '', result: { number: 'one' } }),
  })
})
