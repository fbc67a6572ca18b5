/** What the user's switch says, and where it lies (EL-8-turned-off · D-05, D-52). */
import { isRecord } from '@copane/protocol/findings'

/** What the rule of the config folder looks at; gathered from the system. */
export type ConfigFacts = {
  /** The value of COPANE_CONFIG_DIR. */
  override: string | undefined
  platform: string
  /** From the user database. */
  home: string
  /** %APPDATA%, on Windows. */
  appData: string | undefined
}

/** The user's config folder of Copane (D-52). */
export function configFolder({ override, platform, home, appData }: ConfigFacts): string {
  if (override) return override
  if (platform === 'win32') return `${appData ?? `${home}\\AppData\\Roaming`}\\copane`
  if (platform === 'darwin') return `${home}/Library/Application Support/copane`
  return `${home}/.config/copane`
}

/** The text of a switch. */
export const switchText = (on: boolean): string => `${JSON.stringify({ on })}\n`

/** What the text of a switch says; undefined for a text that is none. */
export function parseSwitch(text: string): boolean | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && typeof value.on === 'boolean' ? value.on : undefined
  } catch {
    return undefined
  }
}
