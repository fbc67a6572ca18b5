/** How much an agent is given, and how it is counted (FR-1). */
import { utf8Length } from '@copane/protocol/elements'

/** The most an agent is given. `tokensOf` counts as the model does; without it `estimateTokens` does. */
export type Budget = { maxBytes: number } | { maxTokens: number; tokensOf?: (text: string) => number }

/** A limit with the way to count towards it. */
export type Measure = { max: number; of: (text: string) => number }

const BYTES_PER_TOKEN = 3

/**
 * The budget where a host names none.
 *
 * Shape   8,000 tokens by our estimate are 24,000 bytes of UTF-8; as a token is at least a byte, no way of counting makes
 *         more than 24,000 of them, and clients refuse answers above 25,000.
 */
export const DEFAULT_BUDGET: Budget = { maxTokens: 8000 }

/**
 * How many tokens a text is, by its size: one for every three bytes of UTF-8, rounded up.
 *
 * Shape   English prose takes fewer (a token is four bytes or so), ids and other scripts about as many.
 */
export const estimateTokens = (text: string): number => Math.ceil(utf8Length(text) / BYTES_PER_TOKEN)

/** The measure of a budget. */
export const measureOf = (budget: Budget): Measure =>
  'maxBytes' in budget
    ? { max: budget.maxBytes, of: utf8Length }
    : { max: budget.maxTokens, of: budget.tokensOf ?? estimateTokens }
