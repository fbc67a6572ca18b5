/** An action as an app writes it: data that a tool is made of, and the function that runs it (GB §5). */
import type { ActionOffer, FieldError, JsonSchema } from '@copane/protocol/bridge'
import type { Json } from '@copane/protocol/elements'
import type { Author } from '../store/store.js'
import type { StandardSchema } from './standard-schema.js'

/** What can be said against a call; each becomes the structured error of its kind. */
export type Refusal =
  | { kind: 'invalid'; fields: FieldError[] }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'failed'; message: string }

/** What a call gives beside its message. */
export type ResultObject = { [name: string]: Json }

/** A change that goes through, with what the caller is told. */
export type Done<State, Result extends object = ResultObject> = {
  kind: 'done'
  state: State
  message: string
  result?: Result
}

/** What a read-only action answers. */
export type Reply<Result extends object = ResultObject> = { kind: 'done'; message: string; result?: Result }

/** Arguments of a call, already judged against the action's JSON Schema. */
export type Arguments = { readonly [name: string]: Json }

/** What a running action is given. */
export type CallContext<State, Args extends object = Arguments> = {
  /** The window the action belongs to; '' for an action of the app. */
  readonly windowId: string
  /** As the action's schema gave them, defaults and coercions included. */
  readonly args: Args
  /** The state when the call left the queue. */
  readonly state: State
  readonly by: Author
  /** Fires when the client cancels, when the time is up, and when the app stops. */
  readonly signal: AbortSignal
}

/** What an action that changes something is given on top (D-36). */
export type WriteContext<
  State,
  Args extends object = Arguments,
  Result extends object = ResultObject,
> = CallContext<State, Args> & {
  /**
   * The point of effect: judges the call once more, runs the change, decides the answer.
   *
   * Shape   at most once a call; the change is synchronous and includes the durable write.
   * Errors  a second commit, or one after the call ended, throws: a bug of the calling code.
   */
  commit(change: (state: State) => Done<State, Result> | Refusal): 'done' | 'refused'
}

/** How an action runs. */
export type Run<State, Args extends object = Arguments, Result extends object = ResultObject> =
  /** Answers, and changes nothing. */
  | { reads: (ctx: CallContext<State, Args>) => Reply<Result> | Refusal | Promise<Reply<Result> | Refusal> }
  /** Is one change of the state as it is at its turn; the plain way for what needs to wait for nothing. */
  | {
      changes: (
        state: State,
        call: Omit<CallContext<State, Args>, 'state'>,
      ) => Done<NoInfer<State>, Result> | Refusal
    }
  /** Prepares, may wait, then commits once or refuses. */
  | {
      writes: (ctx: WriteContext<State, Args, Result>) => Refusal | undefined | Promise<Refusal | undefined>
    }

/** What an app says of every action. */
export type ActionWords<State, Result extends object> = {
  name: string
  title: string
  description: string
  /** The shape of `result`: what does not fit it is never sent. */
  output?: JsonSchema | StandardSchema<Result, object>
  destructive?: boolean
  idempotent?: boolean
  openWorld?: boolean
  /** Whether it can be called at this state: true, or why not. */
  available?: (state: State, windowId: string) => boolean | string
}

/** An action whose arguments a library's schema describes; the types of `args` come from it. */
export type SchemaAction<State, Args extends object, Result extends object> = ActionWords<State, Result> & {
  input: StandardSchema<unknown, Args>
  /** What `tools/list` shows, where the library can't say its schema as JSON Schema. */
  jsonSchema?: JsonSchema
} & Run<State, Args, Result>

/** An action whose arguments JSON Schema describes: parameters by name, or one object schema as `input`. */
export type JsonAction<State, Result extends object = ResultObject> = ActionWords<State, Result> & {
  parameters?: { [name: string]: JsonSchema }
  required?: readonly string[]
  input?: JsonSchema
} & Run<State, Arguments, Result>

/** What an app says of an action with JSON Schema; the short form. */
export type ActionDefinition<State> = JsonAction<State>

/** What runs, without the arguments that its call is bound to. */
export type Bound<State> =
  | { kind: 'reads'; start: (ctx: Omit<CallContext<State>, 'args'>) => unknown }
  | { kind: 'writes'; start: (ctx: BoundWrite<State>) => unknown }

/** What a write is given, whatever the types of its arguments and result. */
export type BoundWrite<State> = Omit<WriteContext<State, Arguments, object>, 'args'>

/** A call's arguments, judged and bound. */
export type Prepared<State> =
  | { kind: 'ready'; bound: Bound<State> }
  | { kind: 'unfit'; fields: FieldError[] }
  /** The action's schema is at fault, a bug of the app. */
  | { kind: 'broken'; fault: 'schema-threw' | 'schema-async'; error?: unknown }

/** A result that may leave, or none that may. */
export type JudgedResult = { kind: 'fits'; result: ResultObject } | { kind: 'unfit'; error?: unknown }

/** An action: its offer, and how its calls run. */
export type Action<State> = ActionOffer & {
  readonly runs: 'reads' | 'writes'
  readonly available?: (state: State, windowId: string) => boolean | string
  readonly prepare: (args: { [name: string]: unknown }) => Prepared<State>
  readonly judgeResult: (result: unknown) => JudgedResult
}
