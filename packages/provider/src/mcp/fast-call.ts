/** Calls of tools in the plainest form of the modern era, answered without the SDK and byte for byte as with it (D-02, D-08). */
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Bridge } from '../bridge/bridge.js'
import { type OnAccess, shownName, UNNAMED_CLIENT } from './access.js'
import { resultOf } from './bridge-server.js'
import type { AppIdentity } from './era.js'
import type { FastLane } from './fast-lane.js'
import { fastCall } from './fast-lane-request.js'
import { type Leaving, watchLeaving } from './leaving.js'
import { reply, replyError } from './reply.js'
import { UNKNOWN_TOOL } from './words.js'

/** A lane for calls, and what takes back those that run. */
export type CallLane = { lane: FastLane; close: () => void }

/**
 * Makes the fast lane for calls; every refusal of the listener stands before it.
 *
 * Shape   a client that leaves takes its call back.
 * Errors  none: a call of the bridge never rejects.
 */
export function createCallLane(bridge: Pick<Bridge, 'call'>, app: AppIdentity, onAccess: OnAccess): CallLane {
  const running = new Set<Leaving>()
  const serverInfo = { name: app.name, version: app.version }
  const more = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfo } }
  const end = `,${JSON.stringify(more).slice(1)},"jsonrpc":"2.0","id":`
  const lane: FastLane = async (request, response, body) => {
    const asked = fastCall(request, body)
    if (!asked) return false
    const client = shownName(asked.client) ?? UNNAMED_CLIENT
    onAccess({ kind: 'call', client, tool: shownName(asked.call.name) ?? '' })
    const leaving = watchLeaving(response)
    running.add(leaving)
    // Without a session the calls of a name wait together (D-53).
    const outcome = await bridge.call(asked.call, { client, connection: client, signal: leaving.signal })
    leaving.answered()
    running.delete(leaving)
    const { id } = asked
    if (outcome.kind === 'unknown-tool')
      replyError(response, 200, { code: -32602, message: UNKNOWN_TOOL }, id)
    else {
      const result = JSON.stringify(resultOf(outcome)).slice(0, -1)
      reply(response, 200, {}, `{"result":${result}${end}${JSON.stringify(id)}}`)
    }
    return true
  }
  return { lane, close: () => running.forEach(leaving => leaving.letGo()) }
}
