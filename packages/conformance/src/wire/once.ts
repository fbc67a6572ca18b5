/** Work whose outcome is shared. */

/** Does a thing at the first call and gives its outcome to every later one. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let outcome: Promise<Result> | undefined
  return () => (outcome ??= work())
}
