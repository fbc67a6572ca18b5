/** The user's switch as a file: read at each start, written whole (EL-8-turned-off · D-52). */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  statSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { configFolder, parseSwitch, switchText } from '../app/off-switch.js'
import { ownHome, ownUid } from './own-user.js'

/** What the switch says; off comes with the way to turn it on. */
export type SwitchState = { kind: 'on' } | { kind: 'off'; reason: string }

/** What turning it came to. */
export type SwitchOutcome = { kind: 'kept' } | { kind: 'refused'; reason: string }

/** The switch of one app. */
export type AppSwitch = { file: string; read(): SwitchState; write(on: boolean): SwitchOutcome }

const MAX_BYTES = 4096

/**
 * Makes the switch of an app; the file comes to be when it is first turned.
 *
 * Shape   `<config folder>/apps/<bundleId>.json`, 0600, holding `{ "on": false }`; without a file the app is on.
 * Errors  none thrown: a file that can't be read or understood is off, with a remedy.
 */
export function createAppSwitch(bundleId: string, folder = ownConfigFolder()): AppSwitch {
  const apps = join(folder, 'apps')
  const file = join(apps, `${bundleId}.json`)
  return {
    file,
    read() {
      const doubt = doubtOf(apps)
      if (doubt !== undefined) return { kind: 'off', reason: doubt }
      const text = textOf(file)
      if (text.kind === 'missing') return { kind: 'on' }
      if (text.kind === 'unread')
        return { kind: 'off', reason: `${file} can't be read (${text.why}); remove it to turn the app on` }
      const on = parseSwitch(text.text)
      if (on === true) return { kind: 'on' }
      return on === false
        ? { kind: 'off', reason: `the user turned the app off; turnOn() turns it on (${file})` }
        : { kind: 'off', reason: `${file} is not {"on":true}; remove it to turn the app on` }
    },
    write(on) {
      const draft = `${file}.${randomBytes(4).toString('hex')}.new`
      try {
        mkdirSync(apps, { recursive: true, mode: 0o700 })
        const doubt = doubtOf(apps)
        if (doubt !== undefined) return { kind: 'refused', reason: doubt }
        writeFileSync(draft, switchText(on), { mode: 0o600, flag: 'wx', flush: true })
        renameSync(draft, file)
        return { kind: 'kept' }
      } catch (error) {
        removeQuietly(draft)
        return { kind: 'refused', reason: `${file} can't be written (${codeOf(error)})` }
      }
    },
  }
}

function ownConfigFolder(): string {
  const { COPANE_CONFIG_DIR: override, APPDATA: appData } = process.env
  return configFolder({ override, platform: process.platform, home: ownHome(), appData })
}

/** Why the folder can't be trusted; whoever can write to it could turn on what the user turned off. */
function doubtOf(folder: string): string | undefined {
  try {
    const { uid, mode } = statSync(folder)
    if (process.platform === 'win32') return undefined
    if (uid !== ownUid()) return `${folder} belongs to another user; remove it to turn the app on`
    if ((mode & 0o022) !== 0) return `${folder} can be written by others; run: chmod go-w ${folder}`
    return undefined
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : `${folder} can't be opened (${codeOf(error)})`
  }
}

type Text = { kind: 'text'; text: string } | { kind: 'missing' } | { kind: 'unread'; why: string }

/** Never waits for the other end of a pipe, never reads more than a switch holds. */
function textOf(file: string): Text {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!fstatSync(descriptor).isFile()) return { kind: 'unread', why: 'no regular file' }
    const buffer = Buffer.alloc(MAX_BYTES)
    const bytes = readSync(descriptor, buffer, 0, MAX_BYTES, 0)
    return { kind: 'text', text: buffer.toString('utf8', 0, bytes) }
  } catch (error) {
    const why = codeOf(error)
    return why === 'ENOENT' ? { kind: 'missing' } : { kind: 'unread', why }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It never came to be.
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
