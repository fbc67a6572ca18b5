/** The Standard Schema and Standard JSON Schema interfaces, as far as they are used: zod, valibot, arktype and others. */

/** A schema of any library. */
export type StandardSchema<Input, Output> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Where the library can say its schema as JSON Schema. */
    readonly jsonSchema?: StandardJson | undefined
  }
}

/** What judging a value came to. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** What does not fit; the library's own words may quote what was sent, so they are not read (D-08). */
export type StandardIssue = {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

type StandardJson = {
  readonly input: (options: { readonly target: 'draft-2020-12' }) => { [name: string]: unknown }
  readonly output: (options: { readonly target: 'draft-2020-12' }) => { [name: string]: unknown }
}

/** What a schema says of a value. */
export type Judged<Output> =
  | { kind: 'fits'; value: Output }
  | { kind: 'unfit'; paths: string[][] }
  /** The schema itself is at fault, a bug of the app. */
  | { kind: 'broken'; fault: 'schema-threw' | 'schema-async'; error?: unknown }

/**
 * Judges a value.
 *
 * Shape   each path is the names from the value to what does not fit, [] for the value as a whole.
 * Errors  none thrown: a schema that throws, answers with nonsense or wants to wait is `broken`; a call is judged
 *         in the moment of its effect, so nothing may wait.
 */
export function judgeWith<Output>(schema: StandardSchema<unknown, Output>, value: unknown): Judged<Output> {
  try {
    const result = schema['~standard'].validate(value)
    if ('then' in result) {
      void Promise.resolve(result).catch(() => {})
      return { kind: 'broken', fault: 'schema-async' }
    }
    if (!result.issues) return { kind: 'fits', value: result.value }
    return { kind: 'unfit', paths: result.issues.map(pathOf) }
  } catch (error) {
    return { kind: 'broken', fault: 'schema-threw', error }
  }
}

/** True for a schema of a library; some are functions. */
export const isStandard = <Output>(schema: object | undefined): schema is StandardSchema<unknown, Output> =>
  schema !== undefined && '~standard' in schema

const pathOf = ({ path = [] }: StandardIssue): string[] =>
  path.map(step => String(typeof step === 'object' ? step.key : step))
