/** The first generation of the TypeScript SDK: code of its own, the legacy era alone. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { answerOf, type Heard, type Peer, type Target, textOf } from '../lib/peer.ts'

/** Connects it. */
export async function connectV1(target: Target): Promise<Peer> {
  const client = new Client({ name: 'peer-v1', version: '1.0.0' })
  const heard: Heard = { updated: 0, listed: 0 }
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => void heard.updated++)
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.listed++)
  const transport = transportTo(target)
  await client.connect(transport)
  return {
    name: 'peer-v1',
    revision: ('protocolVersion' in transport && transport.protocolVersion) || '2025-11-25',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => textOf((await client.readResource({ uri })).contents[0]),
    prompt: async name => textOf((await client.getPrompt({ name })).messages[0]?.content),
    watch: async uri => void (await client.subscribeResource({ uri })),
    heard: async () => ({ ...heard }),
    close: () => client.close(),
  }
}

const transportTo = (target: Target) =>
  target.transport === 'stdio'
    ? new StdioClientTransport({ ...target, args: [...target.args], stderr: 'ignore' })
    : new StreamableHTTPClientTransport(new URL(target.url), {
        requestInit: { headers: { authorization: `Bearer ${target.token}` } },
      })
