/** The user's settings in words. */
import type { DenyRule, Settings } from '@copane/host'
import { table } from './lines.js'

/** What can follow `copane settings`. */
export const SETTINGS_WORDS = ['off', 'on', 'deny', 'allow', 'ask', 'always', 'keep']

/** What each setting is now, what it means, and one line for each rule, as `copane settings allow` takes it. */
export const settingsLines = (
  { off, deny, keepSentDays, always, askFirst }: Settings,
  file: string,
): string[] => [
  ...table([
    [
      'agents',
      off ? 'off' : 'on',
      off ? 'nothing is read, shown or sent' : 'what no rule keeps out may be sent',
    ],
    [
      'always',
      always ? 'on' : 'off',
      always
        ? 'an agent may see what you point at whenever it asks'
        : 'an agent sees what you point at only when you share it',
    ],
    [
      'ask',
      askFirst ? 'on' : 'off',
      askFirst ? 'you are asked before a destructive action' : 'actions run without asking',
    ],
    [
      'keep',
      String(keepSentDays),
      keepSentDays > 0 ? 'days for which what was sent is kept' : 'what was sent is not kept',
    ],
  ]),
  ...deny.map(rule => `deny    ${ruleWords(rule)}`),
  `file    ${file}`,
]

const ruleWords = ({ bundleId, url, subrole, role }: DenyRule): string =>
  Object.entries({ app: bundleId, url, subrole, role })
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${shellWord(value)}`]))
    .join(' ')

/** A word as a shell takes it. */
const shellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
