/** Why an app gave no answer, in words. */
import type { NoReply } from '@copane/host'

/** How long an app may take. Units: milliseconds; a person waits for it, so more than a host gives (D-17). */
export const ASK_MS = 3000

/** One line that says what happened and what to do. */
export function noReplyLine(reply: NoReply, app: string): string {
  switch (reply.kind) {
    case 'late':
      return `${app} did not answer in time`
    case 'gone':
      return `${app} is gone: see copane apps`
    case 'denied':
      return `${app} did not accept the token of its own descriptor: see copane apps`
    case 'too-large':
      return `${app} answered with more than is taken`
    case 'error':
      return `${app} answered with error ${reply.code}`
    default:
      return reply satisfies never
  }
}
