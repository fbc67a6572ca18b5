/** MCP clients as their documentation describes them: what `copane init` writes and `docs/clients.md` shows (checked 2026-11-30). */

/** A system with files of its own. */
export type Platform = 'linux' | 'darwin' | 'win32'

/** How a client's configuration is written; `jsonc` is JSON in which comments and trailing commas are allowed. */
export type Format = 'json' | 'jsonc' | 'toml' | 'yaml'

/**
 * One client.
 *
 * Shape   `files`: the user's own configuration, where the documentation names one for a system; `~` and `%APPDATA%` stand
 *         for folders, `$NAME/` at the start for a variable's folder that takes precedence. `signs`: what is there when the
 *         client is. `at`: the keys down to the named servers. `entry`: the form of one.
 */
export type Client = {
  id: string
  name: string
  format: Format
  files: { readonly [System in Platform]?: readonly string[] }
  signs: readonly string[]
  at: string
  entry: EntryForm
  docs: string
}

/** The forms of an entry. */
export type EntryForm = 'command' | 'typed' | 'goose'

/** The command that a client is to start. */
export type Launch = { command: string; args: readonly string[] }

/** What the entry is called in every client. */
export const ENTRY_NAME = 'copane'

/** The clients, in the order in which help and documentation show them. */
export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    format: 'json',
    files: { linux: ['~/.claude.json'], darwin: ['~/.claude.json'], win32: ['~/.claude.json'] },
    signs: ['~/.claude.json', '~/.claude'],
    at: 'mcpServers',
    entry: 'typed',
    docs: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'json',
    files: {
      darwin: ['~/Library/Application Support/Claude/claude_desktop_config.json'],
      win32: ['%APPDATA%/Claude/claude_desktop_config.json'],
    },
    signs: ['~/Library/Application Support/Claude', '%APPDATA%/Claude'],
    at: 'mcpServers',
    entry: 'command',
    docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    format: 'jsonc',
    files: {
      linux: ['~/.config/Code/User/mcp.json'],
      darwin: ['~/Library/Application Support/Code/User/mcp.json'],
      win32: ['%APPDATA%/Code/User/mcp.json'],
    },
    signs: ['~/.config/Code/User', '~/Library/Application Support/Code/User', '%APPDATA%/Code/User'],
    at: 'servers',
    entry: 'typed',
    docs: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    format: 'json',
    files: { linux: ['~/.cursor/mcp.json'], darwin: ['~/.cursor/mcp.json'], win32: ['~/.cursor/mcp.json'] },
    signs: ['~/.cursor'],
    at: 'mcpServers',
    entry: 'command',
    docs: 'https://cursor.com/docs/mcp',
  },
  {
    id: 'codex',
    name: 'Codex',
    format: 'toml',
    files: {
      linux: ['$CODEX_HOME/config.toml', '~/.codex/config.toml'],
      darwin: ['$CODEX_HOME/config.toml', '~/.codex/config.toml'],
      win32: ['$CODEX_HOME/config.toml', '~/.codex/config.toml'],
    },
    signs: ['$CODEX_HOME', '~/.codex'],
    at: 'mcp_servers',
    entry: 'command',
    docs: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    format: 'jsonc',
    files: {
      linux: ['~/.gemini/settings.json'],
      darwin: ['~/.gemini/settings.json'],
      win32: ['~/.gemini/settings.json'],
    },
    signs: ['~/.gemini'],
    at: 'mcpServers',
    entry: 'command',
    docs: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
  {
    id: 'goose',
    name: 'Goose',
    format: 'yaml',
    files: {
      linux: ['~/.config/goose/config.yaml'],
      darwin: ['~/.config/goose/config.yaml'],
      win32: ['%APPDATA%/Block/goose/config/config.yaml'],
    },
    signs: ['~/.config/goose', '%APPDATA%/Block/goose'],
    at: 'extensions',
    entry: 'goose',
    docs: 'https://block.github.io/goose/docs/guides/config-files',
  },
  {
    id: 'zed',
    name: 'Zed',
    format: 'jsonc',
    files: {
      linux: ['$XDG_CONFIG_HOME/zed/settings.json', '~/.config/zed/settings.json'],
      darwin: ['~/.config/zed/settings.json'],
    },
    signs: ['$XDG_CONFIG_HOME/zed', '~/.config/zed'],
    at: 'context_servers',
    entry: 'command',
    docs: 'https://zed.dev/docs/ai/mcp',
  },
]

/** The entry of a form for a command. */
export function entryOf(form: EntryForm, { command, args }: Launch): { [name: string]: unknown } {
  switch (form) {
    case 'command':
      return { command, args: [...args] }
    case 'typed':
      return { type: 'stdio', command, args: [...args] }
    case 'goose':
      return {
        type: 'stdio',
        name: ENTRY_NAME,
        enabled: true,
        cmd: command,
        args: [...args],
        env_keys: [],
        envs: {},
        timeout: 300,
      }
    default:
      return form satisfies never
  }
}

/** The folders that stand in the table's paths, and the variables of the environment. */
export type Places = {
  platform: string
  home: string
  appData: string | undefined
  variable: (name: string) => string | undefined
}

/** The file of a client on this system; undefined where its documentation names none. */
export function fileOf({ files }: Client, places: Places): string | undefined {
  const system = (['linux', 'darwin', 'win32'] as const).find(name => name === places.platform)
  return files[system ?? 'linux']?.flatMap(path => placed(path, places) ?? [])[0]
}

/** What shows that a client is there. */
export const signsOf = ({ signs }: Client, places: Places): string[] =>
  signs.flatMap(path => placed(path, places) ?? [])

function placed(path: string, { home, appData, variable }: Places): string | undefined {
  if (path.startsWith('~/')) return home + path.slice(1)
  const [, name, rest = ''] = /^(?:\$|%)(\w+)%?(.*)$/.exec(path) ?? []
  const folder = name === undefined || name === 'APPDATA' ? appData : variable(name)
  return folder ? folder + rest : undefined
}
