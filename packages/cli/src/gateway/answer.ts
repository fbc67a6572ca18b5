/** What a tool of the gateway answers: the same facts twice, since a client shows its model one half or the other (FR-53). */
import type { GivenImage } from '@copane/host'
import type { Json } from '@copane/protocol/elements'

/** Facts by name. */
export type Facts = { [name: string]: Json }

/** An answer, or a question that the user has to be asked first. */
export type Answer =
  | { kind: 'answer'; data: Facts; text: string; isError?: true; images?: readonly GivenImage[] }
  | { kind: 'question'; message: string }

/** An answer that is no error. */
export const answer = (data: Facts, lines: readonly string[]): Answer => ({
  kind: 'answer',
  data,
  text: lines.join('\n'),
})

/** A refusal: a code to go by, and words that say what to do next; `facts` stand in the words as well. */
export const refusal = (code: string, message: string, facts: Facts = {}): Answer => ({
  kind: 'answer',
  data: { code, message, ...facts },
  text: `${code}: ${message}`,
  isError: true,
})
