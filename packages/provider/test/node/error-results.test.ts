import { deepEqual, ok } from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { defineAction } from '../../src/index.js'
import type { Pads } from '../support/pad.js'
import { runningPad } from '../support/running.js'

const actions = [
  defineAction<Pads>({
    name: 'hang',
    title: 'Hang',
    description: 'Never ends.',
    writes: () => new Promise<undefined>(() => {}),
  }),
  defineAction<Pads>({
    name: 'boom',
    title: 'Boom',
    description: 'Throws.',
    writes: () => {
      throw new Error('canary of the handler')
    },
  }),
]

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad({ actions })
})
afterAll(() => pad.stop())
const set = (change: (state: Pads) => Pads) =>
  pad.store.commit({ kind: 'user' }, state => ({ state: change(state), outcome: 0 }))
beforeEach(() => set(({ dialogOn: _, locked: __, ...state }) => state))

/** What a client gets of a call, once it has listed the tools and so knows their schemas. */
type Caller = {
  call: (
    name: string,
    args: { [name: string]: unknown },
  ) => Promise<{ isError: unknown; structuredContent: unknown; content: unknown }>
  close: () => Promise<void>
}

const headers = () => ({ requestInit: { headers: { authorization: `Bearer ${pad.bridgeToken}` } } })
const callers: { [name: string]: () => Promise<Caller> } = {
  'the first SDK': async () => {
    const client = new ClientV1({ name: 'v1', version: '1' })
    const transport = new TransportV1(new URL(pad.bridgeEndpoint), headers())
    await client.connect(transport)
    await client.listTools()
    return {
      call: async (name, args) => {
        const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
        return { isError, structuredContent, content }
      },
      close: () => client.close(),
    }
  },
  ...Object.fromEntries(
    (['legacy', 'auto'] as const).map(mode => [
      `the second SDK (${mode})`,
      async () => {
        const client = new Client({ name: 'v2', version: '1' }, { versionNegotiation: { mode } })
        await client.connect(new StreamableHTTPClientTransport(new URL(pad.bridgeEndpoint), headers()))
        await client.listTools()
        return {
          call: async (name: string, args: { [name: string]: unknown }) => {
            const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
            return { isError, structuredContent, content }
          },
          close: () => client.close(),
        }
      },
    ]),
  ),
}

const codes: [code: string, tool: () => string, args: { [name: string]: unknown }, before?: () => void][] = [
  ['window_not_found', () => 'gone-1__type', { text: 'x' }],
  [
    'blocked_by_modal',
    () => `${pad.first}__type`,
    { text: 'x' },
    () => set(state => ({ ...state, dialogOn: pad.first })),
  ],
  [
    'action_not_available',
    () => `${pad.first}__type`,
    { text: 'x' },
    () => set(state => ({ ...state, locked: true })),
  ],
  ['stale_state', () => `${pad.first}__type`, { text: 'x', expectedVersion: 9999 }],
  ['validation_failed', () => `${pad.first}__type`, { text: 3 }],
  ['action_timeout', () => `${pad.first}__hang`, {}],
  ['action_failed', () => `${pad.first}__boom`, {}],
]

const EXTRA: { [code: string]: string[] } = {
  blocked_by_modal: ['blockedBy'],
  action_not_available: ['reason'],
  stale_state: ['currentVersion'],
  validation_failed: ['fields'],
}

for (const [title, connect] of Object.entries(callers))
  for (const [code, tool, args, before] of codes)
    for (const id of ['FR-54', 'D-37', 'D-38', 'D-44'] as const)
      if (id === 'FR-54' || title === 'the first SDK')
        verifies(
          id,
          `${code} reaches the caller of ${title} whole, in both halves of the result`,
          async () => {
            before?.()
            const caller = await connect()
            const asked = caller.call(tool(), args)
            let isOver = false
            const turning =
              code === 'action_timeout' ? setInterval(() => isOver || pad.time.advance(10_000), 5) : undefined
            const { isError, structuredContent, content } = await asked
            isOver = true
            clearInterval(turning)
            deepEqual([isError, Array.isArray(content) && content.length], [true, 1])
            ok(typeof structuredContent === 'object' && structuredContent !== null)
            ok('code' in structuredContent && 'message' in structuredContent)
            deepEqual(structuredContent.code, code)
            deepEqual(
              Object.keys(structuredContent).toSorted(),
              ['code', 'message', ...(EXTRA[code] ?? [])].toSorted(),
            )
            const [block]: { text: string }[] = JSON.parse(JSON.stringify(content))
            deepEqual(JSON.parse(block?.text ?? ''), structuredContent)
            ok(!JSON.stringify(structuredContent).includes('canary'))
            await caller.close()
          },
        )

verifies('D-48', 'what a handler throws reaches nobody', async () => {
  const caller = await (callers['the first SDK'] ?? (() => Promise.reject(new Error('no caller'))))()
  const result = await caller.call(`${pad.first}__boom`, {})
  ok(!JSON.stringify(result).includes('canary'))
  await caller.close()
})
