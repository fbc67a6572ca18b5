/** The Inspector's two programs as clients: `--cli`, a process for each request, and `mcpdo`, with a connection that stays. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord } from '@copane/protocol/findings'
import { expect } from '../lib/checks.ts'
import { inspectorProgram } from '../lib/install.ts'
import { answerOf, type Peer, type Target, textOf } from '../lib/peer.ts'
import { type Ended, runScript } from '../lib/program.ts'

/** How either program calls the eras. */
export type Era = 'legacy' | 'auto' | 'modern'

const CLI = inspectorProgram('launcher/build/index.js')
const MCPDO = inspectorProgram('mcpdo/build/mcp-bin.js')

/** A request in the words of both command lines. */
type Asked = { method: string; more?: readonly string[] }
type Result = { [name: string]: unknown }

/** The CLI: nothing is left between two requests, and nothing can be heard. */
export async function connectCli(era: Era, target: Target): Promise<Peer> {
  const home = makeHome()
  const [place, command] = placeOf(target)
  const ask = async ({ method, more = [] }: Asked): Promise<Result> =>
    resultOf(
      await runScript(
        CLI,
        [
          '--cli',
          ...place,
          '--protocol-era',
          era,
          '--format',
          'json',
          '--method',
          method,
          ...more,
          ...command,
        ],
        home.env,
      ),
    )
  const { protocolVersion } = await ask({ method: 'initialize' }).catch((error: unknown) => {
    home.remove()
    throw error
  })
  return {
    ...requests(ask, ['--strict']),
    name: 'inspector-cli',
    revision: String(protocolVersion),
    watch: () => Promise.reject(new Error('it has no subscriptions')),
    heard: () => Promise.resolve({ updated: 0, listed: 0 }),
    close: async () => home.remove(),
  }
}

/** `mcpdo`: a daemon in a home of its own holds the connection, and tells of updates. */
export async function connectMcpdo(era: Era, target: Target): Promise<Peer> {
  const home = makeHome()
  const [place, command] = placeOf(target)
  const run = async (args: readonly string[]): Promise<Result> =>
    resultOf(await runScript(MCPDO, ['--connection', 'peer', '--format', 'json', ...args], home.env))
  const listeners: ChildProcess[] = []
  let updated = 0
  const stopAtOnce = () =>
    void spawnSync(process.execPath, [MCPDO, ...STOP], { env: home.env, timeout: 5000 })
  process.once('exit', stopAtOnce)
  const close = async (): Promise<void> => {
    for (const child of listeners) child.kill()
    await runScript(MCPDO, STOP, home.env)
    process.off('exit', stopAtOnce)
    home.remove()
  }
  try {
    await run(['connect', '--era', era, ...place, ...command])
    const { protocolVersion } = await run(['connections/show'])
    return {
      ...requests(({ method, more = [] }) => run([method, ...more])),
      name: 'mcpdo',
      revision: String(protocolVersion),
      watch(uri) {
        const child = spawn(process.execPath, [MCPDO, '--connection', 'peer', 'resources/subscribe', uri], {
          env: home.env,
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        listeners.push(child)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        child.on('exit', () => reject(new Error('the subscription ended')))
        createInterface({ input: child.stdout }).on('line', line => {
          if (/subscribed/i.test(line)) resolve()
          if (/updated/i.test(line)) updated++
        })
        return promise
      },
      heard: () => Promise.resolve({ updated, listed: 0 }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The daemon outlives whoever started it, unless it is told. */
const STOP = ['daemon', 'stop']

/** What both can ask, in their common words. */
const requests = (ask: (asked: Asked) => Promise<Result>, listing: readonly string[] = []) => ({
  tools: async () => records((await ask({ method: 'tools/list', more: listing })).tools).map(nameIn('name')),
  call: async (tool: string, args: object) =>
    answerOf(
      await ask({
        method: 'tools/call',
        more: ['--tool-name', tool, '--tool-args-json', JSON.stringify(args)],
      }),
    ),
  resources: async () => records((await ask({ method: 'resources/list' })).resources).map(nameIn('uri')),
  read: async (uri: string) =>
    textOf(records((await ask({ method: 'resources/read', more: ['--uri', uri] })).contents)[0]),
  prompt: async (name: string) => {
    const { messages } = await ask({ method: 'prompts/get', more: ['--prompt-name', name] })
    return textOf(records(messages)[0]?.content)
  },
})

const nameIn = (field: string) => (value: Result) => String(value[field])
const records = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

/** A refusal by the server is a result with exit 5; whatever prints no result was refused by the program. */
function resultOf({ code, out, err }: Ended): Result {
  const printed: unknown = out.trim() === '' ? undefined : JSON.parse(out)
  const whole = isRecord(printed) && isRecord(printed.result) ? printed.result : printed
  const isRefusal = isRecord(whole) && whole.isError === true
  expect(isRecord(whole) && (code === 0 || isRefusal), `exit ${code}: ${err.trim().split('\n').at(-1) ?? ''}`)
  return whole
}

/** Where a server is, before and after the method. */
function placeOf(target: Target): [place: string[], command: string[]] {
  if (target.transport === 'http')
    return [[target.url, '--transport', 'http', '--header', `Authorization: Bearer ${target.token}`], []]
  const env = Object.entries(target.env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  return [env, ['--', target.command, ...target.args]]
}

function makeHome(): { env: { [name: string]: string }; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'copane-peer-'))
  return {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: path,
      NO_COLOR: '1',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
