/** The user's settings as a file: read anew for each act, changed by one process at a time (FR-34 · D-52). */
import { join } from 'node:path'
import {
  type Consent,
  DEFAULT_SETTINGS,
  type DenyRule,
  parseSettings,
  readRule,
  type Settings,
  settingsText,
} from '../consent/settings.js'
import { findOwnFolders, readOwnFile, writeOwnFile } from './own-files.js'
import { openReceipts, type ReceiptStore } from './receipts.js'
import { type LockOptions, withLock } from './settings-lock.js'

/** What changing came to; `refused` says why nothing was changed. */
export type ChangeOutcome = { kind: 'changed'; settings: Settings } | { kind: 'refused'; message: string }

/** The settings of the user. No function of it rejects. */
export type SettingsStore = {
  file: string
  /** Reads the file; nothing is remembered from one time to the next. */
  read: () => Promise<Consent>
  /** Puts what `edit` makes of the settings as they are in their place. */
  change: (edit: (settings: Settings) => Settings) => Promise<ChangeOutcome>
  /** Adds a rule, unless it is there. */
  deny: (rule: DenyRule) => Promise<ChangeOutcome>
  /** Takes a rule away. */
  allow: (rule: DenyRule) => Promise<ChangeOutcome>
  turnOff: () => Promise<ChangeOutcome>
  turnOn: () => Promise<ChangeOutcome>
}

const MAX_BYTES = 256 * 1024

/**
 * Opens the settings of the user: `settings.json` in the config folder.
 *
 * Shape   without a file everything is allowed, as nothing was denied yet; a file that can't be read or understood denies
 *         everything, can't be changed from here, and the message says what to do. Lowering `keepSentDays` takes away at
 *         once what `receipts` then keeps too long: the user's own, none where another `folder` is given.
 * Source  D-52 · FR-34: survives a restart; two processes that change it at once lose nothing
 */
export function openSettings({
  folder: given,
  receipts = given === undefined ? openReceipts() : undefined,
  ...lock
}: {
  folder?: string
  receipts?: Pick<ReceiptStore, 'prune'> | undefined
} & LockOptions = {}): SettingsStore {
  const folder = given ?? findOwnFolders().config
  const file = join(folder, 'settings.json')

  const read = async (): Promise<Consent> => {
    const found = await readOwnFile(file, MAX_BYTES)
    if (found.kind === 'missing') return { kind: 'settings', settings: DEFAULT_SETTINGS }
    if (found.kind === 'unread') return { kind: 'unreadable', message: found.why }
    const consent = parseSettings(found.text)
    return consent.kind === 'settings'
      ? consent
      : { kind: 'unreadable', message: `${file}: ${consent.message}; mend it, or remove it to start anew` }
  }

  const change: SettingsStore['change'] = edit =>
    withLock<ChangeOutcome>(
      file,
      async () => {
        const consent = await read()
        if (consent.kind === 'unreadable') return { kind: 'refused', message: consent.message }
        const settings = edit(consent.settings)
        const text = settingsText(settings)
        const again = parseSettings(text)
        if (again.kind === 'unreadable') return { kind: 'refused', message: again.message }
        const refused = await writeOwnFile(file, text)
        if (refused !== undefined) return { kind: 'refused', message: refused }
        if (settings.keepSentDays < consent.settings.keepSentDays)
          await receipts?.prune(settings.keepSentDays)
        return { kind: 'changed', settings }
      },
      message => ({ kind: 'refused', message }),
      lock,
    )

  return {
    file,
    read,
    change,
    deny: rule =>
      change(settings => ({
        ...settings,
        deny: [...settings.deny.filter(other => !isSame(other, rule)), rule],
      })),
    allow: rule =>
      change(settings => ({ ...settings, deny: settings.deny.filter(other => !isSame(other, rule)) })),
    turnOff: () => change(settings => ({ ...settings, off: true })),
    turnOn: () => change(settings => ({ ...settings, off: false })),
  }
}

const isSame = (one: DenyRule, other: DenyRule): boolean => keyOf(one) === keyOf(other)

const keyOf = (rule: DenyRule): string => {
  const read = readRule(rule)
  return typeof read === 'string' ? read : JSON.stringify([read.bundleId, read.url, read.subrole, read.role])
}
