/** Asking the user through the agent's program, in either era (D-50). */
import { createHash } from 'node:crypto'
import { isRecord } from '@copane/protocol/findings'
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** What asking came to: an answer, `ask` when the question still has to go out, `cannot` when the client has no way. */
export type Asked = 'yes' | 'no' | 'ask' | 'cannot'

/** Asks one question. */
export type Ask = (question: string) => Asked

/** The way to ask in one request: what was answered before the request came again counts for the same question alone. */
export function askIn(server: Server, context: ServerContext): Ask {
  return question => {
    const response = inputResponse(context.mcpReq.inputResponses, keyOf(question))
    if (response.kind === 'elicit') return response.action === 'accept' ? 'yes' : 'no'
    return canAsk(server, context) ? 'ask' : 'cannot'
  }
}

/** The result that puts a question; the SDK sends it as elicitation to a client of the legacy era. */
export const questionResult = (question: string): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [keyOf(question)]: inputRequired.elicit({
        message: question,
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
  })

const keyOf = (question: string): string =>
  `q${createHash('sha256').update(question).digest('hex').slice(0, 16)}`

function canAsk(server: Server, context: ServerContext): boolean {
  const envelope: { [key: string]: unknown } = { ...context.mcpReq.envelope }
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const elicitation = isRecord(capabilities) ? capabilities.elicitation : undefined
  // Without a word of its forms, a client means the one there was at first.
  return isRecord(elicitation) && (isRecord(elicitation.form) || Object.keys(elicitation).length === 0)
}
