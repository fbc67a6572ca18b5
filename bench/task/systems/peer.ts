/** A peer's MCP server, started as a program of its own and asked over stdio. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Recorder } from '../record.ts'
import { offer } from './system.ts'

/** Where the peers are installed. */
export const PEERS = join(import.meta.dirname, '..', '..', 'peers')

/** How long a peer may take for one call, in milliseconds. */
const CALL_MS = 60_000

/** A connected peer. */
export type Peer = {
  /** Calls a tool and takes its answer down. Errors: throws when the tool says that it failed. */
  call: (name: string, args?: { [name: string]: unknown }) => Promise<string>
  /** The same, where a failure is an answer like another. */
  tryCall: (name: string, args?: { [name: string]: unknown }) => Promise<string>
  /** Calls a tool while connecting, on nobody's account. */
  warm: (name: string, args?: { [name: string]: unknown }) => Promise<string>
  /** The names of the tools there are now. */
  names: () => Promise<string[]>
  /** Takes down the tools as the model gets them. */
  offer: () => Promise<void>
  close: () => Promise<void>
}

/** Our own command, built. */
export const COPANE = join(import.meta.dirname, '..', '..', '..', 'packages', 'cli', 'bin', 'copane.js')

/** What our command needs to find the desk of a run, and nothing of the user's. */
export const environment = ({ providers, folder }: { providers: string; folder: string }) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_RUNTIME_DIR: folder,
  COPANE_PROVIDERS_DIR: providers,
})

/** Starts a program of a peer's package and connects. */
export const startPeer = (
  program: string,
  args: readonly string[],
  record: Recorder,
  folder: string,
): Promise<Peer> => startServer([join(PEERS, 'node_modules', program), ...args], record, folder)

/** Starts a script that serves MCP on stdio, and connects. */
export async function startServer(
  args: readonly string[],
  record: Recorder,
  folder: string,
  env?: { [name: string]: string },
): Promise<Peer> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const started = { command: process.execPath, args: [...args], cwd: folder, ...(env ? { env } : {}) }
  const transport = new StdioClientTransport({ ...started, stderr: 'ignore' })
  await client.connect(transport)
  const ask = (name: string, given: { [name: string]: unknown }) =>
    client.callTool({ name, arguments: given }, { timeout: CALL_MS })
  const tryCall = async (name: string, given: { [name: string]: unknown } = {}) =>
    record.answer(textOf(await ask(name, given)))
  return {
    warm: async (name, given = {}) => textOf(await ask(name, given)),
    tryCall,
    async call(name, given = {}) {
      const result = await ask(name, given)
      const text = record.answer(textOf(result))
      if (result.isError) throw new Error(`${name} failed: ${text.slice(0, 200)}`)
      return text
    },
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    offer: async () => record.offered(offer((await client.listTools()).tools)),
    // Some stay when their input ends, which a client waits seconds for.
    close: async () => {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGTERM')
      await client.close()
    },
  }
}

const textOf = ({ content }: { content: readonly { type: string; text?: unknown }[] }): string =>
  content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n')

/** True once `npm ci --prefix bench/peers` was run. */
export const arePeersInstalled = (): boolean => existsSync(join(PEERS, 'node_modules', '.package-lock.json'))

/** The version of an installed peer. */
export function versionOf(name: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(PEERS, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return manifest.version
}
