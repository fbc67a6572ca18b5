/** What a tool of the gateway answers: the same facts twice, since a client shows its model one half or the other (FR-53). */
import { type GivenImage, inertInPrompt } from '@copane/host'
import type { Json } from '@copane/protocol/elements'

/** Facts by name. */
export type Facts = { [name: string]: Json }

/** An answer, or a question that the user has to be asked first. */
export type Answer =
  | { kind: 'answer'; data: Facts; text: string; isError?: true; images?: readonly GivenImage[] }
  | { kind: 'question'; message: string }

/** An answer that is no error. Nothing an app wrote can act in its text, from wherever it comes (FR-39). */
export const answer = (data: Facts, lines: readonly string[]): Answer => ({
  kind: 'answer',
  data,
  text: inertLines(lines.join('\n')),
})

/** A refusal: a code to go by, and words that say what to do next; `facts` stand in the words as well. */
export function refusal(code: string, message: string, facts: Facts = {}): Answer {
  const told = inertLines(message)
  return { kind: 'answer', data: { code, message: told, ...facts }, text: `${code}: ${told}`, isError: true }
}

const inertLines = (text: string): string => text.split('\n').map(inertInPrompt).join('\n')
