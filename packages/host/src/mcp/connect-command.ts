/** Starts a program that serves MCP on its stdin and stdout, and connects to it (GB §3 · D-02, D-05). */
import { LIMITS } from '@copane/protocol/elements'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Connection, Reply } from '../wire/connection.js'
import { untilEnded } from '../wire/until-ended.js'
import { type ConnectOptions, connectionOf } from './connect.js'
import { createExchanges } from './exchange.js'
import { CLIENT_NAME, MODERN, messageBytes, VERSION } from './revision.js'
import { createStreamWatch } from './stream-watch.js'

/**
 * What to start.
 *
 * Shape   `env` is added to the few variables that a program gets by default; `stderr`: where it may write.
 */
export type Command = {
  command: string
  args?: readonly string[]
  env?: { readonly [name: string]: string }
  folder?: string
  stderr?: 'inherit' | 'ignore'
}

/**
 * Starts a command and connects to it.
 *
 * Shape   with `era: 'auto'` the program is started twice, first to ask which era it speaks. The connection owns the
 *         program: `close` ends it, and when it ends by itself everything that waits is `gone`.
 * Errors  none: a command that can't be run is `gone`; one that says nothing is `late` after ten seconds.
 * Source  GB-3-transport · D-16
 */
export async function connectCommand(
  { command, args = [], env = {}, folder, stderr = 'ignore' }: Command,
  { era = 'auto', name = CLIENT_NAME, signal, maxBytes = LIMITS.maxBytes }: ConnectOptions = {},
): Promise<Reply<Connection>> {
  const exchanges = createExchanges()
  const watch = createStreamWatch()
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr,
    maxBufferSize: messageBytes(maxBytes),
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  const mode = era === 'modern' ? { pin: MODERN } : era
  const client = new Client({ name, version: VERSION }, { versionNegotiation: { mode } })
  let hasEnded = false
  client.onclose = () => {
    hasEnded = true
    watch.refused()
  }
  const reply = await exchanges.run(
    over => client.connect(transport, { signal: over }),
    signal ?? AbortSignal.timeout(CONNECT_MS),
    true,
  )
  if (reply.kind === 'answer')
    return {
      kind: 'answer',
      result: untilEnded(
        connectionOf(
          client,
          async () => {},
          exchanges,
          watch,
          undefined,
          () => {},
        ),
        () => hasEnded,
      ),
    }
  await client.close().catch(() => {})
  await transport.close().catch(() => {})
  return reply
}

/** A program has to start before it can answer. Units: milliseconds. */
const CONNECT_MS = 10_000
