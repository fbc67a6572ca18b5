/** From what an app says of an action to the action that is served (GB §5.1 to §5.6, §12.3). */
import { type JsonSchema, MAX_ACTION_NAME } from '@copane/protocol/bridge'
import { isRecord } from '@copane/protocol/findings'
import type { Action, ActionWords, Bound, JsonAction, Run, SchemaAction } from './action.js'
import { type Input, jsonInput, schemaInput } from './input.js'
import { createOutput } from './output.js'
import { isStandard } from './standard-schema.js'

/** Makes an action of a definition. */
export type DefineAction<State> = {
  <Args extends object, Result extends object>(definition: SchemaAction<State, Args, Result>): Action<State>
  <Result extends object>(definition: JsonAction<State, Result>): Action<State>
}

/**
 * Makes an action of a definition.
 *
 * Shape   a write takes `expectedVersion` on top of its own parameters; the output schema is open and admits
 *         both a success and an error (D-37); all four hints are there (D-43).
 * Errors  throws on a definition that can't be a tool, with the remedy: a bug of the calling code.
 * Source  GB §5.1 to §5.6, §12.3
 */
export function defineAction<State, Args extends object, Result extends object>(
  definition: SchemaAction<State, Args, Result>,
): Action<State>
export function defineAction<State, Result extends object = { [name: string]: unknown }>(
  definition: JsonAction<State, Result>,
): Action<State>
export function defineAction<State, Args extends object, Result extends object>(
  definition: SchemaAction<State, Args, Result> | JsonAction<State, Result>,
): Action<State> {
  return isSchemaAction(definition)
    ? built(definition, schemaInput(definition), definition)
    : built(definition, jsonInput(definition), definition)
}

/**
 * `defineAction` for the actions of one app: the state is named once, the arguments' types come from each schema.
 *
 * Shape   `const action = actionsOf<State>()`, then `action({ …, input: z.object({ … }), … })`.
 */
export const actionsOf = <State>(): DefineAction<State> => defineAction

/** The action as one of the app's own: it belongs to no window, so it takes no version (D-34). */
export function withoutVersion<State>(action: Action<State>): Action<State> {
  const { properties } = action.inputSchema
  if (!isRecord(properties)) return action
  const { expectedVersion: _, ...own } = properties
  return { ...action, inputSchema: { ...action.inputSchema, properties: own } }
}

const isSchemaAction = <State, Args extends object, Result extends object>(
  definition: SchemaAction<State, Args, Result> | JsonAction<State, Result>,
): definition is SchemaAction<State, Args, Result> => isStandard(definition.input)

const NAME = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/

function built<State, Args extends object, Result extends object>(
  words: ActionWords<State, Result>,
  input: Input<Args>,
  run: Run<State, Args, Result>,
): Action<State> {
  const { name, title, description, available } = words
  if (!NAME.test(name) || name.length > MAX_ACTION_NAME)
    throw new Error(`an action name must be at most ${MAX_ACTION_NAME} of [A-Za-z0-9_-], without "__"`)
  const runs = 'reads' in run ? 'reads' : 'writes'
  const output = createOutput(words.output)
  return {
    name,
    title,
    description,
    inputSchema: runs === 'reads' ? input.schema : withVersion(input.schema),
    outputSchema: { type: 'object', properties: { ...OUTPUT, result: output.schema } },
    hints: {
      readOnlyHint: runs === 'reads',
      destructiveHint: words.destructive ?? false,
      idempotentHint: words.idempotent ?? runs === 'reads',
      openWorldHint: words.openWorld ?? false,
    },
    runs,
    ...(available ? { available } : {}),
    prepare(sent) {
      const { expectedVersion: _, ...own } = sent
      const read = input.read(own)
      return read.kind === 'fits' ? { kind: 'ready', bound: bind(run, read.args) } : read
    },
    judgeResult: output.judge,
  }
}

function bind<State, Args extends object, Result extends object>(
  run: Run<State, Args, Result>,
  args: Args,
): Bound<State> {
  if ('reads' in run) return { kind: 'reads', start: ctx => run.reads({ ...ctx, args }) }
  if ('writes' in run) return { kind: 'writes', start: ctx => run.writes({ ...ctx, args }) }
  return {
    kind: 'writes',
    start({ state: _, commit, ...ctx }) {
      commit(state => run.changes(state, { ...ctx, args }))
      return undefined
    },
  }
}

const withVersion = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...(isRecord(schema.properties) ? schema.properties : {}),
    expectedVersion: EXPECTED_VERSION,
  },
})

const EXPECTED_VERSION: JsonSchema = {
  type: 'integer',
  description: 'The version of this window that you read; the call is refused when it changed since.',
}

const OUTPUT: { [name: string]: JsonSchema } = {
  message: { type: 'string' },
  openedWindowIds: { type: 'array', items: { type: 'string' } },
  code: { type: 'string' },
}
