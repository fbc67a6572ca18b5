/** Where a host finds what is played to it: the folder of descriptors, and the processes they name. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AppMint, type AppParts, playApp } from '../app.js'
import type { Stage } from '../stage.js'
import { type Relay, startRelay } from './relay.js'

/** A stage that can be cleared away. */
export type OpenStage = Stage & { close: () => Promise<void> }

/** The bundle identifiers that the system knows the processes under. */
const FRONT = 'org.example.notes'
const OTHER = 'org.example.mail'

/** Opens a stage on a folder of its own. */
export async function openStage(folder: string): Promise<OpenStage> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [front, other, next, gonePid] = await Promise.all([
    startRelay(FRONT),
    startRelay(OTHER),
    startRelay(FRONT),
    runAndEnd(),
  ])
  const relays = { front, other, next }
  const mintOf = (relay: Relay): AppMint => ({
    instance: randomBytes(6).toString('base64url'),
    token: randomBytes(18).toString('base64url'),
    pid: relay.pid,
    port: relay.port,
  })
  return {
    places: { front: placeOf(front), other: placeOf(other), next: placeOf(next) },
    gonePid,
    pause: ms => pause(ms),
    play: (where, parts: Partial<AppParts> = {}) => {
      const relay = relays[where]
      const app = playApp({ bundleId: where === 'other' ? OTHER : FRONT, ...parts }, mintOf(relay))
      relay.apps.add(app)
      return app
    },
    publish: (...apps) => {
      empty(folder)
      for (const [at, app] of apps.entries()) {
        const file = join(folder, `${app.pid}-${app.instance}-${at}`)
        writeFileSync(file, JSON.stringify(app.descriptor), { mode: 0o600 })
        renameSync(file, `${file}.json`)
      }
    },
    litter: () => {
      for (const [at, text] of LITTER.entries())
        writeFileSync(join(folder, `0-litter-${at}.json`), text, { mode: 0o600 })
      mkdirSync(join(folder, '0-folder.json'))
      symlinkSync('0-nowhere', join(folder, '0-link.json'))
    },
    clear: () => {
      empty(folder)
      for (const { apps } of Object.values(relays)) apps.clear()
    },
    close: async () => {
      await Promise.all(Object.values(relays).map(relay => relay.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const empty = (folder: string): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
}

/** What a crash, a full disk or another program leaves behind, and what somebody puts there on purpose. */
const LITTER = [
  '',
  '{"protocol":"0.2.0","bundleId":"org.exa',
  'null',
  '[]',
  '{"protocol":7,"pid":"one","endpoint":{},"token":null}',
  '['.repeat(20_000),
  ' '.repeat(1 << 20),
]

const placeOf = ({ pid, port }: Relay) => ({ pid, port })

/** The id of a process that ran and has ended. */
async function runAndEnd(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}
