import { deepEqual, equal } from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { verifies } from '../../../../test/support/verifies.js'
import { type Access, UNNAMED_CLIENT } from '../../src/node/index.js'
import { runningPad } from '../support/running.js'

type Pad = Awaited<ReturnType<typeof runningPad>>

/** Reads the windows and calls an action, under a name. */
async function use(pad: Pad, mode: 'legacy' | 'auto', name: string, tool = 'nobody-1__shout') {
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${pad.bridgeToken}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(pad.bridgeEndpoint), { requestInit: { headers } }),
  )
  await client.listTools()
  const read = await client.readResource({ uri: 'app://windows' })
  await client.callTool({ name: tool, arguments: { secret: 'canary' } }).catch(() => {})
  await client.readResource({ uri: 'app://elsewhere' }).catch(() => {})
  await client.close()
  return read
}

for (const mode of ['legacy', 'auto'] as const) {
  verifies('D-54', `the app hears who reads and calls, and nothing of what is in it (${mode})`, async () => {
    const heard: Access[] = []
    const pad = await runningPad({ onAccess: access => void heard.push(access) })
    await use(pad, mode, 'robot')
    deepEqual(heard, [
      { kind: 'windows', client: 'robot' },
      { kind: 'call', client: 'robot', tool: 'nobody-1__shout' },
    ])
    await pad.stop()
  })

  verifies('D-54', `of a name without end the beginning is told (${mode})`, async () => {
    const heard: Access[] = []
    const pad = await runningPad({ onAccess: access => void heard.push(access) })
    await use(pad, mode, 'n'.repeat(5000), 't'.repeat(5000))
    deepEqual(new Set(heard.map(({ client }) => client?.length)), new Set([200]))
    deepEqual(
      heard.flatMap(access => (access.kind === 'call' ? access.tool.length : [])),
      [200],
    )
    await pad.stop()
  })

  verifies('D-54', `a client without a name is told by the name it acts under (${mode})`, async () => {
    const heard: Access[] = []
    const pad = await runningPad({ onAccess: access => void heard.push(access) })
    await use(pad, mode, '')
    deepEqual(new Set(heard.map(({ client }) => client)), new Set([UNNAMED_CLIENT]))
    await pad.stop()
  })

  verifies('D-54', `an app whose sign fails answers all the same (${mode})`, async () => {
    const pad = await runningPad({
      onAccess: () => {
        throw new Error('the sign is broken')
      },
    })
    equal((await use(pad, mode, 'robot')).contents.length, 1)
    await pad.stop()
  })
}

verifies(
  'D-54',
  'reads and places of elements are told apart, with a name where the client gives one',
  async () => {
    const heard: Access[] = []
    const pad = await runningPad({ onAccess: access => void heard.push(access) })
    const client = new Client({ name: 'eyes', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const headers = { authorization: `Bearer ${pad.elementsToken}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(pad.provider.descriptor.endpoint), {
        requestInit: { headers },
      }),
    )
    await client.readResource({ uri: 'elements://current' })
    await client.readResource({ uri: 'elements://locate/old-1' })
    await client.readResource({ uri: 'elements://nonsense' }).catch(() => {})
    deepEqual(heard, [
      { kind: 'current', client: 'eyes' },
      { kind: 'locate', client: 'eyes' },
    ])
    await client.close()
    await pad.stop()
  },
)
