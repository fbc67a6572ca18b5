/** The bridge protocol on MCP: one resource, window-level tools, two notifications (GB §3, §12). */
import { BRIDGE_EXTENSION, BRIDGE_PROTOCOL, INSTRUCTIONS, WINDOWS_URI } from '@copane/protocol/bridge'
import { JSON_MIME } from '@copane/protocol/elements'
import { Server } from '@modelcontextprotocol/server'
import type { Bridge } from '../bridge/bridge.js'
import type { CallOutcome } from '../bridge/outcome.js'
import { nameOfClient, type OnAccess, shownName, UNNAMED_CLIENT } from './access.js'
import {
  type AppIdentity,
  CACHE_HINTS,
  type Era,
  notFound,
  type ServerObject,
  speak,
  unknownTool,
} from './era.js'

/** What an app adds to the recommended instructions (GB §8.1). */
export type BridgeIdentity = AppIdentity & { notes?: string }

/** Makes the MCP server object that serves one request or one connection; disposable. */
export function bridgeServer(
  bridge: Bridge,
  app: BridgeIdentity,
  era: Era,
  onAccess: OnAccess,
): ServerObject {
  let subscribed = false
  const server = new Server(
    { name: app.name, version: app.version },
    {
      capabilities: {
        resources: { subscribe: true },
        tools: { listChanged: true },
        extensions: { [BRIDGE_EXTENSION]: { protocol: BRIDGE_PROTOCOL } },
      },
      instructions: app.notes ? `${INSTRUCTIONS}\n\n${app.notes}` : INSTRUCTIONS,
      cacheHints: CACHE_HINTS,
    },
  )
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: WINDOWS_URI, name: 'windows', title: `The windows of ${app.name}`, mimeType: JSON_MIME },
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    if (uri !== WINDOWS_URI) throw notFound()
    onAccess({ kind: 'windows', client: nameOfClient(server, context) ?? UNNAMED_CLIENT })
    return { contents: [{ uri, mimeType: JSON_MIME, text: bridge.snapshotText() }] }
  })
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    if (uri !== WINDOWS_URI) throw notFound()
    subscribed = true
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    if (uri !== WINDOWS_URI) throw notFound()
    subscribed = false
    return {}
  })
  server.setRequestHandler('tools/list', () => ({ tools: bridge.tools().map(toolOnTheWire) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const client = nameOfClient(server, context) ?? UNNAMED_CLIENT
    onAccess({ kind: 'call', client, tool: shownName(params.name) ?? '' })
    const outcome = await bridge.call(
      { name: params.name, arguments: params.arguments ?? {} },
      // Without a session the calls of a name wait together (D-53).
      { client, connection: context.sessionId ?? client, signal: context.mcpReq.signal },
    )
    if (outcome.kind === 'unknown-tool') throw unknownTool()
    return resultOf(outcome)
  })
  return { server: speak(server, era), isSubscribed: () => subscribed }
}

/** Both halves of a result say the same, errors included (D-38). */
function resultOf(outcome: Exclude<CallOutcome, { kind: 'unknown-tool' }>) {
  const structuredContent = outcome.kind === 'success' ? outcome.success : outcome.error
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(outcome.kind === 'error' ? { isError: true } : {}),
  }
}

type Tool = ReturnType<Bridge['tools']>[number]

/** The SDK's types want the word that every schema of ours carries. */
const toolOnTheWire = (tool: Tool) => ({
  ...tool,
  inputSchema: { ...tool.inputSchema, type: 'object' as const },
  outputSchema: { ...tool.outputSchema, type: 'object' as const },
})
