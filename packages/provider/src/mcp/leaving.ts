/** Calls that end when their client leaves before it was answered. */
import type { ServerResponse } from 'node:http'

/** A signal that fires when the client leaves, or is let go; `answered` says that nobody needs it any more. */
export type Leaving = { signal: AbortSignal; letGo: () => void; answered: () => void }

/** Watches the response of one request. */
export function watchLeaving(response: ServerResponse): Leaving {
  const left = new AbortController()
  let isAnswered = false
  // Every response closes, and an abort is dear: it makes an error, with the stack as it stands.
  const letGo = () => {
    if (!isAnswered) left.abort()
  }
  response.once('close', letGo)
  return {
    signal: left.signal,
    letGo,
    answered: () => {
      isAnswered = true
    },
  }
}
