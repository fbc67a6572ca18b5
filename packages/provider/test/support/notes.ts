/** An app made in one call: notes by name, a question on one of them, an action that waits, in folders of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { defineAction } from '../../src/index.js'
import { type AppOptions, createApp, type DeveloperFinding } from '../../src/node/index.js'

/** The state of the app. */
export type Notes = { notes: { [name: string]: string }; removing?: string }

/** Makes the app; nothing of it is started. `waiting` resolves when the action `wait` runs. */
export function notesApp(extra: Partial<AppOptions<Notes>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
  const findings: DeveloperFinding[] = []
  const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<AbortSignal>()
  const initial: Notes = { notes: { shopping: 'milk', work: 'mail' } }
  const app = createApp<Notes>({
    bundleId: 'dev.copane.notes',
    name: 'Notes',
    version: '1.0.0',
    state: initial,
    windows: ({ notes, removing }) => [
      ...Object.entries(notes).map(([name, text]) => ({
        key: name,
        title: name,
        summary: 'A note.',
        blocks: [{ type: 'text' as const, id: 'text', text }],
        actions: [
          defineAction<Notes>({
            name: 'remove',
            title: 'Remove',
            description: 'Asks, then removes the note.',
            writes: ctx =>
              void ctx.commit(state => ({
                kind: 'done',
                state: { ...state, removing: name },
                message: 'Asked.',
              })),
          }),
          defineAction<Notes>({
            name: 'wait',
            title: 'Wait',
            description: 'Waits for ever.',
            writes: async ctx => {
              isWaiting(ctx.signal)
              await new Promise(() => {})
              return undefined
            },
          }),
        ],
      })),
      removing !== undefined && { key: 'sure?', modalOn: removing, title: 'Sure?', summary: 'Asks.' },
    ],
    folder: join(folder, 'providers'),
    findings: finding => void findings.push(finding),
    ...extra,
  })
  return { app, findings, waiting, folder, clean: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A client of the bridge of a started app. */
export async function clientOf(
  app: Pick<ReturnType<typeof notesApp>['app'], 'start'>,
  mode: 'legacy' | 'auto' = 'auto',
): Promise<Client> {
  const outcome = await app.start()
  const bridge = outcome.kind === 'started' ? outcome.provider.descriptor.bridge : undefined
  if (!bridge) throw new Error('the app offers no bridge')
  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${bridge.token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(bridge.endpoint), { requestInit: { headers } }),
  )
  return client
}
