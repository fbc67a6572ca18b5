/** The words of every JSON-RPC error that leaves: ours alone, so that none repeats what was asked for (D-07, D-08). */
import type { JSONRPCMessage } from '@modelcontextprotocol/server'

/** What is said of a resource that is not there. */
export const NOT_FOUND = 'Resource not found'

/** What is said of a tool name without `__` (D-47). */
export const UNKNOWN_TOOL = 'Unknown tool'

/** What is said of a failure that is no fault of the client. */
export const INTERNAL = 'Internal error'

/** What is said by code; an error of any other code is one of ours inside. */
const WORDS: { [code: number]: string } = {
  [-32700]: 'Parse error: the message is not JSON',
  [-32600]: 'Invalid request: not a message that is served here',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params: they do not fit the schema of this method',
  [-32603]: INTERNAL,
  [-32002]: NOT_FOUND,
  [-32020]: 'Header mismatch: MCP headers must be there and say what the body says',
  [-32021]: 'Missing required client capability',
  [-32022]: 'Unsupported protocol version',
}

const OWN = new Set([NOT_FOUND, UNKNOWN_TOOL])

/** A JSON-RPC error, as it leaves. */
export type WireError = { code: number; message: string; data?: unknown }

/** The error of a code, in our words. */
export const errorOfCode = (code: number): WireError => ({
  code: code in WORDS ? code : -32603,
  message: WORDS[code] ?? INTERNAL,
})

/**
 * The error as it may leave.
 *
 * Shape   words of ours stay; everything else says what its code says. `data` stays for the versions that are served
 *         (-32022) and the capabilities that are missing (-32021); both come from the server's side.
 * Source  D-08 · EL-sec-no-log
 */
export function inOwnWords({ code, message, data }: WireError): WireError {
  if (code === -32603 && isListOfIssues(message)) return errorOfCode(-32602)
  const error = OWN.has(message) ? { code, message } : errorOfCode(code)
  if (code === -32021 && data !== undefined) return { ...error, data }
  return code === -32022 && isObject(data) ? { ...error, data: versionsOf(data) } : error
}

/** A message with its error, if it is one, in our words. */
export const ownMessage = (message: JSONRPCMessage): JSONRPCMessage =>
  'error' in message ? { ...message, error: inOwnWords(message.error) } : message

/** What a client needs to choose another version; what it asked for is repeated where it is a number of a version. */
function versionsOf({ supported, requested }: { supported?: unknown; requested?: unknown }) {
  const isVersion = typeof requested === 'string' && /^v?\d[\d.-]{0,30}$/.test(requested)
  return { supported, ...(isVersion ? { requested } : {}) }
}

const isObject = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null

/** The SDK calls parameters that don't fit an internal error, and lists in its words what is wrong with them. */
function isListOfIssues(message: string): boolean {
  if (!message.startsWith('[')) return false
  try {
    const issues: unknown = JSON.parse(message)
    return Array.isArray(issues) && issues.every(issue => isObject(issue) && Array.isArray(issue.path))
  } catch {
    return false
  }
}
