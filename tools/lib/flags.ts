/** Reads the options of a tool from its command line. */

/**
 * Which of the known options are set.
 *
 * Errors  an unknown option ends the process with code 2 and a command that works.
 */
export function flags<const Name extends string>(
  command: string,
  names: readonly Name[],
): Record<Name, boolean> {
  const given = process.argv.slice(2)
  const known = names.map(name => `--${name}`)
  const unknown = given.find(option => !known.includes(option))
  if (unknown !== undefined) {
    console.error(
      `${unknown} is no option here: ${command} -- ${known.map(option => `[${option}]`).join(' ')}`,
    )
    process.exit(2)
  }
  const entries = names.map(name => [name, given.includes(`--${name}`)] as const)
  return Object.fromEntries(entries) as Record<Name, boolean>
}
