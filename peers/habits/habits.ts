/** What clients of today make of a server, each as somebody met it. */
import { LIBRARIES } from '../clients/kinds.ts'
import { expect } from '../lib/checks.ts'
import type { Answer, Peer } from '../lib/peer.ts'

/** A habit: on which client it is played, and what of an answer the model is shown. */
export type Habit = { name: string; peer: string; shows: (answer: Answer) => string }

/** A model behind such a client: it calls tools, and knows nothing but what it was shown. */
export type Model = {
  name: string
  ask: (tool: string, args?: { [name: string]: unknown }) => Promise<string>
}

const text = (answer: Answer): string => answer.text
/** With real ends of lines and quotes, as a model reads them. */
const structured = (answer: Answer): string =>
  JSON.stringify(answer.data).replaceAll('\\n', '\n').replaceAll('\\"', '"')

/** All four; each is played on another client. */
export const HABITS: readonly Habit[] = [
  { name: 'lists-once', peer: 'sdk-v2-auto', shows: text },
  { name: 'tools-only', peer: 'sdk-v1', shows: answer => `${text(answer)}\n${structured(answer)}` },
  { name: 'structured-only', peer: 'sdk-v2-pin', shows: structured },
  { name: 'text-only', peer: 'python-legacy', shows: text },
]

/** The client of a habit. */
export function kindOf({ peer }: Habit) {
  const kind = LIBRARIES.find(({ name }) => name === peer)
  if (!kind) throw new Error(`there is no client ${peer}`)
  return kind
}

/** The model: no resource, no prompt, no notification reaches it, and no tool that was not listed at first. */
export async function modelOf({ shows }: Habit, client: Peer): Promise<Model> {
  const listed = await client.tools()
  return {
    name: client.name,
    async ask(tool, args = {}) {
      expect(listed.includes(tool), `${tool} was not listed at first`)
      return shows(await client.call(tool, args))
    },
  }
}
