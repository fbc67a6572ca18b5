/** The gateway as an MCP server object, one for a connection, in either era. */
import { FRESH, nameOfClient, UNNAMED_CLIENT } from '@copane/provider/node'
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server'
import { type Answer, refusal } from './answer.js'
import { type Arguments, misfitsOf, textOf } from './arguments.js'
import { type Ask, askIn, questionResult } from './asking.js'
import { INSTRUCTIONS, POINTING_PROMPT, type ToolName, TOOLS } from './tool-list.js'
import { act } from './tools/act.js'
import { describeActions } from './tools/describe-actions.js'
import { listApps } from './tools/list-apps.js'
import { locate } from './tools/locate.js'
import { collect, pointing } from './tools/pointing.js'
import { readWindows } from './tools/read-windows.js'
import { wait } from './tools/wait.js'
import { bare, short } from './words.js'
import { findNamed, type World } from './world.js'

/** What the server is made of; `onClient` hears who asks, before anything else is done for them. */
export type GatewayServerOptions = { world: World; version: string; onClient: (name: string) => void }

/** Makes the server object. It answers at once: no app is looked for before a tool is called. */
export function gatewayServer({ world, version, onClient }: GatewayServerOptions): Server {
  const server = new Server(
    { name: 'copane', version },
    {
      capabilities: { tools: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': FRESH, 'prompts/list': FRESH, 'server/discover': FRESH },
    },
  )
  const meet = (context: ServerContext) => onClient(nameOfClient(server, context) ?? UNNAMED_CLIENT)

  server.setRequestHandler('tools/list', (_request, context) => {
    meet(context)
    return { tools: [...TOOLS] }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    meet(context)
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(-32602, 'Unknown tool')
    const args = eased(params.arguments ?? {})
    const misfits = misfitsOf(args, tool.inputSchema)
    const answered =
      misfits.length > 0
        ? misfitAnswer(misfits)
        : await run(tool.name, args, askIn(server, context), context.mcpReq.signal)
    return resultOf(answered)
  })
  server.setRequestHandler('prompts/list', (_request, context) => {
    meet(context)
    return { prompts: [POINTING_PROMPT] }
  })
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    meet(context)
    if (params.name !== POINTING_PROMPT.name) throw new ProtocolError(-32602, 'Unknown prompt')
    const answered = await sharedByPrompt(params.arguments?.app)
    const text = answered.kind === 'answer' ? answered.text : ''
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
  return server

  function run(name: ToolName, args: Arguments, ask: Ask, signal: AbortSignal): Promise<Answer> {
    switch (name) {
      case 'apps':
        return listApps(world)
      case 'windows':
        return readWindows(world, args, signal)
      case 'wait':
        return wait(world, args, signal)
      case 'actions':
        return describeActions(world, args, signal)
      case 'act':
        return act(world, args, ask, signal)
      case 'pointing':
        return pointing(world, textOf(args, 'app'), ask)
      case 'locate':
        return locate(world, args, signal)
      default:
        return name satisfies never
    }
  }

  /** A prompt is run by the user: an act by itself. What was shared already goes first, unless an app is named. */
  async function sharedByPrompt(word: string | undefined): Promise<Answer> {
    const app = word === undefined || word.trim() === '' ? undefined : word
    if (app === undefined && world.shelf.now()) return pointing(world, undefined, () => 'cannot')
    const found = await findNamed(world, app)
    return found.kind === 'app' ? collect(world, found.named) : found.answer
  }
}

const misfitAnswer = (misfits: { field: string; error: string }[]): Answer =>
  refusal(
    'validation_failed',
    `Correct and call again: ${misfits.map(({ field, error }) => `${bare(field)} ${error}`).join('; ')}.`,
    {
      fields: misfits.map(({ field, error }) => ({ field: short(field), error })),
    },
  )

/** What models often write instead of what is asked for: an object or a number as text, one for a list, nothing as such. */
function eased(args: Arguments): Arguments {
  const entries = Object.entries(args).map(([name, value]) => [name, easedValue(name, value)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== null && !isEmptyList(value)))
}

/** A list of nothing is how some say that they want no list. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function easedValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !EASED.has(name)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    if (name !== 'windows' || Array.isArray(parsed)) return parsed
  } catch {}
  return name === 'windows' ? [value] : value
}

const EASED = new Set(['arguments', 'expectedVersion', 'budget', 'seconds', 'windows'])

/** Both halves say the same (FR-53). */
function resultOf(answered: Answer) {
  if (answered.kind === 'question') return questionResult(answered.message)
  const { data, text, isError, images = [] } = answered
  return {
    content: [
      { type: 'text' as const, text },
      ...images.map(({ data: image, mimeType }) => ({ type: 'image' as const, data: image, mimeType })),
    ],
    structuredContent: data,
    ...(isError ? { isError } : {}),
  }
}
