import { deepEqual, equal, ok } from 'node:assert/strict'
import { INSTRUCTIONS } from '@copane/protocol/bridge'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { mcpHeaders, rpc, send } from '../support/http.js'
import { runningPad } from '../support/running.js'

let pad: Awaited<ReturnType<typeof runningPad>>
beforeAll(async () => {
  pad = await runningPad()
})
afterAll(() => pad.stop())
const open = new Set<Client>()
afterEach(async () => {
  for (const client of open) await client.close()
  open.clear()
})

type Mode = 'legacy' | 'auto'

async function connect(mode: Mode, face: 'elements' | 'bridge', name = 'tester') {
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } })
  const { endpoint, token } =
    face === 'bridge'
      ? { endpoint: pad.bridgeEndpoint, token: pad.bridgeToken }
      : { endpoint: pad.provider.descriptor.endpoint, token: pad.elementsToken }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  open.add(client)
  return client
}

const textOf = (result: { contents: { uri: string }[] }): unknown => {
  const [content] = result.contents
  ok(content && 'text' in content && typeof content.text === 'string')
  return JSON.parse(content.text)
}

for (const mode of ['legacy', 'auto'] as const)
  describe(mode, () => {
    verifies('D-03', 'elements declares resources alone, and its extension with the version', async () => {
      const client = await connect(mode, 'elements')
      deepEqual(client.getServerCapabilities(), {
        resources: {},
        extensions: { 'dev.copane/elements': { protocol: '0.2.0', locate: true } },
      })
    })

    verifies(
      'EL-4.1-instance',
      'the answer carries the instance and the protocol of the descriptor',
      async () => {
        const client = await connect(mode, 'elements')
        const answer = textOf(await client.readResource({ uri: 'elements://current' }))
        const { protocol, instance } = pad.provider.descriptor
        deepEqual(answer, {
          protocol,
          instance,
          root: {
            id: 'app',
            role: 'Application',
            title: 'Pads',
            children: [{ id: pad.first, role: 'Window' }],
          },
        })
      },
    )

    verifies('EL-4.2-gone', 'an id that was issued and is no more answers gone', async () => {
      const client = await connect(mode, 'elements')
      deepEqual(textOf(await client.readResource({ uri: 'elements://locate/old-1' })), { state: 'gone' })
    })

    const unknown = ['never', 'app', 'a%20b', '', 'x'.repeat(129)]
    for (const id of unknown)
      verifies(
        'EL-4.2-cannot-place',
        `locate of ${JSON.stringify(id.slice(0, 9))} is the error of a missing resource`,
        async () => {
          const client = await connect(mode, 'elements')
          const error: unknown = await client
            .readResource({ uri: `elements://locate/${id}` })
            .catch((e: unknown) => e)
          equal(error instanceof Error && 'code' in error && error.code, mode === 'legacy' ? -32002 : -32602)
        },
      )

    verifies(
      'GB-3-capabilities',
      'the bridge declares subscribe and listChanged, and carries the instructions',
      async () => {
        const client = await connect(mode, 'bridge')
        const { resources, tools, extensions } = client.getServerCapabilities() ?? {}
        deepEqual(
          [resources, tools, extensions],
          [{ subscribe: true }, { listChanged: true }, { 'dev.copane/gui-bridge': { protocol: '0.1.0' } }],
        )
        equal(client.getInstructions(), `${INSTRUCTIONS}\n\nThese are pads.`)
      },
    )

    verifies(
      'GB-4.1-one-resource',
      'app://windows is the only resource, and no other can be read',
      async () => {
        const client = await connect(mode, 'bridge')
        deepEqual(
          (await client.listResources()).resources.map(({ uri }) => uri),
          ['app://windows'],
        )
        const error: unknown = await client.readResource({ uri: 'app://window' }).catch((e: unknown) => e)
        ok(error instanceof Error)
      },
    )

    verifies(
      'FR-53',
      'the text of a result holds the same facts as its structure, errors included',
      async () => {
        const client = await connect(mode, 'bridge')
        for (const args of [{ text: 'x', expectedVersion: 99 }, { text: 3 }, { text: 'fine' }]) {
          const { content, structuredContent } = await client.callTool({
            name: `${pad.second}__type`,
            arguments: args,
          })
          const [block] = content
          ok(block?.type === 'text')
          deepEqual([content.length, JSON.parse(block.text)], [1, structuredContent])
        }
      },
    )

    verifies(
      'GB-10.1-broadcast',
      'each subscriber hears of a commit once; list_changed reaches everyone',
      async () => {
        const clients = await Promise.all([connect(mode, 'bridge', 'a'), connect(mode, 'bridge', 'b')])
        const heard = await Promise.all(clients.map(client => hear(client, mode)))
        pad.store.commit({ kind: 'user' }, state => ({
          state: { ...state, dialogOn: pad.second },
          outcome: 0,
        }))
        await Promise.all(heard.map(({ listChanged, updated }) => Promise.all([listChanged, updated])))
        pad.store.commit({ kind: 'user' }, ({ dialogOn: _, ...state }) => ({ state, outcome: 0 }))
      },
    )
  })

/** Resolves each promise at the first notification of its kind. */
async function hear(client: Client, mode: Mode) {
  const updated = Promise.withResolvers<void>()
  const listChanged = Promise.withResolvers<void>()
  if (mode === 'auto')
    await client.listen({ toolsListChanged: true, resourceSubscriptions: ['app://windows'] })
  else {
    await client.subscribeResource({ uri: 'app://windows' })
    await streamOpen(client)
  }
  client.setNotificationHandler('notifications/resources/updated', () => updated.resolve())
  client.setNotificationHandler('notifications/tools/list_changed', () => listChanged.resolve())
  return { updated: updated.promise, listChanged: listChanged.promise }
}

/** A legacy client hears nothing before its stream is open, and isn't told when it is: commit until it hears. */
async function streamOpen(client: Client): Promise<void> {
  const first = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/resources/updated', () => first.resolve())
  let turn = 0
  const knocking = setInterval(() => {
    const text = `knock ${++turn}`
    pad.store.commit({ kind: 'user' }, state => ({
      state: { ...state, texts: { ...state.texts, [pad.first]: text } },
      outcome: 0,
    }))
  }, 20)
  await first.promise
  clearInterval(knocking)
}

verifies(
  'EL-4.2-not-offered',
  'a provider without positions lists no template, and declares so',
  async () => {
    const plain = await runningPad({ locate: false })
    const headers = mcpHeaders(plain.elementsToken)
    const templates = await send(plain.port, {
      path: '/elements',
      headers,
      body: rpc('resources/templates/list'),
    })
    ok(templates.body.includes('"resourceTemplates":[]'))
    const located = await send(plain.port, {
      path: '/elements',
      headers,
      body: rpc('resources/read', { uri: 'elements://locate/old-1' }),
    })
    ok(located.body.includes('-32002'))
    await plain.stop()
  },
)

verifies('FR-37', 'no error says what was asked for: no id, no token, no address', async () => {
  const headers = mcpHeaders(pad.elementsToken)
  const answer = await send(pad.port, {
    path: '/elements',
    headers,
    body: rpc('resources/read', { uri: 'elements://locate/canary-id' }),
  })
  ok(!answer.body.includes('canary-id'))
})
