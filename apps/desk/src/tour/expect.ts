/** What a step asserts: each failure says what was seen, and ends its step. */

/** Ends a step: the desk did not do what it should. */
export function fail(saw: string): never {
  throw new Error(saw)
}

/** Ends a step unless a condition holds. */
export function expect(condition: boolean, saw: string): asserts condition {
  if (!condition) fail(saw)
}

/** Takes an outcome of the wanted kind, or ends the step with the kind that came instead. */
export function outcome<Outcome extends { kind: string }, Kind extends Outcome['kind']>(
  given: Outcome,
  kind: Kind,
  what: string,
): Extract<Outcome, { kind: Kind }> {
  if (!isOfKind(given, kind)) fail(`${what}: wanted ${kind}, got ${given.kind}`)
  return given
}

const isOfKind = <Outcome extends { kind: string }, Kind extends Outcome['kind']>(
  given: Outcome,
  kind: Kind,
): given is Extract<Outcome, { kind: Kind }> => given.kind === kind
