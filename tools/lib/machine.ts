/** What the machine has, and how to give it what a lane needs. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The commands of a list that are not on the PATH. */
export const missingCommands = (commands: readonly string[]): string[] =>
  commands.filter(command => !isOnPath(command))

/** True where packages can be installed: root on a Debian. */
export const canInstall = (): boolean =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && isOnPath('apt-get')

/** Updates the package lists once and runs the given `apt-get install …`; true when both worked. */
export function install(command: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const [name = '', ...args] = command.split(' ')
  return [['update'], args].every(rest => {
    const { status, stdout, stderr } = spawnSync(name, ['-qq', ...rest], { env, encoding: 'utf8' })
    if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
    return status === 0
  })
}

const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some(folder => folder !== '' && isExecutable(join(folder, command)))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
