import { deepEqual, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { verifies } from '../../../../test/support/verifies.js'
import { createBridge, createElements, createIds, createStore, defineAction } from '../../src/index.js'
import { after, createFingerprint, startProvider } from '../../src/node/index.js'

type State = { isPrivate: boolean }

for (const mode of ['legacy', 'auto'] as const)
  for (const id of ['FR-40', 'D-45'] as const)
    verifies(
      id,
      `a window that the app keeps private is in no list, snapshot or error that leaves (${mode})`,
      async () => {
        const ids = createIds('pri')
        const [open, secret] = [ids.windowId(), ids.windowId()]
        const store = createStore<State>({ initial: { isPrivate: true } })
        const look = defineAction<State>({
          name: 'look',
          title: 'Look',
          description: 'Looks.',
          reads: () => ({ kind: 'done', message: 'seen' }),
        })
        const window = (windowId: string, title: string) => ({
          id: windowId,
          title,
          summary: `${title}.`,
          blocks: [],
          actions: [look],
        })
        const bridge = createBridge<State>({
          store,
          windows: state => ({
            windows: [
              window(open, 'open'),
              { ...window(secret, 'canary'), ...(state.isPrivate ? { private: true } : {}) },
            ],
          }),
          fingerprint: createFingerprint(),
          after,
        })
        const root = mkdtempSync(join(tmpdir(), 'copane-test-'))
        const outcome = await startProvider({
          app: { bundleId: 'dev.copane.test', name: 'X', version: '1' },
          instance: 'i',
          elements: createElements({
            instance: 'i',
            ids,
            tree: () => ({ id: 'app', role: 'Application', title: 'X' }),
          }),
          bridge,
          folder: join(root, 'providers'),
        })
        ok(outcome.kind === 'started')
        const { endpoint, token } = outcome.provider.descriptor.bridge ?? { endpoint: '', token: '' }
        const client = new Client({ name: 'c', version: '1' }, { versionNegotiation: { mode } })
        const requestInit = { headers: { authorization: `Bearer ${token}` } }
        await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit }))
        const seen = async () =>
          JSON.stringify([
            await client.listTools(),
            await client.listResources(),
            await client.readResource({ uri: 'app://windows' }),
            await client.callTool({ name: `${secret}__look`, arguments: {} }),
          ])
        const hidden = await seen()
        deepEqual(
          [hidden.includes('canary'), hidden.includes(`${secret}`), hidden.includes(open)],
          [false, false, true],
        )
        store.commit({ kind: 'user' }, () => ({ state: { isPrivate: false }, outcome: 0 }))
        ok((await seen()).includes('canary'))
        await client.close()
        await outcome.provider.stop()
        rmSync(root, { recursive: true, force: true })
      },
    )
