/** Brings the peers that are not in the workspace: npm's from the lock file, Python's into a virtual environment. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..')
const LIMIT_MS = 8 * 60_000

/** Python with the SDK of its own. */
export const PYTHON = join(FOLDER, '.venv/bin/python')

/** The script of a program that came with the Inspector. */
export const inspectorProgram = (name: 'launcher/build/index.js' | 'mcpdo/build/mcp-bin.js'): string =>
  join(FOLDER, 'node_modules/@modelcontextprotocol/inspector/clients', name)

/** Installs what is not there; throws when it can't be had. */
export function install(): void {
  // Not `npm ci`: the Inspector has an optional part, for Windows, that the registry has not, and the lock misses.
  if (!existsSync(inspectorProgram('mcpdo/build/mcp-bin.js'))) run('npm', ['install', '--no-save'])
  if (existsSync(join(FOLDER, '.venv/installed'))) return
  run('python3', ['-m', 'venv', '.venv'])
  run(PYTHON, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'])
  run(PYTHON, ['-c', "import mcp; open('.venv/installed', 'w').close()"])
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT_MS,
  })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `exit ${status}`}`)
}
