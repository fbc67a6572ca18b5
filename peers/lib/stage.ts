/** The folders of one user, with a desk that runs, and the servers by which it is reached. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '@copane/protocol/findings'
import { type DeskProcess, startDeskProcess } from '../../apps/desk/dist/tour/desk-process.js'
import type { Target } from './peer.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPANE = join(ROOT, 'packages/cli/bin/copane.js')

/** The servers of one desk, by name. */
export type TargetName = 'desk' | 'elements' | 'attach' | 'gateway' | 'nobody'

/** One user's machine. */
export type Stage = {
  desk: DeskProcess
  targets: { [Name in TargetName]: Target }
  /** Ends the desk without warning, and starts it again with the same data. */
  restart: () => Promise<DeskProcess>
  /** Where the user's settings are. */
  config: string
  /** A folder for whoever wants one. */
  folder: (name: string) => string
}

/** Sets it up, hands it to `use`, and takes all down again. */
export async function onStage<Result>(use: (stage: Stage) => Promise<Result>): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), 'copane-peers-'))
  const folder = (name: string): string => {
    const path = join(root, name)
    mkdirSync(path, { mode: 0o700, recursive: true })
    return path
  }
  const providers = folder('providers')
  const start = () =>
    startDeskProcess({
      program: join(ROOT, 'apps/desk/bin/desk.js'),
      args: [],
      state: folder('desk'),
      folder: providers,
      readyMs: 60_000,
    })
  try {
    let desk = await start()
    const restart = async () => {
      await desk.kill()
      desk = await start()
      return desk
    }
    const config = folder('config')
    const targets = targetsOf(providers, folder('state'), config)
    try {
      return await use({ desk, restart, folder, config, targets })
    } finally {
      await desk.end()
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function targetsOf(providers: string, state: string, config: string): Stage['targets'] {
  const [file = ''] = readdirSync(providers).filter(name => name.endsWith('.json'))
  const descriptor: unknown = JSON.parse(readFileSync(join(providers, file), 'utf8'))
  const endpointOf = (value: unknown): Target => {
    if (!isRecord(value)) throw new Error('the desk offers no windows')
    return { transport: 'http', url: String(value.endpoint), token: String(value.token) }
  }
  const env = {
    PATH: process.env.PATH ?? '',
    COPANE_PROVIDERS_DIR: providers,
    COPANE_STATE_DIR: state,
    COPANE_CONFIG_DIR: config,
  }
  const copane = (...args: string[]): Target => ({
    transport: 'stdio',
    command: process.execPath,
    args: [COPANE, ...args],
    env,
  })
  return {
    desk: endpointOf(isRecord(descriptor) ? descriptor.bridge : undefined),
    elements: endpointOf(descriptor),
    attach: copane('attach', '--app', 'Desk'),
    gateway: copane('gateway'),
    nobody: copane('attach', '--app', 'Nobody'),
  }
}
