/** The page for clients and the table that `copane init` writes by say the same. */
import { ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { snippetOf } from '../../src/clients/snippet.ts'
import { CLIENTS, fileOf } from '../../src/clients/table.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/clients.md'), 'utf8')
const WORDS = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as const

for (const client of CLIENTS)
  test(`docs/clients.md shows ${client.name} as copane init writes it`, () => {
    const [, section = ''] = page.split(`\n## ${client.name}\n`)
    const [own = ''] = section.split('\n## ')
    ok(own.includes(snippetOf(client, { command: 'copane', args: ['gateway'] })), 'the entry')
    ok(own.includes(`<${client.docs}>`), 'the source')
    for (const system of ['linux', 'darwin', 'win32'] as const) {
      const paths = client.files[system]
      const words = `${WORDS[system]} ${(paths ?? []).map(path => `\`${path}\``).join(', else ')}`
      ok(paths ? own.includes(words) : !own.includes(`${WORDS[system]} \``), WORDS[system])
    }
  })

const places = {
  platform: 'linux',
  home: '/home/ada',
  appData: undefined,
  variable: (name: string) => (name === 'CODEX_HOME' ? '/srv/codex' : undefined),
}
const files = [
  ['codex', places, '/srv/codex/config.toml'],
  ['codex', { ...places, variable: () => undefined }, '/home/ada/.codex/config.toml'],
  ['zed', places, '/home/ada/.config/zed/settings.json'],
  ['zed', { ...places, platform: 'win32' }, undefined],
  ['claude-desktop', places, undefined],
  [
    'claude-desktop',
    { ...places, platform: 'win32', appData: 'C:/A' },
    'C:/A/Claude/claude_desktop_config.json',
  ],
] as const
for (const [id, where, want] of files)
  test(`${id} on ${where.platform} is ${want ?? 'nowhere'}`, () => {
    const client = CLIENTS.find(each => each.id === id)
    ok(client && fileOf(client, where) === want)
  })
