/** Scripts by which a shell completes command lines; made of the same table as help, so they can't part. */

/** What can follow one command. */
export type Completable = {
  name: string
  summary: string
  words: readonly string[]
  options: readonly string[]
}

/** The shells that scripts are made for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** One of them. */
export type Shell = (typeof SHELLS)[number]

/** The options that help lines begin with. */
export const optionsIn = (help: readonly string[]): string[] => [
  ...new Set([...help.flatMap(line => /^--[a-z][a-z-]*/.exec(line)?.[0] ?? []), '--help']),
]

/** The script of a shell. Expects names and options of letters and hyphens. */
export function completionLines(shell: Shell, commands: readonly Completable[]): string[] {
  switch (shell) {
    case 'bash':
      return bashLines(commands)
    case 'zsh':
      return zshLines(commands)
    case 'fish':
      return fishLines(commands)
    default:
      return shell satisfies never
  }
}

const bashLines = (commands: readonly Completable[]): string[] => [
  '# eval "$(copane completions bash)"',
  '_copane() {',
  '  local word=${COMP_WORDS[COMP_CWORD]} words',
  '  if [ "$COMP_CWORD" -eq 1 ]; then',
  `    words='${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}'`,
  '  else',
  '    case ${COMP_WORDS[1]} in',
  ...commands.map(each => `      ${each.name}) words='${followers(each)}' ;;`),
  `      help) words='${commands.map(({ name }) => name).join(' ')}' ;;`,
  '    esac',
  '  fi',
  '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
  '}',
  'complete -o default -F _copane copane',
]

const zshLines = (commands: readonly Completable[]): string[] => [
  '# eval "$(copane completions zsh)"',
  '_copane() {',
  '  local -a commands=(',
  ...commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`),
  '  )',
  '  if (( CURRENT == 2 )); then',
  "    _describe 'command' commands",
  '    return',
  '  fi',
  '  case ${words[2]} in',
  ...commands.map(each => `    ${each.name}) compadd -- ${followers(each)} ;;`),
  `    help) compadd -- ${commands.map(({ name }) => name).join(' ')} ;;`,
  '  esac',
  '  _files',
  '}',
  'compdef _copane copane',
]

const fishLines = (commands: readonly Completable[]): string[] => [
  '# copane completions fish > ~/.config/fish/completions/copane.fish',
  ...commands.map(
    ({ name, summary }) => `complete -c copane -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
  ),
  ...commands.flatMap(({ name, words, options }) => [
    ...(words.length === 0
      ? []
      : [`complete -c copane -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`]),
    ...options.map(
      option => `complete -c copane -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  ]),
]

const followers = ({ words, options }: Completable): string => [...words, ...options].join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
