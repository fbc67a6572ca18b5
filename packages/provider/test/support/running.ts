/** A provider that really listens, in a folder of its own, for one test file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Action, createElements, type ElementsOptions } from '../../src/index.js'
import { type Hooks, mintInstance, type OnAccess, startProvider } from '../../src/node/index.js'
import { padApp, type Pads } from './pad.js'

/** A pad app behind a listener. */
export async function runningPad(
  options: {
    locate?: boolean
    onAccess?: OnAccess
    hooks?: Hooks
    tree?: ElementsOptions['tree']
    actions?: readonly Action<Pads>[]
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'copane-test-'))
  const app = padApp(options.actions)
  const instance = mintInstance()
  const elements = createElements({
    instance,
    ids: { isIssued: id => id === 'old-1' },
    tree:
      options.tree ??
      (() => ({
        id: 'app',
        role: 'Application',
        title: 'Pads',
        children: [{ id: app.first, role: 'Window' }],
      })),
    ...(options.locate === false
      ? {}
      : { locate: element => (element.id === 'app' ? undefined : { state: 'offscreen' as const }) }),
  })
  const outcome = await startProvider({
    app: { bundleId: 'dev.copane.pads', name: 'Pads', version: '1.0.0', notes: 'These are pads.' },
    instance,
    elements,
    bridge: app.bridge,
    folder: join(folder, 'providers'),
    ...(options.onAccess ? { onAccess: options.onAccess } : {}),
    ...(options.hooks ? { hooks: options.hooks } : {}),
  })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  const { provider } = outcome
  const bridge = provider.descriptor.bridge ?? { endpoint: '', token: '', protocol: '' }
  return {
    ...app,
    provider,
    elementsToken: provider.descriptor.token,
    bridgeToken: bridge.token,
    bridgeEndpoint: bridge.endpoint,
    port: Number(new URL(provider.descriptor.endpoint).port),
    async stop() {
      await provider.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
