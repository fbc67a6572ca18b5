/** The second generation of the TypeScript SDK, in each of its ways to agree on an era. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { answerOf, type Heard, type Peer, type Target, textOf } from '../lib/peer.ts'

/** How the client agrees on an era. */
export type Mode = 'legacy' | 'auto' | { pin: string }

/** Connects it in a mode. */
export async function connectV2(mode: Mode, target: Target): Promise<Peer> {
  const client = new Client({ name: 'peer-v2', version: '1.0.0' }, { versionNegotiation: { mode } })
  const heard: Heard = { updated: 0, listed: 0 }
  client.setNotificationHandler('notifications/resources/updated', () => void heard.updated++)
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.listed++)
  await client.connect(transportTo(target))
  return {
    name: 'peer-v2',
    revision: client.getNegotiatedProtocolVersion() ?? '',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async uri => textOf((await client.readResource({ uri })).contents[0]),
    prompt: async name => textOf((await client.getPrompt({ name })).messages[0]?.content),
    async watch(uri) {
      if (mode === 'legacy') await client.subscribeResource({ uri })
      else await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] })
    },
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
