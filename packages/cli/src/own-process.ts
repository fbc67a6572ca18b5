/** This process: the version it runs, and leaving it although something is still open. */
import { readFileSync } from 'node:fs'

/** The version of the package. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
    ? manifest.version
    : ''
}

const LEAVE_MS = 200

/** Ends the process shortly, whatever is still open; it ends by itself when nothing is. */
export const leaveSoon = (): void => void setTimeout(() => process.exit(), LEAVE_MS).unref()
