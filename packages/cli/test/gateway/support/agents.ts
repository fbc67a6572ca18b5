/** Agents with the habits of real clients, on the gateway's stdio. */
import { isRecord } from '@copane/protocol/findings'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterwards, COPANE } from './stage.ts'

/** Which program the agent is. */
export type Peer = 'v2 modern' | 'v2 auto' | 'v2 legacy' | 'v1'

/** One answer, whole. */
export type Answer = { text: string; data: { [name: string]: unknown }; isError: boolean }

/** An agent at work. `answers`: all it got. */
export type Agent = {
  call: (tool: string, args?: object) => Promise<Answer>
  prompt: (name: string, args?: { [name: string]: string }) => Promise<string>
  tools: () => Promise<unknown[]>
  answers: Answer[]
  close: () => Promise<void>
}

/** How an agent is started. `asked`: what the user says when they are asked; without it the client can't ask. */
export type AgentOptions = {
  env: { [name: string]: string }
  peer?: Peer
  name?: string
  args?: readonly string[]
  asked?: (question: string) => 'accept' | 'decline' | 'cancel'
}

/** Starts a copane below a client, and connects. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { peer = 'v2 modern' } = options
  const client = peer === 'v1' ? await connectV1(options) : await connectV2(options, peer)
  afterwards(client.close)
  const answers: Answer[] = []
  return {
    ...client,
    answers,
    call: async (tool, args = {}) => {
      const answer = await client.call(tool, args)
      answers.push(answer)
      return answer
    },
  }
}

const launch = ({ env, args = ['gateway'] }: AgentOptions) => ({
  command: process.execPath,
  args: [COPANE, ...args],
  env,
  stderr: 'ignore' as const,
})

async function connectV2(options: AgentOptions, peer: Peer) {
  const mode = peer === 'v2 modern' ? { pin: '2026-07-28' } : peer === 'v2 auto' ? 'auto' : 'legacy'
  const { name = 'agent', asked } = options
  const client = new Client(
    { name, version: '1' },
    { versionNegotiation: { mode }, ...(asked ? { capabilities: { elicitation: { form: {} } } } : {}) },
  )
  if (asked)
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: asked(params.message),
      content: {},
    }))
  await client.connect(new StdioClientTransport(launch(options)))
  return speaking(client)
}

async function connectV1(options: AgentOptions) {
  const { name = 'agent' } = options
  const client = new ClientV1({ name, version: '1' })
  await client.connect(new StdioV1(launch(options)))
  return speaking(client)
}

/** What both clients have alike. */
type AnyClient = {
  callTool: (params: {
    name: string
    arguments: { [name: string]: unknown }
  }) => Promise<{ [name: string]: unknown }>
  getPrompt: (params: {
    name: string
    arguments: { [name: string]: string }
  }) => Promise<{ messages: { content: unknown }[] }>
  listTools: () => Promise<{ tools: unknown[] }>
  close: () => Promise<void>
}

const speaking = (client: AnyClient) => ({
  call: async (tool: string, args: object) =>
    answerOf(await client.callTool({ name: tool, arguments: { ...args } })),
  prompt: async (prompt: string, args: { [name: string]: string } = {}) =>
    textOf((await client.getPrompt({ name: prompt, arguments: args })).messages[0]?.content),
  tools: async () => (await client.listTools()).tools,
  close: () => client.close(),
})

function answerOf(result: { [name: string]: unknown }): Answer {
  const content: unknown[] = Array.isArray(result.content) ? result.content : []
  return {
    text: textOf(content[0]),
    data: isRecord(result.structuredContent) ? result.structuredContent : {},
    isError: result.isError === true,
  }
}

const textOf = (content: unknown): string =>
  isRecord(content) && typeof content.text === 'string' ? content.text : ''
