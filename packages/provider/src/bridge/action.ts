/** An action as an app writes it: data that a tool is made of, and the function that runs it (GB §5). */
import type { ActionOffer, FieldError, JsonSchema } from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Author } from '../store/store.js'

/** What can be said against a call; each becomes the structured error of its kind. */
export type Refusal =
  | { kind: 'invalid'; fields: FieldError[] }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'failed'; message: string }

/** A change that goes through, with what the caller is told. */
export type Done<State> = { kind: 'done'; state: State; message: string; result?: { [name: string]: Json } }

/** What a read-only action answers. */
export type Reply = { kind: 'done'; message: string; result?: { [name: string]: Json } }

/** Arguments of a call, already judged against the action's input. */
export type Arguments = { readonly [name: string]: Json }

/** What a running action is given. */
export type CallContext<State> = {
  /** The window the action belongs to; '' for an action of the app. */
  readonly windowId: string
  readonly args: Arguments
  /** The state when the call left the queue. */
  readonly state: State
  readonly by: Author
  /** Fires when the client cancels, when the time is up, and when the app stops. */
  readonly signal: AbortSignal
}

/** What an action that changes something is given on top (D-36). */
export type WriteContext<State> = CallContext<State> & {
  /**
   * The point of effect: judges the call once more, runs the change, decides the answer.
   *
   * Shape   at most once a call; the change is synchronous and includes the durable write.
   * Errors  a second commit, or one after the call ended, throws: a bug of the calling code.
   */
  commit(change: (state: State) => Done<State> | Refusal): 'done' | 'refused'
}

/** How an action runs: one that reads answers, one that writes commits or refuses. */
export type Run<State> =
  | { reads: (ctx: CallContext<State>) => Reply | Refusal | Promise<Reply | Refusal> }
  | { writes: (ctx: WriteContext<State>) => Refusal | undefined | Promise<Refusal | undefined> }

/** An action: its offer, and how it runs. */
export type Action<State> = ActionOffer & { run: Run<State> }

/** What an app says of an action. */
export type ActionDefinition<State> = {
  name: string
  title: string
  description: string
  /** Parameters by name, each with its JSON Schema. */
  parameters?: { [name: string]: JsonSchema }
  required?: readonly string[]
  /** The shape of `result`. */
  result?: JsonSchema
  destructive?: boolean
  idempotent?: boolean
  openWorld?: boolean
} & Run<State>

/**
 * Makes an action of a definition.
 *
 * Shape   a write takes `expectedVersion` on top of its own parameters; the output schema is open and admits
 *         both a success and an error (D-37); all four hints are there (D-43).
 * Source  GB §5.1 to §5.6, §12.3
 */
export function defineAction<State>(definition: ActionDefinition<State>): Action<State> {
  const { name, title, description, parameters = {}, required = [], result = { type: 'object' } } = definition
  const reads = 'reads' in definition
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: reads ? parameters : { ...parameters, expectedVersion: EXPECTED_VERSION },
      ...(required.length > 0 ? { required: [...required] } : {}),
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { ...OUTPUT, result } },
    hints: {
      readOnlyHint: reads,
      destructiveHint: definition.destructive ?? false,
      idempotentHint: definition.idempotent ?? reads,
      openWorldHint: definition.openWorld ?? false,
    },
    run: reads ? { reads: definition.reads } : { writes: definition.writes },
  }
}

/** The action as one of the app's own: it belongs to no window, so it takes no version (D-34). */
export function withoutVersion<State>(action: Action<State>): Action<State> {
  const { properties } = action.inputSchema
  if (!isRecord(properties)) return action
  const { expectedVersion: _, ...own } = properties
  return { ...action, inputSchema: { ...action.inputSchema, properties: own } }
}

const EXPECTED_VERSION: JsonSchema = {
  type: 'integer',
  description: 'The version of this window that you read; the call is refused when it changed since.',
}

const OUTPUT: { [name: string]: JsonSchema } = {
  message: { type: 'string' },
  openedWindowIds: { type: 'array', items: { type: 'string' } },
  code: { type: 'string' },
}
