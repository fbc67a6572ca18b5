/** Completions are made of the table that help is made of, and a shell takes them. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { COMMANDS } from '../src/commands/index.ts'
import { copaneIn } from './support/running-app.ts'

const script = async (shell: string) => (await copaneIn('/nowhere', ['completions', shell])).out

function bashCompletes(text: string, words: readonly string[]): string[] {
  const line = `${text}\nCOMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _copane; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split('\n')
}

test('bash completes commands, their words and their options', async () => {
  const text = await script('bash')
  deepEqual(bashCompletes(text, ['copane', 'wa']), ['watch'])
  deepEqual(bashCompletes(text, ['copane', 'settings', 'a']), ['allow', 'ask', 'always'])
  deepEqual(bashCompletes(text, ['copane', 'share', '--w']), ['--without'])
  deepEqual(bashCompletes(text, ['copane', 'help', 'doc']), ['doctor'])
})

for (const shell of ['bash', 'zsh', 'fish'])
  test(`${shell}: every command is in it`, async () => {
    const text = await script(shell)
    for (const name of Object.keys(COMMANDS)) match(text, new RegExp(`\\b${name}\\b`))
  })

test('another shell is wrong use, and named are the ones that there are', async () => {
  const { exit, err } = await copaneIn('/nowhere', ['completions', 'nu'])
  equal(exit, 2)
  match(err, /no completions for "nu"; there are bash, zsh, fish\ntry: copane completions bash/)
})
