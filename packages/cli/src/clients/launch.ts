/** The command by which a client starts the gateway. */
import { fileURLToPath } from 'node:url'
import type { Launch } from './table.js'

/** Options of Node's that the command needs none of are left out; what npx brings is gone tomorrow, so npx is named. */
export function ownLaunch(): Launch {
  const script = fileURLToPath(new URL('../../bin/copane.js', import.meta.url))
  return /[\\/]_npx[\\/]/.test(script)
    ? { command: 'npx', args: ['-y', 'copane', 'gateway'] }
    : { command: process.execPath, args: [script, 'gateway'] }
}
