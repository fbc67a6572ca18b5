/** How the desk's actions are written down: a transition each, and parameters read from a call. */
import type { JsonSchema } from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import {
  type Action,
  type ActionDefinition,
  type Arguments,
  type CallContext,
  defineAction,
} from '@copane/provider'
import { remember } from '../model/remember.js'
import type { DeskState } from '../model/state.js'
import type { Change, Model, Step } from '../model/step.js'

/** A call as a transition needs it: the present state, who calls, the window, the parameters. */
export type Called = Change & { id: string; args: Arguments }

type Described = Omit<ActionDefinition<DeskState>, 'reads' | 'changes' | 'writes'>

/** An action that runs one transition, kept in the desk file with it. */
export const writing = (
  model: Model,
  described: Described,
  transition: (call: Called) => Step,
): Action<DeskState> =>
  defineAction({
    ...described,
    changes: (state, { by, windowId: id, args }) =>
      remember(model, state, transition({ state, by, id, args })),
  })

/** An action that only answers. */
export const reading = (
  described: Described,
  reads: (
    ctx: CallContext<DeskState>,
  ) => ReturnType<Extract<ActionDefinition<DeskState>, { reads: unknown }>['reads']>,
): Action<DeskState> => defineAction({ ...described, reads })

/** A parameter that is text; undefined when it was left out. */
export const textOf = (args: Arguments, name: string): string | undefined => {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

/** A parameter that is a whole number; undefined when it was left out. */
export const numberOf = (args: Arguments, name: string): number | undefined => {
  const value = args[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

/** The whole numbers, or the words, of a parameter that is a list. */
export const numbersOf = (args: Arguments, name: string): number[] =>
  listOf(args, name).filter(item => typeof item === 'number')

/** The words of a parameter that is a list. */
export const wordsOf = (args: Arguments, name: string): string[] =>
  listOf(args, name).filter(item => typeof item === 'string')

/** An object with only those fields that have a value. */
export function present<Value>(fields: { readonly [name: string]: Value | undefined }): {
  [name: string]: Value
} {
  const found: { [name: string]: Value } = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) found[name] = value
  return found
}

/** The schema of a result that names a window. */
export const WINDOW_RESULT: JsonSchema = { type: 'object', properties: { window: { type: 'string' } } }

/** The schema of a result that holds a cut of a table. */
export const TABLE_RESULT: JsonSchema = {
  type: 'object',
  properties: {
    columns: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'array' } },
    offset: { type: 'integer' },
    total: { type: 'integer' },
  },
}

function listOf(args: Arguments, name: string): readonly Json[] {
  const value = args[name]
  return Array.isArray(value) ? value : []
}
